import { exactBootstrapDifference, exactBootstrapMean, type Interval, MIN_INTERVAL_VALUES } from "@whileai/core";
import { tInterval, type WeightedValues, weightedMean } from "./weighted-means.js";

/** What an interval of a difference is made from, besides the values. */
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

/**
 * Forms the interval of Σ weight × mean over independent groups of values: one group for paired differences; b with
 * weight 1 and a with weight -1 for unpaired values; several where the mix of tasks is fixed. Null where it cannot.
 */
export type IntervalFunction = (
  groups: readonly WeightedValues[],
  context: IntervalContext,
) => DifferenceInterval | null;

/**
 * `exact`: the percentile bootstrap over tasks without draws. `t`: Student's, Welch's when unpaired. A function such as
 * `studentizedDifference`, `percentileDifference` or `wilsonDifference` brings another one.
 */
export type DifferenceMethod = "exact" | "t" | IntervalFunction;

const tDifference: IntervalFunction = (groups, { level }) => ({
  ...tInterval(weightedMean(groups), level),
  method: "t",
});

const exactDifference: IntervalFunction = (groups, { level }) => {
  const [b, a] = groups;
  if (b === undefined || groups.length > 2 || b.weight !== 1 || (a !== undefined && a.weight !== -1)) return null;
  if (a === undefined) return exactBootstrapMean(b.values, { level });
  const found = exactBootstrapDifference(a.values, b.values, { level });
  return found && { ...found, method: "exact" };
};

/** Whether one of the two sides has too few values for an interval over tasks. */
const isTooSmall = (groups: readonly WeightedValues[]): boolean =>
  [1, -1].some((sign) => {
    const side = groups.filter(({ weight }) => weight * sign > 0);
    return side.length > 0 && side.reduce((sum, { values }) => sum + values.length, 0) < MIN_INTERVAL_VALUES;
  });

/** The interval by a method, and by Student's t where that method has none; null below three values on a side. */
export function differenceInterval(
  groups: readonly WeightedValues[],
  method: DifferenceMethod,
  context: IntervalContext,
): DifferenceInterval | null {
  if (groups.length === 0 || isTooSmall(groups)) return null;
  const form = method === "exact" ? exactDifference : method === "t" ? tDifference : method;
  const found = form(groups, context) ?? tDifference(groups, context);
  return found && { low: found.low, high: found.high, method: found.method };
}
