import type { RowLike } from "@whileai/core";
import { readTaskValues } from "./metric-tally.js";

/** What one task's rollouts average to. */
export interface TaskValue {
  readonly mean: number;
  /** Readable rollouts behind the mean. */
  readonly count: number;
}

/** One metric of a run, task by task. */
export interface TaskValues {
  readonly metric: string;
  /** In the order of first appearance; tasks without a readable rollout are absent. */
  readonly perTask: ReadonlyMap<string, TaskValue>;
  /** Rows with a readable value, repeats aside. */
  readonly nRows: number;
  /** Rows without one: nothing there, NaN, text that is no number, a fraction where `pass_at_1` needs 0 or 1. */
  readonly nSkipped: number;
  /** Rows among the skipped whose reward is a number, but neither 0 nor 1 as `pass_at_1` needs. */
  readonly nPartial: number;
  /** Rows that repeat the task, evaluation run and rollout index of an earlier one: left out. */
  readonly nDuplicates: number;
  /** Those among the repeated that pass where the first does not, or fail where it passed. */
  readonly nContradicting: number;
  /** Entries that are not rows at all. */
  readonly nNotRows: number;
  /** Rows whose value is 0, and 1. */
  readonly nAtZero: number;
  readonly nAtOne: number;
  /** Smallest and largest value of a row; null without one. */
  readonly lowest: number | null;
  readonly highest: number | null;
  /** How rollouts were planned: "fixed", or "probe/k" of plans that stop on outcomes; ascending, one for each plan. */
  readonly plans: readonly string[];
  /** Whether any row has the field at all, readable or not. */
  readonly isPresent: boolean;
  /** Other markers of rows that lack this one: what a misspelt name may have meant. */
  readonly otherMarkers: readonly string[];
}

/**
 * One metric of a run for each task: the mean over its rollouts.
 *
 * `pass_at_1` and `mean_reward` are read as `passAt` reads them: booleans count, fractions are left out of `pass_at_1`,
 * a repeated (task, evaluation run, rollout index) counts once, and groups that were probed and then filled are read
 * from their probe rollouts, which alone are unbiased. `marker:<name>` reads `row.markers[name]` under the same rules.
 *
 * Throws an `OptionError` for any other metric, or something that is not a list of rows.
 *
 * @example
 * taskValues([{ scenario_id: "a", reward: 1 }, { scenario_id: "a", reward: 0 }], "pass_at_1").perTask;
 * // Map { "a" => { mean: 0.5, count: 2 } }
 */
export function taskValues(rows: Iterable<RowLike>, metric: string): TaskValues {
  return manyTaskValues(rows, [metric]).get(metric) as TaskValues;
}

/** {@link taskValues} of several metrics in one pass over the rows, by metric. */
export function manyTaskValues(rows: Iterable<RowLike>, metrics: readonly string[]): ReadonlyMap<string, TaskValues> {
  return readTaskValues("taskValues", rows, metrics);
}
