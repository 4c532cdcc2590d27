import type { TaskValue } from "../metric/task-values.js";
import { sampleStd } from "./task-std.js";

/** What the variance of a mean over tasks is made of. */
export interface VarianceComponents {
  readonly nTasks: number;
  /** ω²: variance over tasks of the true rate (one side) or of its true change (two sides). Never below 0. */
  readonly betweenTasks: number;
  /** σ²: mean variance of one rollout within its task, added over the sides. */
  readonly withinTasks: number;
  /** Rollouts a task and side, as noise goes by them (a harmonic mean): σ²/k is the noise in a task's value. */
  readonly k: number;
}

/** Unbiased variance of one rollout of a task, pass or fail; null with one rollout. */
function rolloutVariance({ mean, count }: TaskValue): number | null {
  return count < 2 ? null : (mean * (1 - mean) * count) / (count - 1);
}

const average = (values: readonly number[]): number =>
  Float64Array.from(values)
    .sort()
    .reduce((sum, value) => sum + value, 0) / values.length;

/** The rollout variance of a side and the mean of 1/rollouts; null where it cannot be told. */
function sideNoise(tasks: readonly TaskValue[]): { within: number; inverse: number } | null {
  const known = tasks.map(rolloutVariance).filter((value) => value !== null);
  if (known.length === 0) return null;
  return { within: average(known), inverse: average(tasks.map(({ count }) => 1 / count)) };
}

/**
 * Splits the variance of a mean over tasks by moments (Miller 2024, section 5): Var(task value) = ω² + σ²/k, with σ²
 * from the rollouts inside tasks. With two sides the task value is the difference and σ² that of both sides together.
 * Null for fewer than two tasks, or when no task of a side has two rollouts.
 */
export function varianceComponents(
  before: readonly TaskValue[],
  after: readonly TaskValue[] | null,
): VarianceComponents | null {
  const sides = after === null ? [before] : [before, after];
  const noises = sides.map(sideNoise).filter((noise) => noise !== null);
  if (before.length < 2 || noises.length < sides.length) return null;
  const values = before.map(({ mean }, index) => (after === null ? mean : (after[index] as TaskValue).mean - mean));
  const noise = noises.reduce((sum, { within, inverse }) => sum + within * inverse, 0);
  const withinTasks = noises.reduce((sum, { within }) => sum + within, 0);
  return {
    nTasks: before.length,
    betweenTasks: Math.max(0, sampleStd(values) ** 2 - noise),
    withinTasks,
    k: noise > 0 ? withinTasks / noise : noises.length / noises.reduce((sum, { inverse }) => sum + inverse, 0),
  };
}
