import type { Row } from "@whileai/core";
import type { GradedRow, GradeReport } from "@whileai/judges";
import type { LimitOptions, SimulatedRow, SimulateOptions, SimulationReport } from "@whileai/simulate";
import type { Rows } from "../rows.js";
import { simulate } from "../simulate.js";
import { given, RUN_OPTIONS } from "./check-compare-options.js";
import type { CompareOptions, CompareProgress, CompareSide } from "./compare-options.js";

/** What all parts of a comparison have in common. */
export interface ComparePlan {
  readonly options: CompareOptions;
  readonly repeats: number;
  readonly runs: number;
  readonly store: (part: CompareProgress["side"]) => SimulateOptions["store"];
}

/** A side that was played and graded. */
export interface PlayedSide {
  readonly rows: Rows<"graded", GradedRow<SimulatedRow>>;
  readonly simulation: SimulationReport;
  readonly grading: GradeReport;
}

/** How `simulate()` tells its progress in the words of a comparison; undefined leaves it to the progress line. */
export function tellRun(options: CompareOptions, side: CompareProgress["side"]): SimulateOptions["onProgress"] {
  const { onProgress } = options;
  return onProgress && (({ landed, cap }) => onProgress({ side, step: "simulate", done: landed, total: cap }));
}

/** Plays one side through all tasks, `runs` times, and grades it. */
export async function playSide(
  name: "before" | "after",
  side: CompareSide,
  tasks: Iterable<Row>,
  limits: LimitOptions | undefined,
  { options, repeats, runs, store }: ComparePlan,
): Promise<PlayedSide> {
  const { faults, seed, signal, judge, grading, onProgress } = options;
  const data = await simulate({
    ...side,
    ...given(options, RUN_OPTIONS),
    tasks,
    repeats,
    repeatPolicy: "fixed",
    runs,
    seed,
    // Shares are for planning; the tasks have their faults.
    faults: faults && { plan: faults.plan, modes: faults.modes },
    limits,
    store: store(name),
    signal,
    onProgress: tellRun(options, name),
  });
  const rows = await data.grade(judge as never, {
    ...grading,
    tools: side.tools,
    signal,
    onProgress: onProgress && (({ done, total }) => onProgress({ side: name, step: "grade", done, total })),
  });
  return {
    rows: rows as PlayedSide["rows"],
    simulation: data.report as SimulationReport,
    grading: rows.report as GradeReport,
  };
}
