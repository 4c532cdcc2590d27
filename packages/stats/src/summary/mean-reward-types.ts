import type { Interval, ReportOf } from "@whileai/core";
import type { StepReduction } from "./step-rewards.js";

/** Options of `meanReward`. */
export interface MeanRewardOptions {
  /** Read `steps[].reward` in place of the row's `reward`, and make one number of a rollout's step rewards so. */
  readonly steps?: StepReduction | undefined;
  /** Default 0.95. */
  readonly level?: number | undefined;
}

/** The data of a {@link MeanReward}. */
export interface MeanRewardFields {
  /** Mean of task means; null without a readable reward. */
  readonly meanReward: number | null;
  /** Exact bootstrap interval over tasks; null below three tasks and when all rewards are equal. */
  readonly interval: Interval | null;
  /** Student's t interval over task means: the one to read for few tasks. */
  readonly tInterval: Interval | null;
  readonly level: number;
  /** What was read: the row's reward, or step rewards reduced to their mean, sum or last. */
  readonly source: "row" | StepReduction;
  readonly nTasks: number;
  /** Rows with a readable reward. */
  readonly nRows: number;
  /** Rows without one (null, text, NaN), and entries that are not rows. */
  readonly nSkipped: number;
  /** Rows that repeat a rollout already counted, and those among them that are graded otherwise. */
  readonly nDuplicates: number;
  readonly nContradicting: number;
  /** Rows whose reward is neither 0 nor 1: what `passAt` leaves out. */
  readonly nFractional: number;
  readonly lowest: number | null;
  readonly highest: number | null;
  /** Standard deviation of task means. */
  readonly taskStd: number | null;
  /** Steps with a reward, and steps of the agent without one beside them; 0 when the row's reward was read. */
  readonly nRewardedSteps: number;
  readonly nUnrewardedSteps: number;
  readonly perTask: ReadonlyMap<string, number>;
}

/** What `meanReward` gives. */
export type MeanReward = ReportOf<"mean_reward", MeanRewardFields>;
