import { mean } from "@whileai/core";
import type { TaskValues } from "../metric/task-values.js";

/** Fewest runs with a spread. */
export const FEWEST_RUNS = 2;
/** Fewer re-runs than this give a spread that is hardly known. Convention. */
export const FEW_RUNS_BELOW = 3;

/** What one run measured, by metric. */
export type RunValues = ReadonlyMap<string, TaskValues>;

/** A metric's mean of one run: the mean of its tasks' means. Null where no task has a readable value. */
export function runMean(run: RunValues, metric: string): number | null {
  const values = run.get(metric);
  return values === undefined ? null : mean([...values.perTask.values()].map((task) => task.mean));
}

/** The means of the runs that measured a metric. */
export const runMeans = (runs: readonly RunValues[], metric: string): number[] =>
  runs.map((run) => runMean(run, metric)).filter((value) => value !== null);
