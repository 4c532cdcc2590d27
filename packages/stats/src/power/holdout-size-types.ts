import type { ReportOf, RowLike } from "@whileai/core";

/**
 * Where the differences behind `nTasksForVerdict` come from: "repair" (Beta task rates, every failure repaired with the
 * same chance), "measured" (the rows' own differences, moved to the effect), "normal" (only their spread is known).
 */
export type TaskModelName = "repair" | "measured" | "normal";

/** Options of `holdoutSize`. */
export interface HoldoutSizeOptions {
  /** Rows of a run like the one to come: gives the base rate, k and how much tasks differ. */
  readonly before?: Iterable<RowLike> | undefined;
  /** The other side of an earlier comparison on the same tasks: with `before`, the spread is measured. */
  readonly after?: Iterable<RowLike> | undefined;
  /** Default `pass_at_1`. Other metrics need `before` and `after`, or `taskStd`. */
  readonly metric?: string | undefined;
  /** Pass rate before the change. Default: that of `before`, else 0.6. */
  readonly base?: number | undefined;
  /** Rollouts a task and side. Default: the smallest group of the rows, else 4. */
  readonly k?: number | undefined;
  /** Standard deviation of one task's difference, when it is known. */
  readonly taskStd?: number | undefined;
  /** Chance that the comparison shows the effect when it is there. Default 0.8. */
  readonly power?: number | undefined;
  /** Default 0.05, two-sided. */
  readonly alpha?: number | undefined;
  /** The band that the delta must also leave, as `noiseBand().decisionBand` gives it. Default: none. */
  readonly noiseBand?: number | undefined;
  /** Spread of task rates in the repair model: Beta(c·base, c·(1-base)). Default: fitted to `before`, else 4. From 0.001 to 1,000,000. */
  readonly concentration?: number | undefined;
}

/** The data of a {@link HoldoutSize}. Rates and effects are shares from 0 to 1. */
export interface HoldoutSizeFields {
  /** Tasks by the normal formula: the comparison everyone quotes. */
  readonly nTasks: number;
  /** Tasks for the rule that decides; null when no number is enough (the effect lies inside the noise band). */
  readonly nTasksForVerdict: number | null;
  /** The same when the fewest tasks carry the whole gain; null unless the repair model answered. */
  readonly nTasksForVerdictConcentrated: number | null;
  readonly taskModel: TaskModelName;
  /** The repair model's concentration; null with other models. */
  readonly concentration: number | null;
  /** The chance of a verdict with `nTasks` tasks under the task model, the noise band aside. */
  readonly verdictPowerAtNTasks: number;
  readonly metric: string;
  readonly effect: number;
  readonly base: number;
  readonly k: number;
  readonly power: number;
  readonly alpha: number;
  readonly noiseBand: number | null;
  /** Standard deviation of one task's difference behind `nTasks`. */
  readonly taskStd: number;
  readonly sdSource: "rows" | "given" | "model";
  /** Whether the rows had too little room to size by, so that the model at the default base rate answered. */
  readonly saturated: boolean;
  /** Half-width of the interval to expect with `nTasks`. */
  readonly halfWidth: number;
  /** Tasks when the fewest tasks carry the whole gain; null unless the model answered. */
  readonly nTasksConcentrated: number | null;
  /** Standard deviation of the before-rates over tasks; null without rows. */
  readonly baseSpread: number | null;
  /** Shared tasks that the spread was measured on; null without an after side. */
  readonly nPaired: number | null;
  /** Variance of a rollout over that within its task: above 1 where tasks differ. Null without rows and for other metrics than pass@1. */
  readonly independenceRatio: number | null;
  /** 95% range of `nTasks` over other draws of the tasks, widened to hold it; null where rows do not decide it. */
  readonly nTasksLow: number | null;
  readonly nTasksHigh: number | null;
  readonly nTasksRangeMethod: string | null;
}

/** What `holdoutSize` gives. */
export type HoldoutSize = ReportOf<"holdout_size", HoldoutSizeFields>;
