import type { Interval, ReportOf } from "@whileai/core";
import type { OutcomeFields } from "../outcome/outcome.js";
import type { DeclaredChange } from "./declared-change.js";
import type { DifferenceMethod } from "./difference-interval.js";

/** What the numbers say on their own: better needs an interval off zero and a p-value of at most alpha. */
export type CompareVerdict = "b_better" | "a_better" | "no_difference_detected" | "insufficient_data";

/** How a p-value was obtained. */
export type PValueMethod =
  | "sign_flip_exact"
  | "sign_flip_monte_carlo"
  | "permutation_exact"
  | "permutation_monte_carlo";

/** One of several planned looks at a growing run: what it may spend of alpha. */
export interface Look {
  /** Which look this is, from 1. */
  readonly look: number;
  /** How many are planned. */
  readonly of: number;
  /** The two-sided alpha of this look alone, from a spending function. */
  readonly alpha: number;
}

/** Reads a task's cluster or stratum off its rows: the name of a row field, or a function. */
export type GroupReader = string | ((row: Readonly<Record<string, unknown>>) => unknown);

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
   * `studentizedDifference`, `percentileDifference`, `wilsonDifference`.
   */
  readonly interval?: DifferenceMethod | undefined;
  /** Resamples where draws are needed. Default 2000. */
  readonly draws?: number | undefined;
  readonly seed?: number | string | undefined;
  /** What tasks share beyond chance (restated asks, one document): evidence then counts by cluster, not by task. */
  readonly clusterBy?: GroupReader | undefined;
  /** What the mix of tasks was fixed by (tier, category): resamples then keep the mix. */
  readonly stratifyBy?: GroupReader | undefined;
  /** Largest loss that still counts as "not worse": adds a non-inferiority result. */
  readonly margin?: number | undefined;
  /** What was changed on purpose between the runs; never a reason for "not comparable". */
  readonly changed?: readonly DeclaredChange[] | undefined;
  /** One look of a plan with several: its own alpha replaces 1 - level in the verdict and the interval. */
  readonly looks?: Look | undefined;
}

/** Whether a loss larger than the margin is ruled out. */
export interface NonInferiority {
  readonly margin: number;
  /** The worst difference the interval allows, in the good direction; null without an interval. */
  readonly worstCase: number | null;
  /** True when the whole interval lies above -margin; false when not shown; null without an interval. */
  readonly shown: boolean | null;
}

/** The paired part and the tasks that one side alone has, weighed by their precision. */
export interface CombinedDifference {
  readonly delta: number;
  readonly interval: Interval;
  /** Share of the weight that the paired part carries. */
  readonly pairedWeight: number;
  readonly pairedDelta: number;
  readonly unpairedDelta: number;
}

/** Counts of rows of one side. */
export interface SideCounts {
  readonly nTasks: number;
  readonly nRows: number;
  readonly nSkipped: number;
  readonly nDuplicates: number;
  readonly nNotRows: number;
}

/** The fields of a `compareRuns` report. All differences are b - a, in the metric's own unit and direction. */
export interface CompareRunsFields extends OutcomeFields {
  readonly metric: string;
  readonly lowerIsBetter: boolean;
  readonly verdict: CompareVerdict;
  /** Mean over tasks of b - a; null when a side has no task. */
  readonly delta: number | null;
  /** Interval of `delta` at `level` (the name stays at every level); null below three tasks. */
  readonly ci95: Interval | null;
  /** How `ci95` was formed. */
  readonly intervalMethod: string | null;
  /** Two-sided p-value that the verdict used; null below two tasks a side. */
  readonly pValue: number | null;
  readonly pValueMethod: PValueMethod | null;
  /** The mid-p variant; null where the exact distribution was out of reach. */
  readonly midP: number | null;
  readonly level: number;
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
  /** Clusters or strata behind the interval (of the smaller side); null without `clusterBy` and `stratifyBy`. */
  readonly nGroups: number | null;
  /** Uses also the tasks that only one side has; null when there are none, or too few of either kind. */
  readonly combined: CombinedDifference | null;
  /** Null without `margin`. */
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
