import {
  checkOptions,
  DEFAULT_DRAWS,
  DEFAULT_LEVEL,
  type DrawStream,
  type Interval,
  LARGEST_NUMBER,
  MIN_INTERVAL_VALUES,
  openShare,
  optionRule,
  percentileInterval,
  requireFinite,
  resamplingStream,
} from "@whileai/core";
import { type ResamplingOptions, resamplingRules } from "./resampling-options.js";
import { type SampleMoments, sampleMoments } from "./sample-moments.js";

/** Options of {@link studentizedBootstrapInterval}. */
export interface StudentizedBootstrapOptions extends ResamplingOptions {
  /** Default 0.95. */
  readonly level?: number | undefined;
  /** The smallest result possible, such as 0 for a rate; ends are clipped to it. Default: none. */
  readonly lowest?: number | undefined;
  /** The largest result possible. Default: none. */
  readonly highest?: number | undefined;
}

const anyNumber = /* @__PURE__ */ (() => optionRule.number(-LARGEST_NUMBER, LARGEST_NUMBER))();
const rules = /* @__PURE__ */ (() => ({
  ...resamplingRules,
  level: openShare,
  lowest: anyNumber,
  highest: anyNumber,
}))();

/** Sum of deviations and squared standard error of one resample. */
function resampleMoments(centred: Float64Array, stream: DrawStream): { mean: number; squaredError: number } {
  const n = centred.length;
  let [sum, squares] = [0, 0];
  for (let index = 0; index < n; index++) {
    const value = centred[stream.integer(n)] as number;
    sum += value;
    squares += value * value;
  }
  return { mean: sum / n, squaredError: Math.max(0, squares - (sum * sum) / n) / (n - 1) / n };
}

/** estimate minus the quantiles of t* times the standard error; null where an end has no bound. */
function fromDraws(
  estimate: number,
  error: number,
  studentized: Float64Array,
  options: StudentizedBootstrapOptions,
): Interval | null {
  const { level = DEFAULT_LEVEL, lowest = Number.NEGATIVE_INFINITY, highest = Number.POSITIVE_INFINITY } = options;
  const clip = (end: number) => Math.min(Math.max(end, lowest), highest);
  if (error === 0) return { low: clip(estimate), high: clip(estimate) };
  const { low, high } = percentileInterval(studentized.sort(), level);
  const interval = { low: clip(estimate - high * error), high: clip(estimate - low * error) };
  return Number.isFinite(interval.low) && Number.isFinite(interval.high) ? interval : null;
}

/** A resample without spread is infinitely many standard errors away, unless it is right at the estimate. */
function ratio(distance: number, squaredError: number, error: number): number {
  if (Math.abs(distance) <= 1e-12 * error) return 0;
  return squaredError <= 1e-24 * error * error
    ? Math.sign(distance) * Number.POSITIVE_INFINITY
    : distance / Math.sqrt(squaredError);
}

const centredValues = (values: readonly number[], { mean }: SampleMoments): Float64Array =>
  Float64Array.from(values, (value) => value - mean).sort();

/**
 * The studentised bootstrap (bootstrap-t) interval of a mean (Efron 1981; Hall 1988, Annals of Statistics 16): each
 * resample's distance from the estimate is measured in its own standard errors, and the quantiles of that stand in for
 * Student's t. Second-order correct, so it keeps its level with fewer values than percentiles do, also when they are
 * skewed; the price is width.
 *
 * Values are sorted first, so the interval depends on the seed but not on their order. Null below three values, and
 * where so many resamples have no spread that an end is infinite, unless `lowest` and `highest` bound it. Throws an
 * `OptionError` for a value that is not finite.
 *
 * Wrong when: values take few different points and most agree (0/1 values of few tasks): use the Wilson form.
 *
 * @param values - One value for each independent unit (task), not for each row.
 *
 * @example
 * studentizedBootstrapInterval([1, 0.5, 1, 0.75, 0.25, 1, 0.5], { lowest: 0, highest: 1 });
 */
export function studentizedBootstrapInterval(
  values: readonly number[],
  options: StudentizedBootstrapOptions = {},
): Interval | null {
  checkOptions("studentizedBootstrapInterval", options, rules);
  requireFinite("studentizedBootstrapInterval", "values", values);
  const { draws = DEFAULT_DRAWS, seed = 0 } = options;
  if (values.length < MIN_INTERVAL_VALUES) return null;
  const moments = sampleMoments(values);
  const error = Math.sqrt(moments.variance / moments.n);
  const centred = centredValues(values, moments);
  const stream = resamplingStream(seed, "studentized-bootstrap");
  const studentized = Float64Array.from({ length: draws }, () => {
    const { mean, squaredError } = resampleMoments(centred, stream);
    return ratio(mean, squaredError, error);
  });
  return fromDraws(moments.mean, error, studentized, options);
}

/**
 * As {@link studentizedBootstrapInterval}, for the difference of the means of two independent sets: mean of `b` minus
 * mean of `a`, with Welch's standard error. Null when a side has fewer than three values.
 *
 * @example
 * studentizedBootstrapDifferenceInterval([0, 0.25, 0.5, 0.25, 0], [1, 0.75, 1, 0.5, 1], { lowest: -1, highest: 1 });
 */
export function studentizedBootstrapDifferenceInterval(
  a: readonly number[],
  b: readonly number[],
  options: StudentizedBootstrapOptions = {},
): Interval | null {
  checkOptions("studentizedBootstrapDifferenceInterval", options, rules);
  requireFinite("studentizedBootstrapDifferenceInterval", "a", a);
  requireFinite("studentizedBootstrapDifferenceInterval", "b", b);
  const { draws = DEFAULT_DRAWS, seed = 0 } = options;
  if (Math.min(a.length, b.length) < MIN_INTERVAL_VALUES) return null;
  const [momentsA, momentsB] = [sampleMoments(a), sampleMoments(b)];
  const error = Math.sqrt(momentsA.variance / momentsA.n + momentsB.variance / momentsB.n);
  const [centredA, centredB] = [centredValues(a, momentsA), centredValues(b, momentsB)];
  const stream = resamplingStream(seed, "studentized-bootstrap-difference");
  const studentized = Float64Array.from({ length: draws }, () => {
    const before = resampleMoments(centredA, stream);
    const after = resampleMoments(centredB, stream);
    return ratio(after.mean - before.mean, before.squaredError + after.squaredError, error);
  });
  return fromDraws(momentsB.mean - momentsA.mean, error, studentized, options);
}
