import type { TaskValues } from "../metric/task-values.js";

/** Passes and rollouts of one task, over all runs. */
interface Pool {
  readonly passes: number;
  readonly rollouts: number;
}

/**
 * The standard deviation that run means would have from the chance of rollouts alone: √(mean over runs of
 * Σ vₜ/nₜ / T²), with vₜ the unbiased variance of task t's rollouts pooled over runs. Null where no task has two
 * rollouts to tell it by. Pass or fail only.
 */
export function samplingStd(runs: readonly TaskValues[]): number | null {
  const pools = new Map<string, Pool>();
  for (const { perTask } of runs)
    for (const [task, { mean, count }] of perTask) {
      const known = pools.get(task) ?? { passes: 0, rollouts: 0 };
      pools.set(task, { passes: known.passes + Math.round(mean * count), rollouts: known.rollouts + count });
    }
  const variances: number[] = [];
  for (const { perTask } of runs) {
    const noise: number[] = [];
    for (const [task, { count }] of perTask) {
      const { passes, rollouts } = pools.get(task) as Pool;
      if (rollouts < 2) return null;
      noise.push((passes * (rollouts - passes)) / (rollouts * (rollouts - 1) * count));
    }
    // Ascending, so that the order of the rows changes no digit.
    const sum = noise.sort((left, right) => left - right).reduce((total, value) => total + value, 0);
    variances.push(sum / perTask.size ** 2);
  }
  if (variances.length === 0) return null;
  return Math.sqrt(variances.reduce((total, value) => total + value, 0) / variances.length);
}
