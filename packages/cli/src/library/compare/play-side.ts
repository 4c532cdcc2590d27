import { join } from "node:path";
import type { Row } from "@whileai/core";
import { type GradedRow, type GradeReport, grade, type JudgeLike } from "@whileai/judges";
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

/** How a side is played, as `simulate()` takes it. */
function playOptions(
  name: "before" | "after",
  side: CompareSide,
  tasks: Iterable<Row>,
  { options, repeats, runs, store }: ComparePlan,
): SimulateOptions {
  const { faults, seed, limits } = options;
  return {
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
    onProgress: tellRun(options, name),
  };
}

/** Stands in for tasks that are not written yet. */
const ANY_TASK: Row = { scenario_id: "any", prompt: "-" };

/**
 * Refuses what cannot be played or graded, before anything is paid for.
 *
 * @throws what `simulate()` and `grade()` throw for their options.
 */
export async function checkSides(
  before: CompareSide,
  after: CompareSide,
  tasks: Iterable<Row> | undefined,
  plan: ComparePlan,
): Promise<void> {
  // A run that nobody awaits is checked and never begins.
  simulate(playOptions("before", before, tasks ?? [ANY_TASK], plan));
  simulate(playOptions("after", after, tasks ?? [ANY_TASK], plan));
  const { judge, grading } = plan.options;
  await grade([], judge as JudgeLike, { ...grading, store: undefined });
}

/** Plays one side through all tasks, `runs` times, and grades it. */
export async function playSide(
  name: "before" | "after",
  side: CompareSide,
  tasks: Iterable<Row>,
  limits: LimitOptions | undefined,
  plan: ComparePlan,
): Promise<PlayedSide> {
  const { signal, judge, grading, onProgress } = plan.options;
  const data = await simulate({ ...playOptions(name, side, tasks, plan), limits, signal });
  const rows = await data.grade(judge as JudgeLike<Row>, {
    ...grading,
    // In one folder the verdicts of one side would be in the way of the other's, and beside a run in the way of its rows.
    store: grading?.store && { ...grading.store, dir: join(grading.store.dir, `${name}-verdicts`) },
    tools: side.tools,
    signal,
    onProgress: onProgress && (({ done, total }) => onProgress({ side: name, step: "grade", done, total })),
  });
  return {
    rows: rows as unknown as PlayedSide["rows"],
    simulation: data.report as SimulationReport,
    grading: rows.report as GradeReport,
  };
}
