import {
  checkOptions,
  DEFAULT_DRAWS,
  DEFAULT_LEVEL,
  type Interval,
  MIN_INTERVAL_VALUES,
  normalQuantile,
  openShare,
  optionRule,
  requireFinite,
  resamplingStream,
} from "@whileai/core";
import { normalLowerTail } from "./normal-lower-tail.js";
import { type ResamplingOptions, resamplingRules } from "./resampling-options.js";

/** Keeps a product that is a whole number up to float error on that whole number. */
const INDEX_GUARD = 1e-9;

/** Options of {@link bcaInterval}. */
export interface BcaOptions extends ResamplingOptions {
  /** Default 0.95. */
  readonly level?: number | undefined;
  /** The number to describe. It gets one resample at a time in a buffer that is used again. Default: the mean. */
  readonly statistic?: ((sample: Float64Array) => number) | undefined;
}

/** Options of {@link bcaDifferenceInterval}. */
export type BcaDifferenceOptions = Omit<BcaOptions, "statistic">;

const rules = /* @__PURE__ */ (() => ({ ...resamplingRules, level: openShare }))();

const sampleMean = (sample: Float64Array): number => {
  let sum = 0;
  for (let index = 0; index < sample.length; index++) sum += sample[index] as number;
  return sum / sample.length;
};

/** The ends of the interval, from the draws, the estimate and the acceleration. */
function ends(draws: Float64Array, estimate: number, acceleration: number, level: number): Interval {
  const ascending = draws.sort();
  const count = ascending.length;
  // A draw that differs from the estimate by rounding alone is a tie.
  const slack =
    1e-12 * Math.max(Math.abs(estimate), Math.abs(ascending[0] as number), Math.abs(ascending[count - 1] as number));
  let [below, tied] = [0, 0];
  for (const draw of ascending) {
    if (draw < estimate - slack) below++;
    else if (draw <= estimate + slack) tied++;
  }
  // Half a draw on either side keeps the bias finite.
  const share = Math.min(Math.max((below + tied / 2) / count, 0.5 / count), 1 - 0.5 / count);
  const bias = normalQuantile(share);
  const reach = normalQuantile((1 + level) / 2);
  const corrected = (z: number) => normalLowerTail(bias + (bias + z) / (1 - acceleration * (bias + z)));
  const low = Math.min(count - 1, Math.floor(corrected(-reach) * count + INDEX_GUARD));
  const high = Math.min(count - 1, Math.max(low, Math.floor(corrected(reach) * count + INDEX_GUARD) - 1));
  return { low: ascending[low] as number, high: ascending[high] as number };
}

/** Skewness over 6 of the influence values, 0 without spread. */
function accelerationOf(influences: readonly Float64Array[]): number {
  let [squares, cubes] = [0, 0];
  // In units of the largest, whose cube may leave the range of doubles.
  const unit = influences.flatMap((group) => [...group]).reduce((most, one) => Math.max(most, Math.abs(one)), 0) || 1;
  for (const group of influences)
    for (const influence of group) {
      const part = influence / unit / group.length;
      squares += part ** 2;
      cubes += part ** 3;
    }
  return squares === 0 ? 0 : cubes / (6 * squares ** 1.5);
}

function resample(from: Float64Array, into: Float64Array, integer: (below: number) => number): void {
  for (let index = 0; index < into.length; index++) into[index] = from[integer(from.length)] as number;
}

/**
 * The bias-corrected and accelerated bootstrap interval (Efron 1987, Journal of the American Statistical Association 82):
 * percentiles of the resampled statistic, moved by how lopsided the resamples lie around the estimate and by how its
 * spread changes with its size (from leaving out one value at a time). Closer to the stated level than the plain
 * percentiles for skewed values, such as pass rates near 1.
 *
 * Values are sorted first, so the interval depends on the seed but not on their order. Null below three values. Throws
 * an `OptionError` for a value or a statistic that is not finite.
 *
 * Wrong when: values are few (below about 20 it is still too narrow) or all equal (its width is then 0); the statistic
 * jumps (a median of few different values).
 *
 * @param values - One value for each independent unit (task), not for each row.
 *
 * @example
 * bcaInterval([1, 0.5, 1, 0.75, 1, 1, 0.25, 1, 1, 0.75]);
 */
export function bcaInterval(values: readonly number[], options: BcaOptions = {}): Interval | null {
  checkOptions("bcaInterval", options, { ...rules, statistic: optionRule.callable });
  requireFinite("bcaInterval", "values", values);
  const { draws = DEFAULT_DRAWS, seed = 0, level = DEFAULT_LEVEL, statistic = sampleMean } = options;
  const n = values.length;
  if (n < MIN_INTERVAL_VALUES) return null;
  const sorted = Float64Array.from(values).sort();
  const without = new Float64Array(n - 1);
  const leftOut = Float64Array.from(sorted, (_, index) => {
    without.set(sorted.subarray(0, index));
    without.set(sorted.subarray(index + 1), index);
    return statistic(without);
  });
  const centre = sampleMean(leftOut);
  const sample = Float64Array.from(sorted);
  const estimate = statistic(sample);
  const stream = resamplingStream(seed, "bca");
  const integer = stream.integer.bind(stream);
  const results = new Float64Array(draws);
  for (let draw = 0; draw < draws; draw++) {
    resample(sorted, sample, integer);
    results[draw] = statistic(sample);
  }
  requireFinite("bcaInterval", "statistic", [estimate, ...leftOut]);
  requireFinite("bcaInterval", "statistic", results);
  return ends(results, estimate, accelerationOf([leftOut.map((value) => (n - 1) * (centre - value))]), level);
}

/**
 * As {@link bcaInterval}, for the difference of the means of two independent sets: mean of `b` minus mean of `a`, each
 * side resampled on its own. Null when a side has fewer than three values.
 *
 * @example
 * bcaDifferenceInterval([0, 0.25, 0.5, 0.25], [1, 0.75, 1, 0.5, 1]);
 */
export function bcaDifferenceInterval(
  a: readonly number[],
  b: readonly number[],
  options: BcaDifferenceOptions = {},
): Interval | null {
  checkOptions("bcaDifferenceInterval", options, rules);
  requireFinite("bcaDifferenceInterval", "a", a);
  requireFinite("bcaDifferenceInterval", "b", b);
  const { draws = DEFAULT_DRAWS, seed = 0, level = DEFAULT_LEVEL } = options;
  if (Math.min(a.length, b.length) < MIN_INTERVAL_VALUES) return null;
  const [first, second] = [Float64Array.from(a).sort(), Float64Array.from(b).sort()];
  const [meanA, meanB] = [sampleMean(first), sampleMean(second)];
  const [sampleA, sampleB] = [first.slice(), second.slice()];
  const stream = resamplingStream(seed, "bca-difference");
  const integer = stream.integer.bind(stream);
  const results = new Float64Array(draws);
  for (let draw = 0; draw < draws; draw++) {
    resample(first, sampleA, integer);
    resample(second, sampleB, integer);
    results[draw] = sampleMean(sampleB) - sampleMean(sampleA);
  }
  const influences = [first.map((value) => meanA - value), second.map((value) => value - meanB)];
  return ends(results, meanB - meanA, accelerationOf(influences), level);
}
