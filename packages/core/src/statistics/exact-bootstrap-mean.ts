import { checkOptions } from "../options/check-options.js";
import { openShare, requireFinite } from "./check-numbers.js";
import { DEFAULT_LEVEL, type Interval, MIN_INTERVAL_VALUES } from "./interval.js";
import { type LatticeSteps, latticeMean, latticeNumerator, latticeSteps, mean } from "./lattice.js";
import { quantilesOfMass, resampledSumQuantiles } from "./resampled-sum.js";
import { waysToChoose } from "./ways-to-choose.js";

/** Most cells of a convolution: 16 MB and well under a second. */
export const MAX_WINDOW = 2 ** 20;
/** Cells of the convolution on a fine grid, where values share no lattice. */
const GRID_WINDOW = 2 ** 17;
/** Most different resamples that are enumerated. */
const MAX_MULTISETS = 100_000;

/** An interval and whether it is exact or, on a fine grid, right to about five digits of the values' range. */
export interface ExactBootstrapInterval extends Interval {
  readonly method: "exact" | "grid";
}

/** Distinct values, ascending, with how often each occurs. */
function tally(values: ArrayLike<number>): { distinct: number[]; counts: number[] } {
  const sorted = new Float64Array(values).sort();
  const distinct: number[] = [];
  const counts: number[] = [];
  for (const value of sorted)
    if (distinct.at(-1) === value) counts[counts.length - 1] = (counts.at(-1) as number) + 1;
    else {
      distinct.push(value);
      counts.push(1);
    }
  return { distinct, counts };
}

/** How often each numerator occurs. */
export function latticeCounts(lattice: LatticeSteps, values: ArrayLike<number>): Float64Array {
  let largest = 0;
  for (let index = 0; index < values.length; index++)
    largest = Math.max(largest, latticeNumerator(lattice, values[index] as number));
  const counts = new Float64Array(largest + 1);
  for (let index = 0; index < values.length; index++) {
    const numerator = latticeNumerator(lattice, values[index] as number);
    counts[numerator] = (counts[numerator] as number) + 1;
  }
  return counts;
}

function onLattice(values: ArrayLike<number>, lowShare: number, highShare: number): Interval | null {
  const lattice = latticeSteps(values);
  if (lattice === null) return null;
  const total = values.length;
  const sums = resampledSumQuantiles(
    { counts: latticeCounts(lattice, values), total },
    lowShare,
    highShare,
    MAX_WINDOW,
  );
  if (sums === null) return null;
  return { low: latticeMean(lattice, sums[0], total), high: latticeMean(lattice, sums[1], total) };
}

/** Every different resample with its multinomial probability; for few values that share no lattice. */
function byEnumeration(values: ArrayLike<number>, lowShare: number, highShare: number): Interval | null {
  const { distinct, counts } = tally(values);
  const total = values.length;
  const kinds = distinct.length;
  if (waysToChoose(total + kinds - 1, kinds - 1, MAX_MULTISETS) > MAX_MULTISETS) return null;
  const outcomes: { sum: number; mass: number }[] = [];
  const visit = (kind: number, left: number, sum: number, mass: number): void => {
    const share = (counts[kind] as number) / total;
    const value = distinct[kind] as number;
    if (kind === kinds - 1) {
      outcomes.push({ sum: sum + left * value, mass: mass * share ** left });
      return;
    }
    let weight = mass;
    for (let taken = 0; taken <= left; taken++) {
      visit(kind + 1, left - taken, sum + taken * value, weight);
      weight *= (share * (left - taken)) / (taken + 1);
    }
  };
  visit(0, total, 0, 1);
  outcomes.sort((one, other) => one.sum - other.sum);
  const [low, high] = quantilesOfMass((index) => outcomes[index]?.mass ?? 0, outcomes.length, lowShare, highShare);
  return { low: (outcomes[low]?.sum ?? 0) / total, high: (outcomes[high]?.sum ?? 0) / total };
}

/** Values rounded to a grid as fine as the window allows; the mean's own rounding error is taken out again. */
function onGrid(values: ArrayLike<number>, lowShare: number, highShare: number): Interval {
  const { distinct, counts: occurrences } = tally(values);
  const total = values.length;
  const lowest = distinct[0] as number;
  const range = (distinct.at(-1) as number) - lowest;
  const cellCount = (steps: number): Float64Array => {
    const cells = new Float64Array(steps + 1);
    for (const [index, value] of distinct.entries()) {
      const cell = Math.round(((value - lowest) / range) * steps);
      cells[cell] = (cells[cell] as number) + (occurrences[index] as number);
    }
    return cells;
  };
  const trueMean = mean(values) as number;
  for (let steps = GRID_WINDOW / 2; ; steps = Math.floor(steps / 2)) {
    const counts = cellCount(steps);
    const sums = resampledSumQuantiles({ counts, total }, lowShare, highShare, GRID_WINDOW);
    if (sums === null) continue;
    const gridMean = counts.reduce((sum, count, cell) => sum + count * cell, 0) / total;
    const [low, high] = sums.map((sum) => trueMean + ((sum / total - gridMean) * range) / steps) as [number, number];
    return { low, high };
  }
}

/**
 * The percentile bootstrap interval of the mean without drawing anything: the distribution of the mean over all
 * resamples of the values is computed, so the interval depends neither on a seed nor on the order of the values. It is
 * the limit, over many draws, of {@link bootstrapInterval}.
 *
 * Exact (`method: "exact"`) when the values lie on a small lattice, as pass rates do, or when they are few; otherwise
 * they are rounded to a fine grid first (`method: "grid"`). Null below three values. `level` is 0.95 by default.
 * Throws an `OptionError` for a value that is not finite. Efron and Tibshirani 1993, chapter 13.
 *
 * @param values - One value for each independent unit (task), not for each row.
 *
 * @example
 * exactBootstrapMean([0, 0.25, 0.25, 0.5, 0.5, 0.75, 0.75, 1, 1, 1]); // { low: 0.375, high: 0.8, method: "exact" }
 */
export function exactBootstrapMean(
  values: readonly number[] | Float64Array,
  options: { readonly level?: number | undefined } = {},
): ExactBootstrapInterval | null {
  checkOptions("exactBootstrapMean", options, { level: openShare });
  requireFinite("exactBootstrapMean", "values", values);
  const { level = DEFAULT_LEVEL } = options;
  if (values.length < MIN_INTERVAL_VALUES) return null;
  const first = values[0] as number;
  if (values.every((value: number) => value === first)) return { low: first, high: first, method: "exact" };
  const [lowShare, highShare] = [(1 - level) / 2, (1 + level) / 2];
  const exact = onLattice(values, lowShare, highShare) ?? byEnumeration(values, lowShare, highShare);
  return exact === null ? { ...onGrid(values, lowShare, highShare), method: "grid" } : { ...exact, method: "exact" };
}
