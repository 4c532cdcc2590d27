import type { Interval, ReportOf } from "@whileai/core";
import type { GroupReader } from "../metric/group-reader.js";
import type { KWayEstimate } from "./estimate-k-way.js";
import type { IntervalMethod } from "./mean-interval.js";
import type { RecommendedInterval } from "./recommended-interval.js";
import type { RunConfig } from "./run-config.js";
import type { WorstCase } from "./worst-case.js";

/** Options of `passAt` and `createPassAt`. */
export interface PassAtOptions {
  /**
   * Rollouts that pass^k and pass@k are about. Default: the plan's k of a run that probes and fills, else the smallest
   * group with at least two graded rollouts.
   */
  readonly k?: number | undefined;
  /** Below this k, pass^k and pass@k are not given. Default 4. */
  readonly minK?: number | undefined;
  /** Whether groups shorter than k that all agree count as if they had gone on like that. Default false. */
  readonly unanimousShort?: boolean | undefined;
  /**
   * How intervals are formed. Default "exact": the bootstrap over tasks, computed without draws. A function of one value
   * for each task, such as `bcaInterval`, brings another method.
   */
  readonly interval?: IntervalMethod | undefined;
  /**
   * What tells which tasks are related (restated, from one document): a field of the rows, such as "semantic_cluster", or
   * a function of a row. Clusters, not tasks, are then the independent units of every interval; rates stay means over
   * tasks. A task whose rows name none is a cluster of its own. Default: tasks are independent.
   */
  readonly clusterBy?: GroupReader | undefined;
  /** Seed of the refits behind estimated k-way intervals. Default 0. */
  readonly seed?: number | string | undefined;
}

/** The fields of a `passAt` report. Rates are shares from 0 to 1; intervals are at 95% and over tasks. */
export interface PassAtFields {
  readonly k: number;
  /** Chance that one rollout passes: the mean over tasks of each task's pass rate. Null when nothing was graded. */
  readonly passAt1: number | null;
  /** Chance that k rollouts of a task all pass; null when k is below `minK` or no task has k rollouts. */
  readonly passPowK: number | null;
  /** Chance that at least one of k rollouts passes; null as `passPowK`. */
  readonly passAtK: number | null;
  /** pass@k - pass@1, both over the tasks that have k rollouts: what training could still reach. */
  readonly headroom: number | null;
  /** pass@k - pass@1 with pass@1 over all tasks, as other tools report it; the two sets of tasks may differ. */
  readonly headroomAllTasks: number | null;
  /** Tasks with at least one graded rollout. */
  readonly nGroups: number;
  /** Rows with a pass or fail. */
  readonly nRows: number;
  /** Tasks behind the k-way numbers: those with at least k rollouts, and imputed ones. 0 when the numbers are null. */
  readonly nGroupsAtK: number;
  /** Shorter tasks among them, counted through `unanimousShort`; 0 when the k-way numbers are null. */
  readonly nGroupsImputed: number;
  /** Rows whose reward is a number but neither 0 nor 1: left out of every pass rate. */
  readonly nPartial: number;
  /** Entries that are not rows at all. */
  readonly nSkipped: number;
  /** Rows that repeat the task, evaluation run and rollout index of an earlier one: left out. */
  readonly nDuplicates: number;
  /** Those among the repeated that pass where the first does not, or fail where it passed. */
  readonly nContradicting: number;
  /** Rows without any task id or prompt; they count as one task. */
  readonly nUnkeyed: number;
  /** Clusters of the graded tasks; null without `clusterBy`. */
  readonly nClusters: number | null;
  /** Mean over tasks of each task's mean reward, fractions included. */
  readonly meanReward: number | null;
  /** Interval of `meanReward`: the recommended one where rewards lie in [0, 1], else Student's; null below three tasks. */
  readonly meanRewardCi95: Interval | null;
  /** Bounds of `passAt1` for what was not graded. */
  readonly worstCase: WorstCase;
  /** Each task's pass rate, in the order of first appearance. */
  readonly perTask: ReadonlyMap<string, number>;
  /** All notes in one line; null without notes. */
  readonly note: string | null;
  /** Interval of `passAt1`; null below three tasks. */
  readonly ci95: Interval | null;
  readonly passPowKCi95: Interval | null;
  readonly passAtKCi95: Interval | null;
  readonly headroomCi95: Interval | null;
  /** The recommended interval of `passAt1`: it also holds for few tasks and near 0 or 1; null below three tasks. */
  readonly smallSampleCi95: RecommendedInterval | null;
  /** How pass^k and pass@k were estimated when groups stopped early on their outcomes; else null. */
  readonly estimate: KWayEstimate | null;
  readonly config: RunConfig;
}

/** What `passAt` gives. */
export type PassAt = ReportOf<"pass_at", PassAtFields>;
