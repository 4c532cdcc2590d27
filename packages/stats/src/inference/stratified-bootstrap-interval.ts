import {
  checkOptions,
  DEFAULT_DRAWS,
  DEFAULT_LEVEL,
  MIN_INTERVAL_VALUES,
  mean,
  OptionError,
  openShare,
  percentileInterval,
  requireFinite,
  resamplingStream,
} from "@whileai/core";
import { type ResamplingOptions, resamplingRules } from "./resampling-options.js";
import { requireSameLength } from "./same-length.js";

/** Options of {@link stratifiedBootstrapInterval}. */
export interface StratifiedBootstrapOptions extends ResamplingOptions {
  /** Default 0.95. */
  readonly level?: number | undefined;
  /**
   * What each stratum counts, as in production traffic; scaled to add up to 1. Default: its share of the values. A
   * stratum that weighs more than 0 must have values, and each stratum with values needs a weight.
   */
  readonly weights?: ReadonlyMap<string, number> | undefined;
}

/** One stratum's part. */
export interface StratumMean {
  readonly stratum: string;
  readonly n: number;
  readonly mean: number;
  readonly weight: number;
}

/** A weighted mean over strata with its interval. */
export interface StratifiedInterval {
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
  /** In the order of their names. */
  readonly strata: readonly StratumMean[];
  /** Strata of one value: their spread is unknown and counts as none, so the interval is too narrow. */
  readonly nSingletons: number;
}

function weightError(stratum: string, received: unknown, problem: string, fix: string): OptionError {
  return new OptionError({
    option: "weights",
    received,
    message: `stratifiedBootstrapInterval: ${problem} ${JSON.stringify(stratum)}.`,
    fix,
  });
}

function weigh(groups: ReadonlyMap<string, number[]>, weights: ReadonlyMap<string, number>): Map<string, number> {
  let total = 0;
  for (const [stratum, weight] of weights) {
    if (!(typeof weight === "number" && weight >= 0 && weight < Number.POSITIVE_INFINITY))
      throw weightError(
        stratum,
        weight,
        `\`weights\` holds ${String(weight)} for`,
        "Weights are numbers of at least 0.",
      );
    if (weight > 0 && !groups.has(stratum))
      throw weightError(stratum, weight, "no values in the weighted stratum", "Leave it out or merge it with another.");
    total += weight;
  }
  for (const stratum of groups.keys())
    if (!weights.has(stratum))
      throw weightError(stratum, undefined, "no weight for", "Give each stratum a weight; 0 leaves it out.");
  if (total === 0) throw weightError("", 0, "all weights are 0, also that of", "Give one stratum a weight above 0.");
  return new Map([...weights].map(([stratum, weight]) => [stratum, weight / total]));
}

function groupByStratum(values: readonly number[], strata: readonly string[]): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const [index, value] of values.entries()) {
    const stratum = String(strata[index]);
    const group = groups.get(stratum);
    if (group === undefined) groups.set(stratum, [value]);
    else group.push(value);
  }
  return new Map([...groups].sort(([left], [right]) => (left < right ? -1 : 1)));
}

/**
 * The percentile bootstrap interval of a weighted mean over strata, resampling inside each stratum (Agarwal et al. 2021,
 * arXiv:2108.13264): for a mix that is fixed by design, such as so many tasks of each tier. With `weights` it is the
 * post-stratified mean (Holt and Smith 1979) of another mix, such as production traffic.
 *
 * Depends on the seed but not on the order of the values. Null below three values. Throws an `OptionError` for a value
 * that is not finite, lists of unequal length, and weights that do not fit the strata.
 *
 * Wrong when: the mix came about by chance (then the plain bootstrap over tasks is right); strata have few values: inside
 * each, resampling understates the spread by the factor (n-1)/n, which is counted in `nSingletons` at its worst.
 *
 * @param values - One value for each task.
 * @param strata - The stratum of each task, in the same order.
 *
 * @example
 * stratifiedBootstrapInterval([1, 1, 0.5, 0, 0.5, 0.25], ["easy", "easy", "easy", "hard", "hard", "hard"], {
 *   weights: new Map([["easy", 0.8], ["hard", 0.2]]),
 * })?.estimate; // 0.7166...
 */
export function stratifiedBootstrapInterval(
  values: readonly number[],
  strata: readonly string[],
  options: StratifiedBootstrapOptions = {},
): StratifiedInterval | null {
  checkOptions("stratifiedBootstrapInterval", options, {
    ...resamplingRules,
    level: openShare,
    weights: (value) => (value instanceof Map ? undefined : "a Map from stratum to weight"),
  });
  requireFinite("stratifiedBootstrapInterval", "values", values);
  requireSameLength("stratifiedBootstrapInterval", "strata", strata.length, values.length);
  const { draws = DEFAULT_DRAWS, seed = 0, level = DEFAULT_LEVEL } = options;
  const groups = groupByStratum(values, strata);
  const counts = new Map([...groups].map(([stratum, group]) => [stratum, group.length]));
  if (values.length < MIN_INTERVAL_VALUES) return null;
  const shares = weigh(groups, options.weights ?? counts);
  const parts = [...groups].map(([stratum, group]) => ({
    stratum,
    n: group.length,
    mean: mean(group) as number,
    weight: shares.get(stratum) as number,
    sorted: Float64Array.from(group).sort(),
  }));
  const means = new Float64Array(draws);
  for (const { stratum, sorted, weight } of parts) {
    const stream = resamplingStream(seed, `stratified-bootstrap/${stratum}`);
    for (let draw = 0; draw < draws; draw++) {
      let sum = 0;
      for (let index = 0; index < sorted.length; index++) sum += sorted[stream.integer(sorted.length)] as number;
      means[draw] = (means[draw] as number) + (weight * sum) / sorted.length;
    }
  }
  return {
    estimate: parts.reduce((total, part) => total + part.weight * part.mean, 0),
    ...percentileInterval(means.sort(), level),
    strata: parts.map(({ stratum, n, mean: own, weight }) => ({ stratum, n, mean: own, weight })),
    nSingletons: parts.filter(({ n, weight }) => n === 1 && weight > 0).length,
  };
}
