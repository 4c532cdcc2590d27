import { derive, percentileInterval } from "@whileai/core";
import type { IntervalContext, IntervalFunction } from "./difference-interval.js";
import { squaredError, tInterval, type WeightedValues, weightedMean } from "./weighted-means.js";

/** A resampled estimate and its squared standard error. */
interface Resample {
  readonly estimate: number;
  readonly variance: number;
}

/** Draws every group on its own, `draws` times, and sorts what `read` makes of each resample. */
function resampled(
  groups: readonly WeightedValues[],
  { draws, seed }: IntervalContext,
  read: (resample: Resample) => number,
): Float64Array {
  const stream = derive(seed, "difference-bootstrap");
  // Sorted, so that the draws do not depend on the order of the tasks.
  const sides = groups.map(({ values, weight }) => ({
    sorted: Float64Array.from(values).sort(),
    sample: new Float64Array(values.length),
    weight,
  }));
  const results = new Float64Array(draws);
  for (let draw = 0; draw < draws; draw++) {
    let [estimate, variance] = [0, 0];
    for (const { sorted, sample, weight } of sides) {
      let sum = 0;
      for (let index = 0; index < sample.length; index++) {
        const value = sorted[stream.integer(sorted.length)] as number;
        sample[index] = value;
        sum += value;
      }
      const centre = sum / sample.length;
      estimate += weight * centre;
      variance += weight ** 2 * squaredError(sample, centre);
    }
    results[draw] = read({ estimate, variance });
  }
  return results.sort();
}

/**
 * The percentile bootstrap of a difference by seeded draws (Efron and Tibshirani 1993, chapter 13), for the `interval`
 * option of `compareRuns`: what `"exact"` computes without draws, and the one to take with `stratifyBy`.
 *
 * Wrong when: tasks are few (below 20 it covers less than it says).
 *
 * @example
 * compareRuns(before, after, { interval: percentileDifference, seed: 1 });
 */
export const percentileDifference: IntervalFunction = (groups, context) => ({
  ...percentileInterval(
    resampled(groups, context, ({ estimate }) => estimate),
    context.level,
  ),
  method: "percentile",
});

/**
 * The studentized bootstrap (bootstrap-t) of a difference by seeded draws (Efron and Tibshirani 1993, section 12.5), for
 * the `interval` option of `compareRuns`: follows skewed differences, and is wider than the percentile one on few tasks.
 *
 * Wrong when: most differences are equal, as resamples without any spread then stand for infinite t; the end they fall
 * on is Student's.
 *
 * @example
 * compareRuns(before, after, { interval: studentizedDifference });
 */
export const studentizedDifference: IntervalFunction = (groups, context) => {
  const observed = weightedMean(groups);
  const { estimate: centre, error } = observed;
  if (error === 0) return null;
  const ascending = resampled(groups, context, ({ estimate, variance }) => {
    const distance = estimate - centre;
    return variance > 0 ? distance / Math.sqrt(variance) : distance === 0 ? 0 : distance * Number.POSITIVE_INFINITY;
  });
  const { low, high } = percentileInterval(ascending, context.level);
  const half = tInterval(observed, context.level).high - centre;
  const reach = (t: number): number => (Number.isFinite(t) ? t * error : Math.sign(t) * half);
  return { low: centre - reach(high), high: centre - reach(low), method: "studentized" };
};
