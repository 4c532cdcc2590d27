import { checkOptions } from "../options/check-options.js";
import { openShare, requireFinite } from "./check-numbers.js";
import { latticeCounts, MAX_WINDOW } from "./exact-bootstrap-mean.js";
import { DEFAULT_LEVEL, type Interval, MIN_INTERVAL_VALUES } from "./interval.js";
import { latticeMean, latticeSteps } from "./lattice.js";
import { resampledSum, TIE } from "./resampled-sum.js";

/** Means closer than this are the same one; of values beyond 1000, closer than so much of a thousandth of the largest. */
const SAME_MEAN = 1e-11;
const HALVINGS = 100;

/** The means that resamples of one side can have, ascending, with their chances. */
interface ResampledMean {
  readonly means: Float64Array;
  readonly mass: Float64Array;
  /** Chance of this mean or a smaller one. */
  readonly cumulated: Float64Array;
}

function resampledMean(values: readonly number[]): ResampledMean | null {
  const lattice = latticeSteps(values);
  if (lattice === null) return null;
  const sums = resampledSum({ counts: latticeCounts(lattice, values), total: values.length }, MAX_WINDOW);
  if (sums === null) return null;
  const means = new Float64Array(sums.length);
  const mass = new Float64Array(sums.length);
  const cumulated = new Float64Array(sums.length);
  let below = 0;
  for (let offset = 0; offset < sums.length; offset++) {
    means[offset] = latticeMean(lattice, sums.first + offset, values.length);
    mass[offset] = sums.massAt(offset);
    below += mass[offset] as number;
    cumulated[offset] = below;
  }
  return { means, mass, cumulated };
}

/** Chance that b's mean minus a's mean is at most `limit`. */
function chanceUpTo(limit: number, a: ResampledMean, b: ResampledMean, same: number): number {
  let chance = 0;
  let reached = -1;
  for (let index = 0; index < a.means.length; index++) {
    const most = (a.means[index] as number) + limit + same;
    while (reached + 1 < b.means.length && (b.means[reached + 1] as number) <= most) reached++;
    if (reached >= 0) chance += (a.mass[index] as number) * (b.cumulated[reached] as number);
  }
  return chance;
}

/** The difference of two attainable means nearest to where the search ended; of equal ones, the least in size. */
function attainable(found: number, a: ResampledMean, b: ResampledMean, same: number): number {
  let best = Number.POSITIVE_INFINITY;
  let next = 0;
  for (const meanOfA of a.means) {
    while (next < b.means.length && (b.means[next] as number) - meanOfA < found - same) next++;
    const difference = (b.means[next] ?? Number.POSITIVE_INFINITY) - meanOfA;
    if (difference <= found + 2 * same && Math.abs(difference) < Math.abs(best)) best = difference;
  }
  return best;
}

/**
 * The percentile bootstrap interval of a difference of two means, b's minus a's, each side resampled on its own, without
 * drawing anything: the two distributions are computed and compared. Depends neither on a seed nor on the order of the
 * values, and swapping the sides mirrors it.
 *
 * Null below three values on a side, and where the values of a side share no small lattice (pass rates do): draw then.
 * `level` is 0.95 by default. Throws an `OptionError` for a value that is not finite.
 *
 * @example
 * exactBootstrapDifference([0.5, 0, 1, 0.5], [1, 0.5, 1, 1]); // { low: 0, high: 0.75 }
 */
export function exactBootstrapDifference(
  a: readonly number[],
  b: readonly number[],
  options: { readonly level?: number | undefined } = {},
): Interval | null {
  checkOptions("exactBootstrapDifference", options, { level: openShare });
  requireFinite("exactBootstrapDifference", "a", a);
  requireFinite("exactBootstrapDifference", "b", b);
  const { level = DEFAULT_LEVEL } = options;
  if (Math.min(a.length, b.length) < MIN_INTERVAL_VALUES) return null;
  const meansOfA = resampledMean(a);
  const meansOfB = resampledMean(b);
  if (meansOfA === null || meansOfB === null) return null;
  const same = SAME_MEAN * [...a, ...b].reduce((most, value) => Math.max(most, Math.abs(value) / 1000), 1);
  const smallestWith = (isEnough: (chance: number) => boolean): number => {
    let low = (meansOfB.means[0] as number) - (meansOfA.means.at(-1) as number) - 1;
    let high = (meansOfB.means.at(-1) as number) - (meansOfA.means[0] as number);
    for (let halving = 0; halving < HALVINGS; halving++) {
      const middle = (low + high) / 2;
      if (high - low < same) break;
      if (isEnough(chanceUpTo(middle, meansOfA, meansOfB, same))) high = middle;
      else low = middle;
    }
    return attainable(high, meansOfA, meansOfB, same);
  };
  return {
    low: smallestWith((chance) => chance > (1 - level) / 2 + TIE),
    high: smallestWith((chance) => chance >= (1 + level) / 2 - TIE),
  };
}
