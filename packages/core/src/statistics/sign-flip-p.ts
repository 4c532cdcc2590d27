import { checkOptions } from "../options/check-options.js";
import { resamplingStream } from "../random/resampling-stream.js";
import { DEFAULT_DRAWS } from "./bootstrap-interval.js";
import { requireFinite } from "./check-numbers.js";
import { toLattice } from "./lattice.js";
import { resamplingRules } from "./resampling-rules.js";

/** Most additions of the exact computation. */
const MAX_WORK = 5e7;
/** Up to this many differences that share no lattice, all sign vectors are tried. */
const MAX_ENUMERATED = 20;
/** Sums this close, relative to the observed one, are ties. */
const TIE = 1e-12;

/** Options of {@link signFlipP}. */
export interface SignFlipOptions {
  /** Draws where the exact value is out of reach. Default 2000. */
  readonly draws?: number | undefined;
  readonly seed?: number | string | undefined;
}

/** A sign-flip test's result. */
export interface SignFlipResult {
  /** Two-sided p-value. */
  readonly p: number;
  /** The mid-p variant: outcomes exactly as extreme as the observed one count half. Null without the exact value. */
  readonly midP: number | null;
  readonly method: "exact" | "monte_carlo";
  /** Differences that are not 0; only these carry evidence. */
  readonly nNonZero: number;
}

/** Chances of |sum| beyond the observed one, and exactly at it. */
interface Tails {
  readonly beyond: number;
  readonly tied: number;
}

/** By adding one difference at a time. */
function onLattice(magnitudes: readonly number[], observed: number): Tails | null {
  const lattice = toLattice([0, ...magnitudes]);
  if (lattice === null) return null;
  // Counted from the 0 in front, which is the lowest.
  const steps = lattice.numerators.slice(1);
  const total = steps.reduce((sum, step) => sum + step, 0);
  if (total * steps.length > MAX_WORK) return null;
  // chance[s]: the differences whose sign is + add up to s; the signed sum is then 2s - total.
  const chance = new Float64Array(total + 1);
  chance[0] = 1;
  let reached = 0;
  for (const step of steps) {
    reached += step;
    // From above, so that what is added was not changed yet.
    for (let sum = reached; sum >= step; sum--)
      chance[sum] = ((chance[sum] as number) + (chance[sum - step] as number)) / 2;
    for (let sum = 0; sum < step; sum++) chance[sum] = (chance[sum] as number) / 2;
  }
  const target = Math.round((observed * lattice.denominator) / lattice.step);
  let beyond = 0;
  let tied = 0;
  for (let sum = 0; sum <= total; sum++) {
    const size = Math.abs(2 * sum - total);
    if (size > target) beyond += chance[sum] as number;
    else if (size === target) tied += chance[sum] as number;
  }
  return { beyond, tied };
}

function byEnumeration(magnitudes: readonly number[], observed: number, slack: number): Tails | null {
  if (magnitudes.length > MAX_ENUMERATED) return null;
  let [beyond, tied] = [0, 0];
  const each = 2 ** -magnitudes.length;
  const visit = (index: number, sum: number): void => {
    const magnitude = magnitudes[index];
    if (magnitude !== undefined) {
      visit(index + 1, sum + magnitude);
      visit(index + 1, sum - magnitude);
    } else if (Math.abs(sum) > observed + slack) beyond += each;
    else if (Math.abs(sum) >= observed - slack) tied += each;
  };
  visit(0, 0);
  return { beyond, tied };
}

/** The share of draws whose |sum| is at least `least`, the observed signs counted as one more. */
function byDraws(magnitudes: readonly number[], least: number, draws: number, seed: number | string): number {
  const stream = resamplingStream(seed, "sign-flip");
  let hits = 0;
  for (let draw = 0; draw < draws; draw++) {
    let sum = 0;
    let bits = 0;
    for (let index = 0; index < magnitudes.length; index++) {
      if (index % 32 === 0) bits = stream.next();
      sum += bits & 1 ? (magnitudes[index] as number) : -(magnitudes[index] as number);
      bits >>>= 1;
    }
    if (Math.abs(sum) >= least) hits++;
  }
  return (hits + 1) / (draws + 1);
}

/**
 * The two-sided sign-flip permutation p-value of paired differences: the chance, when each difference is as likely to
 * point either way, of a mean at least as far from 0 as the observed one.
 *
 * Exact by dynamic programming where the differences lie on a small lattice (differences of pass rates do), by trying
 * all signs for up to 20 others, else by seeded draws in the add-one form of Phipson and Smyth 2010, which is never 0.
 * No differences, or only zeros, give p = 1. Throws an `OptionError` for a value that is not finite.
 *
 * @param differences - One for each task: after minus before.
 *
 * @example
 * signFlipP([1, 1, 1, 1, 1, 1, 1, 1]).p; // 0.0078125
 */
export function signFlipP(differences: readonly number[], options: SignFlipOptions = {}): SignFlipResult {
  checkOptions("signFlipP", options, resamplingRules);
  requireFinite("signFlipP", "differences", differences);
  const { draws = DEFAULT_DRAWS, seed = 0 } = options;
  // Sorted, so that neither the sum nor the draws depend on the order of the tasks.
  const signed = differences.filter((value) => value !== 0).sort((left, right) => left - right);
  const magnitudes = signed.map(Math.abs).sort((left, right) => left - right);
  const observed = Math.abs(signed.reduce((sum, value) => sum + value, 0));
  const nNonZero = magnitudes.length;
  if (nNonZero === 0) return { p: 1, midP: 1, method: "exact", nNonZero };
  const slack = TIE * magnitudes.reduce((sum, size) => sum + size, 0);
  const exact = onLattice(magnitudes, observed) ?? byEnumeration(magnitudes, observed, slack);
  if (exact === null)
    return { p: byDraws(magnitudes, observed - slack, draws, seed), midP: null, method: "monte_carlo", nNonZero };
  const p = Math.min(1, exact.beyond + exact.tied);
  return { p, midP: Math.min(1, exact.beyond + exact.tied / 2), method: "exact", nNonZero };
}
