import { exactBootstrapDifference, exactBootstrapMean, type Interval, MIN_INTERVAL_VALUES } from "@whileai/core";
import { pairedT, welchT } from "../inference/t-difference.js";
import type { EstimateInterval } from "../inference/t-interval.js";

/** Independent values with the tasks they are of, in the same order. */
export interface Sample {
  /** Empty where values are of clusters. */
  readonly tasks: readonly string[];
  readonly values: readonly number[];
}

/** What a difference is formed from: the mean of `b` where `a` is null (paired differences), else mean of b - mean of a. */
export interface DifferenceSamples {
  readonly b: Sample;
  readonly a: Sample | null;
}

/** How an interval is to be formed. */
export interface IntervalContext {
  readonly level: number;
  readonly draws: number;
  readonly seed: number | string;
  /** Whether all values of the metric lie from 0 to 1. */
  readonly isRate: boolean;
}

/** An interval and the name of how it was formed. */
export interface DifferenceInterval extends Interval {
  readonly method: string;
}

/** Forms the interval of a difference; null where it cannot. At least three values a side are given. */
export type IntervalFunction = (samples: DifferenceSamples, context: IntervalContext) => DifferenceInterval | null;

/**
 * `exact`: the percentile bootstrap over tasks without draws. `t`: Student's, Welch's when unpaired. A function such as
 * `studentizedDifference` brings another one.
 */
export type DifferenceMethod = "exact" | "t" | IntervalFunction;

/** Values on the side that has fewer. */
export const smallerSide = ({ b, a }: DifferenceSamples): number =>
  Math.min(b.values.length, a?.values.length ?? Number.POSITIVE_INFINITY);

/** Student's interval of paired differences, Welch's of two sides, with the standard error. */
export const tDifference = ({ b, a }: DifferenceSamples, level: number): EstimateInterval =>
  a === null ? pairedT(b.values, level) : welchT(a.values, b.values, level);

function exactDifference({ b, a }: DifferenceSamples, { level }: IntervalContext): DifferenceInterval | null {
  if (a === null) return exactBootstrapMean(b.values, { level });
  const found = exactBootstrapDifference(a.values, b.values, { level });
  return found && { ...found, method: "exact" };
}

/** The interval by a method, and by Student's t where that method has none; null below three values on a side. */
export function differenceInterval(
  samples: DifferenceSamples,
  method: DifferenceMethod,
  context: IntervalContext,
): DifferenceInterval | null {
  if (smallerSide(samples) < MIN_INTERVAL_VALUES) return null;
  const form = method === "exact" ? exactDifference : method === "t" ? () => null : method;
  return form(samples, context) ?? { ...tDifference(samples, context.level), method: "t" };
}
