import type { AnyTool, Execute, RowLike } from "@whileai/core";
import type { BackendLike } from "@whileai/core/settings";
import type { GradeOptions, JudgeLike } from "@whileai/judges";
import type { AgentFunction, SamplingOptions, SimulatedRow, SimulateOptions } from "@whileai/simulate";
import type { DeltaReportOptions } from "@whileai/stats";

/** What a side of a comparison plays with. What it leaves out it has in common with the other side. */
export interface CompareSide {
  /** A function, a backend or a spec string. */
  readonly agent?: AgentFunction | BackendLike | undefined;
  readonly systemPrompt?: string | undefined;
  readonly tools?: readonly AnyTool[] | undefined;
  readonly sampling?: SamplingOptions | undefined;
  /** Real bodies instead of the mock world: `Tool.dispatch(tools)`. */
  readonly execute?: Execute | undefined;
}

/** How far a comparison has come. */
export interface CompareProgress {
  /** `tasks` writes the situations that both sides are then played on. */
  readonly side: "tasks" | "before" | "after";
  readonly step: "simulate" | "grade";
  readonly done: number;
  /** Null while it is not known. */
  readonly total: number | null;
}

/** How both sides of a comparison are graded. */
export interface CompareGradingOptions extends Pick<GradeOptions, "limits" | "judgeName" | "scale" | "cache"> {
  /** Keeps the verdicts, those of each side in a folder of its own inside `dir` (which may be that of the runs), so that the same call does not ask for them again. */
  readonly store?: Omit<NonNullable<GradeOptions["store"]>, "keepRows"> | undefined;
}

/** Options of `compare()`: the two sides, what they have in common, and what the report is asked. */
export interface CompareOptions
  extends CompareSide,
    Pick<
      SimulateOptions,
      "simulator" | "seeds" | "traces" | "coverage" | "faults" | "turns" | "distractors" | "limits" | "seed" | "signal"
    >,
    Omit<DeltaReportOptions, "changed" | "trainRuns" | "runStd" | "runStdRuns" | "looks" | "seed"> {
  readonly before: CompareSide;
  readonly after: CompareSide;
  /** Rows whose prompts both sides play, in the worlds and with the faults that those rows had. Default: written once. */
  readonly tasks?: Iterable<RowLike> | { readonly rows: Iterable<RowLike> } | undefined;
  /** How many tasks are written when none are given. Default 64. */
  readonly budget?: number | undefined;
  /** Rollouts of each task in each run, k. Default 4. */
  readonly repeats?: number | undefined;
  /** How often each side plays all tasks: two or more measure how much re-runs differ. Default 3. */
  readonly runs?: number | undefined;
  /** As in `grade()`. Default: the configured judge. */
  readonly judge?: JudgeLike<SimulatedRow> | undefined;
  /** What else `grade()` is told. */
  readonly grading?: CompareGradingOptions | undefined;
  /**
   * Where the sides are kept, each in a folder of its own inside `dir`, so that the same call goes on after a crash. Default:
   * `.whileai/runs/compare-…` when a side's agent is a model with a spec string, else none; false is none.
   */
  readonly store?: Omit<NonNullable<SimulateOptions["store"]>, "keepRows"> | undefined;
  readonly onProgress?: ((progress: CompareProgress) => void) | undefined;
}

/** Tasks that are written when none are given. Convention: enough for a change of 15 points at k = 4 and 3 runs. */
export const DEFAULT_TASKS = 64;
/** Rollouts and runs. Conventions of the Python package. */
export const DEFAULT_REPEATS = 4;
export const DEFAULT_RUNS = 3;
