import { MIN_INTERVAL_VALUES } from "@whileai/core";
import { sampleStd } from "./task-std.js";

/** Bounds of the correlation of a task's rollouts: no run is measured well enough to say more. */
const LEAST_SHARED = 0.02;
const MOST_SHARED = 0.9;

/**
 * How differently the tasks of a run pass, as the concentration of the Beta distribution whose rates, seen through k
 * rollouts, have the same variance. Null where that cannot be told: fewer than three tasks, one rollout, or all equal.
 */
export function taskConcentration(rates: readonly number[], k: number): number | null {
  if (rates.length < MIN_INTERVAL_VALUES || k < 2) return null;
  const mean = rates.reduce((sum, value) => sum + value, 0) / rates.length;
  const chance = mean * (1 - mean);
  if (chance === 0) return null;
  // Means of k rollouts vary by chance·(1 + (k-1)·shared)/k, and shared = 1/(concentration + 1).
  const shared = ((sampleStd(rates) ** 2 / chance) * k - 1) / (k - 1);
  return 1 / Math.min(MOST_SHARED, Math.max(LEAST_SHARED, shared)) - 1;
}
