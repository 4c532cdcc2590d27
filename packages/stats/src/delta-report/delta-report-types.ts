import type { Interval, ReportOf, RowLike } from "@whileai/core";
import type {
  CompareRunsOptions,
  CompareVerdict,
  PlannedLook,
  TaskValueDifference,
} from "../compare/compare-runs-types.js";
import type { DeclaredChange } from "../compare/declared-change.js";
import type { GroupReader } from "../metric/group-reader.js";
import type { OutcomeFields } from "../outcome/outcome.js";
import type { RunConfig } from "../pass-at/run-config.js";

/** One thing of each side. */
export interface Sides<T> {
  readonly before: T;
  readonly after: T;
}

/** Rows of one training seed each; null for an arm that was not trained. */
export type TrainRunsInput =
  | readonly Iterable<RowLike>[]
  | {
      readonly before?: readonly Iterable<RowLike>[] | null | undefined;
      readonly after?: readonly Iterable<RowLike>[] | null | undefined;
    };

/** A metric by its full name. */
export type MetricName = "pass_at_1" | "mean_reward" | `marker:${string}`;

/** How far a difference must reach before re-runs alone do not explain it. */
export type BandRule = "max" | "t" | "twice";

/** How p-values of secondary metrics allow for there being several. */
export type Correction = "none" | "holm" | "max-t";

/**
 * Options of `deltaReport`. Metrics are `pass_at_1`, `mean_reward` and `marker:<name>`; in lists and maps
 * markers also go by their bare name.
 * What `compareRuns` knows (`minPaired`, `pValue`, `interval`, `clusterBy`, `draws`, `seed`) means the same here.
 */
export interface DeltaReportOptions
  extends Pick<CompareRunsOptions, "minPaired" | "pValue" | "interval" | "clusterBy" | "draws" | "seed"> {
  /** The metric that decides. Default: none is named, and pass@1 (mean reward, where rewards are fractions) gives the headline. */
  readonly target?: MetricName | undefined;
  /** The metric that was trained or tuned on: the report fails when it improved and the target did not. */
  readonly proxy?: MetricName | undefined;
  /** Guards: the report fails when one got worse, or could not be measured. */
  readonly mustNotRegress?: readonly string[] | undefined;
  /** Largest loss of a guard that is acceptable; a guard then passes only when a larger one is ruled out. Default: none. */
  readonly margin?: number | Readonly<Record<string, number>> | undefined;
  /** The drop of a guard without margin that the report must be able to see, or says that it could not. Default 0.05. */
  readonly guardDrop?: number | undefined;
  /** Metrics of which less is better, or a map that also takes names off the built-in list. */
  readonly lowerIsBetter?: readonly string[] | Readonly<Record<string, boolean>> | undefined;
  /** Markers to compare. Default: those that both sides carry, besides the named ones. */
  readonly markers?: readonly string[] | undefined;
  /**
   * What slices the headline metric: a row field, a marker, a function of the row; false for no slices. Default: the
   * first of `category` and `slice` with two values on both sides.
   */
  readonly by?: GroupReader | false | undefined;
  /** SD of one run's mean over re-runs: of the headline metric, or by metric. Default: measured when both sides have runs. */
  readonly runStd?: number | Readonly<Record<string, number | null>> | undefined;
  /** Re-runs behind a given `runStd`. */
  readonly runStdRuns?: number | undefined;
  /** "max" (default): the larger of the t band and twice the re-run SD; or one of the two. */
  readonly bandRule?: BandRule | undefined;
  /** Rows by training seed: a list for the after arm, or both arms. */
  readonly trainRuns?: TrainRunsInput | undefined;
  /** What was changed on purpose: never a reason for "not comparable". */
  readonly changed?: readonly DeclaredChange[] | undefined;
  /** Over all metrics but the headline one and the proxy. Default "none". */
  readonly correction?: Correction | undefined;
  /** One of several planned looks: its alpha takes the place of `alpha`. */
  readonly looks?: PlannedLook | undefined;
  /** Whether every task keeps the same number of rows on both sides, chosen by seed. Default false. */
  readonly balanceRollouts?: boolean | undefined;
  /** Default 0.05, two-sided. */
  readonly alpha?: number | undefined;
  /** Of the sizing advice. Default 0.8. */
  readonly power?: number | undefined;
  /** From this rate on there is too little room to improve. Default 0.9. */
  readonly ceilingPassRate?: number | undefined;
  /** Difference in the share of spoken replies that makes runs not comparable, where no re-run noise is known. Default 0.1. */
  readonly answeredGapPoints?: number | undefined;
  /** Most that the p-value of that difference may be. Default 0.01. */
  readonly answeredAlpha?: number | undefined;
}

