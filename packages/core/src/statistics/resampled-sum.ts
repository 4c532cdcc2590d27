import { fourierTransform } from "./fourier.js";

/** Whole numbers from 0, as a histogram: how often each value occurs. */
export interface Histogram {
  readonly counts: ArrayLike<number>;
  /** How many values there are, and how many each resample draws. */
  readonly total: number;
}

/** -ln of the chance that a sum lies beyond one end of the window. */
const OUTSIDE = 30;

function moments({ counts, total }: Histogram): { mean: number; deviation: number } {
  let first = 0;
  for (let value = 0; value < counts.length; value++) first += value * (counts[value] as number);
  const mean = first / total;
  let second = 0;
  for (let value = 0; value < counts.length; value++) second += (value - mean) ** 2 * (counts[value] as number);
  return { mean, deviation: Math.sqrt(second / total) };
}

/** How many neighbouring sums must be kept to hold the distribution of the sum of `total` draws. */
function windowLength(largest: number, total: number, deviation: number): number {
  const all = total * largest + 1;
  const ofSum = deviation * Math.sqrt(total);
  // Bernstein's bound, which holds for any values from 0 to the largest, few or many, however skewed.
  const reach = (OUTSIDE / 3) * largest + Math.sqrt(((OUTSIDE / 3) * largest) ** 2 + 2 * OUTSIDE * ofSum ** 2);
  const window = Math.ceil(2 * reach) + 1;
  return 2 ** Math.ceil(Math.log2(Math.min(all, window)));
}

/** The distribution of a sum of draws: the chance of `first + offset` for every offset below `length`. */
export interface SumDistribution {
  readonly first: number;
  readonly length: number;
  massAt(offset: number): number;
}

/**
 * The distribution of the sum of `total` draws with replacement from a histogram, without sampling: the `total`-fold
 * convolution of the histogram, formed by Fourier transform over a window around the mean. Null when that needs more
 * than `maxWindow` cells.
 */
export function resampledSum(histogram: Histogram, maxWindow: number): SumDistribution | null {
  const { counts, total } = histogram;
  const largest = counts.length - 1;
  const { mean, deviation } = moments(histogram);
  const length = windowLength(largest, total, deviation);
  if (length > maxWindow) return null;
  const real = new Float64Array(length);
  const imaginary = new Float64Array(length);
  for (let value = 0; value <= largest; value++)
    real[value % length] = (real[value % length] as number) + (counts[value] as number) / total;
  fourierTransform(real, imaginary);
  for (let index = 0; index < length; index++) {
    const size = Math.hypot(real[index] as number, imaginary[index] as number) ** total;
    const angle = Math.atan2(imaginary[index] as number, real[index] as number) * total;
    real[index] = size * Math.cos(angle);
    imaginary[index] = size * Math.sin(angle);
  }
  fourierTransform(imaginary, real);
  const first = length >= total * largest + 1 ? 0 : Math.max(0, Math.round(mean * total) - length / 2);
  return { first, length, massAt: (offset) => (real[(first + offset) % length] as number) / length };
}

/**
 * The two quantiles of a {@link resampledSum}: the smallest sums whose cumulative probability exceeds `lowShare` and
 * reaches `highShare`, the limit, over many draws, of the sorted draws' items at these shares.
 */
export function resampledSumQuantiles(
  histogram: Histogram,
  lowShare: number,
  highShare: number,
  maxWindow: number,
): [low: number, high: number] | null {
  const sums = resampledSum(histogram, maxWindow);
  if (sums === null) return null;
  const [low, high] = quantilesOfMass(sums.massAt, sums.length, lowShare, highShare);
  return [sums.first + low, sums.first + high];
}

/** Cumulative probabilities within this of a share count as equal to it. */
export const TIE = 1e-12;

/** The indexes where cumulated mass first exceeds `lowShare` and first reaches `highShare`. */
export function quantilesOfMass(
  mass: (index: number) => number,
  length: number,
  lowShare: number,
  highShare: number,
): [low: number, high: number] {
  let cumulated = 0;
  let low = -1;
  for (let index = 0; index < length; index++) {
    cumulated += mass(index);
    if (low < 0 && cumulated > lowShare + TIE) low = index;
    if (cumulated >= highShare - TIE) return [low < 0 ? index : low, index];
  }
  return [Math.max(low, 0), length - 1];
}
