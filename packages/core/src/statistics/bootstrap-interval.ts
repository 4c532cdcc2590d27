import { checkOptions, optionRule } from "../options/check-options.js";
import { resamplingStream } from "../random/resampling-stream.js";
import { openShare, requireFinite } from "./check-numbers.js";
import { DEFAULT_LEVEL, type Interval, MIN_INTERVAL_VALUES } from "./interval.js";
import { percentileInterval } from "./quantile.js";
import { resamplingRules } from "./resampling-rules.js";

/** Resamples of a bootstrap or permutation by default. Convention. */
export const DEFAULT_DRAWS = 2000;

/** Options of {@link bootstrapInterval}. */
export interface BootstrapOptions {
  /** The number to describe. It gets one resample at a time in a buffer that is used again. Default: the mean. */
  readonly statistic?: ((sample: Float64Array) => number) | undefined;
  /** Resamples. Default 2000. */
  readonly draws?: number | undefined;
  readonly seed?: number | string | undefined;
  /** Default 0.95. */
  readonly level?: number | undefined;
}

const sampleMean = (sample: Float64Array): number => {
  let sum = 0;
  for (let index = 0; index < sample.length; index++) sum += sample[index] as number;
  return sum / sample.length;
};

/**
 * The percentile bootstrap interval of any statistic of the values. Values are sorted before drawing, so the interval
 * depends on the seed but not on their order. Null below three values; throws an `OptionError` for a value or a
 * statistic that is not finite. For the mean, {@link exactBootstrapMean} needs no draws.
 *
 * @param values - One value for each independent unit (task), not for each row.
 *
 * @example
 * const spread = (sample: Float64Array) => Math.max(...sample) - Math.min(...sample);
 * bootstrapInterval([1, 2, 4, 8], { statistic: spread, seed: 1 });
 */
export function bootstrapInterval(values: readonly number[], options: BootstrapOptions = {}): Interval | null {
  checkOptions("bootstrapInterval", options, {
    statistic: optionRule.callable,
    ...resamplingRules,
    level: openShare,
  });
  requireFinite("bootstrapInterval", "values", values);
  const { statistic = sampleMean, draws = DEFAULT_DRAWS, seed = 0, level = DEFAULT_LEVEL } = options;
  if (values.length < MIN_INTERVAL_VALUES) return null;
  const sorted = Float64Array.from(values).sort();
  const stream = resamplingStream(seed, "bootstrap");
  const sample = new Float64Array(sorted.length);
  const results = new Float64Array(draws);
  for (let draw = 0; draw < draws; draw++) {
    for (let index = 0; index < sample.length; index++) sample[index] = sorted[stream.integer(sorted.length)] as number;
    results[draw] = statistic(sample);
  }
  requireFinite("bootstrapInterval", "statistic", results);
  return percentileInterval(results.sort(), level);
}