/** What a metric's difference comes to. */
export type DeltaVerdict =
  /** Better, beyond what re-runs differ by. */
  | "moved"
  /** Better, and nobody knows how much re-runs differ. */
  | "moved_unreplicated"
  | "moved_the_wrong_way"
  | "no_change_detected"
  /** A move that re-runs of one agent make too. */
  | "within_eval_noise"
  | "insufficient_data"
  /** A target that one side's rows do not carry. */
  | "target_not_measured"
  /** A move with one training seed in an arm. */
  | "unresolved";

/** What a proxy comes to. */
export type ProxyVerdict =
  | "moved"
  | "moved_the_wrong_way"
  | "no_change_detected"
  | "insufficient_data"
  | "proxy_not_measured"
  | "proxy_is_target";

/** What a metric is to the report. */
export type MetricRole = "target" | "proxy" | "guard";

/** One metric of a delta report. `delta`, means and interval are raw: after minus before, whichever way is good. */
export interface DeltaMetric extends TaskValueDifference, OutcomeFields {
  readonly metric: string;
  readonly roles: readonly MetricRole[];
  readonly lowerIsBetter: boolean;
  /** The verdict with b_better meaning a gain, after any correction for several metrics. */
  readonly gainVerdict: CompareVerdict;
  readonly deltaVerdict: DeltaVerdict;
  /** The p-value that allows for several metrics; null where none was asked for or the metric stays unadjusted. */
  readonly adjustedPValue: number | null;
  readonly runStd: number | null;
  readonly runStdDf: number | null;
  readonly noiseBand: number | null;
  /** Whether |delta| lies inside the noise band. */
  readonly withinNoise: boolean;
  /** "no_replicate_floor": other metrics have a re-run SD, this one has none. */
  readonly noiseNote: "no_replicate_floor" | null;
  /** Whether every row of both sides has one and the same value. */
  readonly degenerate: boolean;
}

/** How a guard came out. */
export type GuardStatus =
  /** No significant drop, or a drop beyond the margin is ruled out. */
  | "held"
  | "regressed"
  /** A drop beyond the margin is not ruled out. */
  | "not shown"
  | "not measured";

/** One metric of `mustNotRegress`. */
export interface GuardResult {
  readonly metric: string;
  readonly status: GuardStatus;
  /** Largest acceptable loss; null without a margin. */
  readonly margin: number | null;
  /** The worst that the interval allows, in the good direction; null without an interval. */
  readonly worstCase: number | null;
  /** The smallest drop that would have been seen with the report's power; null when none would. */
  readonly detectableDrop: number | null;
  /** Whether a drop of `guardDrop` could have gone unseen. */
  readonly blind: boolean;
}

/** Why a slice needs attention: it ends below one half; it has no gain to show. */
export type WeakReason = "low" | "no_gain";

/** The headline metric on the rows of one slice. */
export interface DeltaSlice extends TaskValueDifference {
  readonly gainVerdict: CompareVerdict;
  /** Fewer tasks (shared ones where they are paired) than a verdict usually takes. */
  readonly lowN: boolean;
  /** The p-value that allows for there being several slices (Benjamini and Hochberg 1995); null without one. */
  readonly adjustedPValue: number | null;
  readonly weakReasons: readonly WeakReason[];
}

/** The direction of a difference; capitals mean the bad way. */
export type Direction = "up" | "down" | "UP" | "DOWN" | "flat" | "n/a" | "noise";

/** One pair of runs. */
export interface RepeatPair {
  readonly before: string;
  readonly after: string;
  readonly delta: number | null;
  readonly ci95: Interval | null;
  readonly direction: Direction;
}

/** Whether single runs say what all runs together say. */
export interface Repeats {
  readonly source: "eval_run" | "trainRuns";
  readonly pairs: readonly RepeatPair[];
  /** Pairs that say the same as the whole. */
  readonly agree: number;
  /** Largest minus smallest run mean. */
  readonly range: Sides<number | null>;
}

