import {
  bootstrapInterval,
  exactBootstrapMean,
  type Interval,
  MIN_INTERVAL_VALUES,
  mean,
  tQuantile,
  wilsonInterval,
} from "@whileai/core";

/** How an interval of a mean over tasks is formed. */
export const INTERVAL_METHODS = ["exact", "percentile", "t", "wilson"] as const;

/**
 * `exact`: the percentile bootstrap without draws. `percentile`: the same with seeded draws. `t`: Student's. `wilson`:
 * Wilson's form on the effective number of rollouts, the best one for few tasks or rates near 0 and 1.
 */
export type IntervalMethod = (typeof INTERVAL_METHODS)[number];

function standardError(values: readonly number[], centre: number): number {
  // Sorted, so that the order of the tasks does not reach the last digit.
  const squares = Float64Array.from(values, (value) => (value - centre) ** 2).sort();
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / (values.length - 1) / values.length);
}

/** A Wilson interval on the number of independent rollouts that would give the same standard error. */
export interface SmallSampleInterval extends Interval {
  readonly effectiveN: number;
}

/**
 * Wilson's interval for the mean of task rates in [0, 1], on the effective sample size p(1-p)/SE² (after Korn and
 * Graubard 1998) with the t quantile of the tasks. When all tasks agree the standard error says nothing: every task
 * then counts once. Null below three tasks.
 *
 * @param rollouts - All rollouts of these tasks: the effective number never exceeds it.
 */
export function smallSampleInterval(values: readonly number[], rollouts: number): SmallSampleInterval | null {
  const centre = mean(values);
  if (centre === null || values.length < MIN_INTERVAL_VALUES) return null;
  const error = standardError(values, centre);
  const noSpread = values.every((value) => value === values[0]);
  const effectiveN = noSpread
    ? values.length
    : Math.min(Math.max((centre * (1 - centre)) / error ** 2, 1), Math.max(rollouts, 1));
  const interval = wilsonInterval(centre * effectiveN, effectiveN, noSpread ? {} : { z: tQuantile(values.length - 1) });
  return interval === null ? null : { ...interval, effectiveN };
}

/** What {@link meanInterval} needs besides the values. */
export interface MeanIntervalOptions {
  readonly method: IntervalMethod;
  readonly draws: number;
  readonly seed: number | string;
  /** Rollouts behind the values. */
  readonly rollouts: number;
}

/** The 95% interval of the mean of task values in [0, 1]; null below three tasks. */
export function meanInterval(values: readonly number[], options: MeanIntervalOptions): Interval | null {
  if (values.length < MIN_INTERVAL_VALUES) return null;
  const { method, draws, seed, rollouts } = options;
  if (method === "percentile") return bootstrapInterval(values, { draws, seed });
  if (method === "wilson") return ends(smallSampleInterval(values, rollouts));
  if (method === "exact") return ends(exactBootstrapMean(values));
  const centre = mean(values) as number;
  const half = tQuantile(values.length - 1) * standardError(values, centre);
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

const ends = (interval: Interval | null): Interval | null => interval && { low: interval.low, high: interval.high };
