import { checkOptions, DEFAULT_DRAWS, requireFinite, resamplingStream, waysToChoose } from "@whileai/core";
import { type ResamplingOptions, resamplingRules } from "./resampling-options.js";
import { sampleMoments } from "./sample-moments.js";
import type { PermutationResult } from "./two-sample-permutation-p.js";

/** Up to this many ways to split the values, each is tried: 8 and 8 values. */
const MAX_SPLITS = 2e4;
/** Statistics this close, relative to the observed one, are ties. */
const TIE = 1e-10;

/** |Welch's t| of the group whose sum and sum of squares are given, against the rest; values are centred on their mean. */
function welch(sum: number, squares: number, size: number, count: number, allSquares: number): number {
  const rest = count - size;
  // The centred values of both groups add up to 0.
  const difference = Math.abs(sum / size + sum / rest);
  const own = (squares - (sum * sum) / size) / (size - 1) / size;
  const other = (allSquares - squares - (sum * sum) / rest) / (rest - 1) / rest;
  const variance = own + other;
  if (difference <= TIE * Math.sqrt(allSquares)) return 0;
  return variance <= TIE * allSquares ? Number.POSITIVE_INFINITY : difference / Math.sqrt(variance);
}

/**
 * The two-sided permutation p-value of a difference of means with Welch's t as the statistic (Janssen 1997; Chung and
 * Romano 2013, Annals of Statistics 41). Where both sides have the same distribution it is as exact as
 * {@link twoSamplePermutationP}; where only the means are equal, and spreads and sizes differ, its level is still right
 * for many values, which that of the plain difference is not.
 *
 * All splits where there are few, else seeded draws, add-one. A side with fewer than two values, or values that are all
 * equal, give p = 1. Throws an `OptionError` for a value that is not finite.
 *
 * Wrong when: a side has few values and all are equal (its spread then counts as 0); values are rollouts and not tasks.
 *
 * @param a - One value for each task of one side.
 * @param b - One value for each task of the other side.
 *
 * @example
 * studentizedPermutationP([0.4, 0.5, 0.6, 0.45], [0.1, 1, 0.9, 0.8, 0.7, 0.2]).p;
 */
export function studentizedPermutationP(
  a: readonly number[],
  b: readonly number[],
  options: ResamplingOptions = {},
): PermutationResult {
  checkOptions("studentizedPermutationP", options, resamplingRules);
  requireFinite("studentizedPermutationP", "a", a);
  requireFinite("studentizedPermutationP", "b", b);
  const { draws = DEFAULT_DRAWS, seed = 0 } = options;
  const [fewer, more] = a.length <= b.length ? [a, b] : [b, a];
  const size = fewer.length;
  const count = size + more.length;
  if (size < 2) return { p: 1, midP: 1, method: "exact" };
  const centre = sampleMoments([...fewer, ...more]).mean;
  const centred = (values: readonly number[]) => Float64Array.from(values, (value) => value - centre).sort();
  const own = centred(fewer);
  const pool = centred([...fewer, ...more]);
  const total = (values: Float64Array, power: number) => values.reduce((sum, value) => sum + value ** power, 0);
  const allSquares = total(pool, 2);
  if (pool[0] === pool[count - 1]) return { p: 1, midP: 1, method: "exact" };
  const observed = welch(total(own, 1), total(own, 2), size, count, allSquares);
  const [atLeast, above] = [observed * (1 - TIE), observed * (1 + TIE)];
  let [beyond, tied] = [0, 0];
  const judge = (sum: number, squares: number): void => {
    const statistic = welch(sum, squares, size, count, allSquares);
    if (statistic > above) beyond++;
    else if (statistic >= atLeast) tied++;
  };
  const all = waysToChoose(count, size, MAX_SPLITS);
  if (all <= MAX_SPLITS) {
    const visit = (from: number, left: number, sum: number, squares: number): void => {
      if (left === 0) {
        judge(sum, squares);
        return;
      }
      for (let index = from; index <= count - left; index++) {
        const value = pool[index] as number;
        visit(index + 1, left - 1, sum + value, squares + value * value);
      }
    };
    visit(0, size, 0, 0);
    return { p: (beyond + tied) / all, midP: (beyond + tied / 2) / all, method: "exact" };
  }
  const stream = resamplingStream(seed, "studentized-permutation");
  for (let draw = 0; draw < draws; draw++) {
    let [sum, squares] = [0, 0];
    for (let index = 0; index < size; index++) {
      const other = index + stream.integer(count - index);
      const value = pool[other] as number;
      pool[other] = pool[index] as number;
      pool[index] = value;
      sum += value;
      squares += value * value;
    }
    judge(sum, squares);
  }
  return { p: (beyond + tied + 1) / (draws + 1), midP: null, method: "monte_carlo" };
}
