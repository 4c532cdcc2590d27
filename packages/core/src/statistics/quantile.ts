import { OptionError } from "../errors/option-error.js";
import type { Interval } from "./interval.js";

/**
 * The quantile of an ascending sample with linear interpolation between neighbours (type 7 of Hyndman and Fan 1996, as
 * numpy and R do by default). Null for an empty sample; throws an `OptionError` when `share` is outside [0, 1].
 *
 * @example
 * quantile([1, 2, 4], 0.75); // 3
 */
export function quantile(ascending: ArrayLike<number>, share: number): number | null {
  if (!(share >= 0 && share <= 1))
    throw new OptionError({
      option: "share",
      received: share,
      message: `quantile: \`share\` must be a number from 0 to 1, got ${share}.`,
      fix: "0.5 is the median.",
    });
  if (ascending.length === 0) return null;
  const position = share * (ascending.length - 1);
  const below = Math.floor(position);
  const low = ascending[below] as number;
  const high = ascending[Math.min(below + 1, ascending.length - 1)] as number;
  return low + (high - low) * (position - below);
}

/** Keeps a product that is a whole number up to float error on that whole number: 0.05 × 2000 is 100, not 99. */
const INDEX_GUARD = 1e-9;

/** The percentile interval of ascending draws: items floor(B(1-level)/2) and floor(B(1+level)/2) - 1, from 0. */
export function percentileInterval(ascending: ArrayLike<number>, level: number): Interval {
  const draws = ascending.length;
  const low = Math.floor(((1 - level) / 2) * draws + INDEX_GUARD);
  const high = Math.max(low, Math.floor(((1 + level) / 2) * draws + INDEX_GUARD) - 1);
  return { low: ascending[low] as number, high: ascending[high] as number };
}