/** The data of a {@link DeltaReport}. */
export interface DeltaReportFields extends OutcomeFields {
  /** Whether nothing failed: no wrong way, no regression, no gate that could not run. Not a claim that something improved. */
  readonly ok: boolean;
  /** The one line to read: PASS, FAIL, NO DIFFERENCE … */
  readonly headline: string;
  /** Why the sides cannot be compared, by cause. */
  readonly notComparable: readonly string[];
  readonly target: string | null;
  readonly targetVerdict: DeltaVerdict | null;
  /** The metric that the headline is about; null when the target was not measured. */
  readonly headlineMetric: string | null;
  readonly headlineVerdict: DeltaVerdict;
  readonly targetDelta: number | null;
  readonly targetCi95: Interval | null;
  readonly nMetrics: number;
  readonly alpha: number;
  readonly level: number;
  /** 1 - level^nMetrics: the chance of some false move if metrics were independent, nothing changed, and none was corrected. */
  readonly familyError: number;
  readonly correction: Correction;
  /** Of the headline metric. */
  readonly nPairedTasks: number;
  readonly nUnpairedTasks: number;
  /** Metrics that moved beyond noise: for the better; for the worse and guarded; for the worse and unguarded. */
  readonly improved: readonly string[];
  readonly regressions: readonly string[];
  readonly slipped: readonly string[];
  readonly guards: readonly GuardResult[];
  readonly lowerIsBetter: readonly string[];
  /** Metrics whose difference lies inside the noise band. */
  readonly withinNoise: readonly string[];
  /** Re-run SD of the headline metric, and of all. */
  readonly runStd: number | null;
  readonly runStdByMetric: ReadonlyMap<string, number | null>;
  readonly runStdSource: "given" | "eval_run" | null;
  readonly runStdRuns: number | null;
  readonly runStdDf: number | null;
  readonly noiseBand: number | null;
  /** How `noiseBand` was formed. */
  readonly noiseRule: string | null;
  readonly bandRule: BandRule;
  /** Evaluation runs found on each side; 0 where rows name none. */
  readonly evalRuns: Sides<number>;
  /** Names of runs that repeat each other, row for row: they count once. */
  readonly replayedRuns: Sides<readonly (readonly string[])[]>;
  /** Whether the re-run SD of the headline metric is known. */
  readonly replicated: boolean;
  readonly trainRuns: Sides<number | null> | null;
  readonly trainStd: Sides<number | null> | null;
  readonly trainDf: number | null;
  readonly trainDelta: number | null;
  readonly trainCi95: Interval | null;
  readonly trainRule: string | null;
  readonly ceiling: boolean;
  /** The smallest gain that the headline metric's shared tasks show with the given power; null where that is unknown. */
  readonly detectableEffect: number | null;
  /** Tasks for the gain that was seen, by the normal formula. */
  readonly tasksNeeded: number | null;
  readonly tasksNeededSource: "rows" | "model" | null;
  /** Guards of which every row has the same value. */
  readonly degenerateGuards: readonly string[];
  readonly proxy: string | null;
  readonly proxyVerdict: ProxyVerdict | null;
  readonly proxyDelta: number | null;
  readonly proxyCi95: Interval | null;
  /** The proxy improved and the target did not keep up. */
  readonly overOptimized: boolean;
  readonly metrics: ReadonlyMap<string, DeltaMetric>;
  /** The messages of all warnings and errors among the notes. */
  readonly warnings: readonly string[];
  readonly config: Sides<RunConfig>;
  readonly balanced: boolean;
  /** Rows that balancing left out. */
  readonly nBalancedOut: Sides<number>;
  /** What slices are formed by; "function" for a function, null without slices. */
  readonly by: string | null;
  readonly bySource: "given" | "auto" | null;
  /** Weak slices first. */
  readonly groups: ReadonlyMap<string, DeltaSlice>;
  readonly groupsDown: readonly string[];
  readonly groupsWeak: readonly string[];
  readonly repeats: Repeats | null;
  readonly sliceMinTasks: number;
  readonly looks: PlannedLook | null;
}

/** What `deltaReport` gives. */
export type DeltaReport = ReportOf<"delta_report", DeltaReportFields>;
