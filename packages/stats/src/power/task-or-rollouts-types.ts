import type { ReportOf, RowLike } from "@whileai/core";
import type { VarianceComponents } from "./variance-components.js";

/** Options of `taskOrRollouts`. */
export interface TaskOrRolloutsOptions {
  /** The other side of a comparison on the same tasks: the answer is then about the difference. */
  readonly after?: Iterable<RowLike> | undefined;
  /** What another task costs (writing it, labelling it), in rollouts. Default 0. */
  readonly taskCost?: number | undefined;
  /** The gain that the plans are to show. Default 0.05. */
  readonly effect?: number | undefined;
  /** Default 0.8. */
  readonly power?: number | undefined;
  /** Default 0.05, two-sided. */
  readonly alpha?: number | undefined;
}

/** A way to show the effect: tasks and rollouts a task and side. */
export interface SizePlan {
  readonly k: number;
  readonly nTasks: number;
  /** Rollouts of all sides together. */
  readonly nRollouts: number;
}

/** The data of a {@link TaskOrRollouts}. Standard errors are of the mean rate, or of the difference. */
export interface TaskOrRolloutsFields {
  /** What lowers the error most for its cost; "either" when tasks do not differ, null when it cannot be told. */
  readonly answer: "tasks" | "rollouts" | "either" | null;
  readonly components: VarianceComponents | null;
  /** Share of the variance that more rollouts can remove: (σ²/k)/(ω² + σ²/k). */
  readonly rolloutShare: number | null;
  readonly standardError: number | null;
  readonly withTwiceTheTasks: number | null;
  readonly withTwiceTheRollouts: number | null;
  /** What no number of rollouts goes below: √(ω²/n). */
  readonly withEndlessRollouts: number | null;
  /** Rollouts a task and side with the least error for the cost, at least 1; null without limit. */
  readonly bestRollouts: number | null;
  readonly taskCost: number;
  readonly effect: number;
  readonly plans: readonly SizePlan[];
}

/** What `taskOrRollouts` gives. */
export type TaskOrRollouts = ReportOf<"task_or_rollouts", TaskOrRolloutsFields>;
