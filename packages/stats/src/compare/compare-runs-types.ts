import type { Interval, ReportOf } from "@whileai/core";
import type { NonInferiority } from "../inference/non-inferiority.js";
import type { GroupReader } from "../metric/group-reader.js";
import type { OutcomeFields } from "../outcome/outcome.js";
import type { DeclaredChange } from "./declared-change.js";
import type { DifferenceMethod } from "./difference-interval.js";

/** What the numbers say on their own: better needs an interval off zero and a p-value of at most alpha. */
export type CompareVerdict = "b_better" | "a_better" | "no_difference_detected" | "insufficient_data";

/**
 * How a p-value was obtained. Where the sides have unequal numbers of rollouts a task: `sign_flip_stratified`, dealing passes
 * out within tasks was the stricter test; `permutation_bounded`, the spread that single rollouts have was.
 */
export type PValueMethod =
  | "sign_flip_exact"
  | "sign_flip_monte_carlo"
  | "sign_flip_stratified"
  | "permutation_exact"
  | "permutation_monte_carlo"
  | "permutation_bounded";

/** One look at a comparison that grows. */
export interface PlannedLook {
  /** Which look this is, from 1. */
  readonly look: number;
  /** How many are planned. */
  readonly of: number;
  /** What this look may spend: the `p` of its boundary (`groupSequentialBoundaries`); 0 when it cannot stop. */
  readonly alpha: number;
}

/** Options of `compareRuns`. */
export interface CompareRunsOptions {
  /** `pass_at_1` (default), `mean_reward` or `marker:<name>`. */
  readonly metric?: string | undefined;
  /** Whether less of the metric is better. Default false. */
  readonly lowerIsBetter?: boolean | undefined;
  /** Level of the interval; alpha is 1 - level. Default 0.95. */
  readonly level?: number | undefined;
  /** Fewest shared tasks that are compared in pairs. Default 5. */
  readonly minPaired?: number | undefined;
  /** Which p-value the verdict uses. Default "exact"; "midp" costs less power and may exceed alpha a little. */
  readonly pValue?: "exact" | "midp" | undefined;
  /**
   * How the interval is formed: "exact" (default), the bootstrap over tasks computed without draws; "t"; or a function:
   * `studentizedDifference`, `percentileDifference`, `wilsonDifference`, `stratifiedDifference(…)`.
   */
  readonly interval?: DifferenceMethod | undefined;
  /** Resamples where draws are needed. Default 2000. */
  readonly draws?: number | undefined;
  readonly seed?: number | string | undefined;
  /**
   * What makes tasks related (restated asks, one document): a field of the row, or a function of it. Evidence then
   * counts by cluster. Default: tasks are independent.
   */
  readonly clusterBy?: GroupReader | undefined;
  /** Largest loss that still counts as "not worse": adds a non-inferiority result. */
  readonly margin?: number | undefined;
  /** What was changed on purpose between the runs; never a reason for "not comparable". */
  readonly changed?: readonly DeclaredChange[] | undefined;
  /** One of several planned looks: its own alpha takes the place of 1 - level, in the verdict and for the interval. */
  readonly looks?: PlannedLook | undefined;
}

/** Counts of rows of one side. */
export interface SideCounts {
  readonly nTasks: number;
  readonly nRows: number;
  readonly nSkipped: number;
  readonly nDuplicates: number;
  readonly nNotRows: number;
}

/** What two sets of task values say about a difference, b - a, in the metric's own unit and direction. */
export interface TaskValueDifference {
  readonly verdict: CompareVerdict;
  /** Mean over tasks of b - a; null when a side has no task. */
  readonly delta: number | null;
  /** Of `delta`; null below two independent values on a side. */
  readonly standardError: number | null;
  /** Interval of `delta` at `level` (the name stays at every level); null below three independent values on a side. */
  readonly ci95: Interval | null;
  /** How `ci95` was formed: "exact", "grid" (no lattice: right to five digits), "t", or what the function says. */
  readonly intervalMethod: string | null;
  /** Two-sided p-value that the verdict used. */
  readonly pValue: number | null;
  readonly pValueMethod: PValueMethod | null;
  /** The mid-p variant; null where the exact distribution was out of reach. */
  readonly midP: number | null;
  /** Clusters, of the smaller side; null without `clusterBy`. */
  readonly nClusters: number | null;
  /** Whether tasks were compared in pairs. */
  readonly paired: boolean;
  /** Tasks with a value on both sides, paired or not. */
  readonly nPaired: number;
  readonly nOnlyA: number;
  readonly nOnlyB: number;
  /** Shared tasks, of all tasks; null without tasks. */
  readonly pairedShare: number | null;
  /** Tasks behind `delta`: the shared ones, or the smaller side. */
  readonly nUsed: number;
  /** Shared tasks whose values differ: the only ones that carry evidence in a paired test. */
  readonly nNonTied: number;
  /** Means over all tasks of a side. */
  readonly meanA: number | null;
  readonly meanB: number | null;
  /** Means over the tasks that both sides have. */
  readonly meanASharedTasks: number | null;
  readonly meanBSharedTasks: number | null;
}

/** The fields of a `compareRuns` report. */
export interface CompareRunsFields extends TaskValueDifference, OutcomeFields {
  readonly metric: string;
  readonly lowerIsBetter: boolean;
  readonly level: number;
  /** Which planned look this was; null without `looks`. */
  readonly looks: PlannedLook | null;
  /** Whether a loss larger than the margin is ruled out, as `nonInferiority` says it; null without `margin`. */
  readonly nonInferiority: NonInferiority | null;
  /** Undeclared differences in how the runs were made, by name. */
  readonly notComparable: readonly string[];
  readonly rowsA: SideCounts;
  readonly rowsB: SideCounts;
  /** All notes in one line; null without notes. */
  readonly note: string | null;
}

/** What `compareRuns` gives. */
export type CompareRuns = ReportOf<"compare_runs", CompareRunsFields>;
