import { DEFAULT_LEVEL, exactBootstrapMean, type Interval, MIN_INTERVAL_VALUES } from "@whileai/core";
import { intervalEnds } from "../inference/interval-ends.js";
import { pairedT } from "../inference/t-difference.js";
import { recommendedInterval } from "./recommended-interval.js";

/** The named ways to form an interval of a mean over tasks. */
export const INTERVAL_METHODS = ["exact", "t", "recommended"] as const;

/**
 * `exact`: the percentile bootstrap without draws. `t`: Student's. `recommended`: the one that covers also for few tasks
 * and near 0 and 1 ({@link recommendedInterval}). A function gets one value for each task (or cluster).
 */
export type IntervalMethod = (typeof INTERVAL_METHODS)[number] | ((values: readonly number[]) => Interval | null);

/**
 * The 95% interval of the mean of independent values; null below three.
 *
 * @param isShare - Whether what is averaged lies in [0, 1], as `recommended` needs it; the ends then stay there too.
 */
export function meanInterval(values: Float64Array, method: IntervalMethod, isShare: boolean): Interval | null {
  if (values.length < MIN_INTERVAL_VALUES) return null;
  const ends = intervalEnds(typeof method === "function" ? method([...values]) : FORMS[method](values));
  return ends && isShare ? { low: Math.max(0, ends.low), high: Math.min(1, ends.high) } : ends;
}

const studentInterval = (values: Float64Array): Interval => pairedT(values, DEFAULT_LEVEL);
const FORMS = { exact: exactBootstrapMean, recommended: recommendedInterval, t: studentInterval } as const;
