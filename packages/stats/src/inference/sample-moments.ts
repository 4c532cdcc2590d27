import { mean } from "@whileai/core";
import { sortedSum } from "./sorted-sum.js";

/** Mean and spread of a sample; the same whatever the order of its values. */
export interface SampleMoments {
  readonly n: number;
  readonly mean: number;
  /** With n - 1 below; 0 for a single value. */
  readonly variance: number;
}

/** The sum of squared distances from the centre, the same in any order of the values. */
export function sumOfSquares(values: ArrayLike<number>, centre: number): number {
  return sortedSum(new Float64Array(values).map((value) => (value - centre) ** 2));
}

/** The moments of a sample that is not empty. */
export function sampleMoments(values: ArrayLike<number>): SampleMoments {
  const centre = mean(values) as number;
  const n = values.length;
  return { n, mean: centre, variance: n < 2 ? 0 : sumOfSquares(values, centre) / (n - 1) };
}
