import { type Interval, normalQuantile, tQuantile, wilsonInterval } from "@whileai/core";
import type { IntervalFunction } from "./difference-interval.js";
import { weightedMean } from "./weighted-means.js";

/**
 * Wilson's interval of a difference of rates, for the `interval` option of `compareRuns`: the difference is moved from
 * [-1, 1] to [0, 1] and back, on the effective number of tasks 4p(1-p)/SE² (after Korn and Graubard 1998) with the t
 * quantile. It never has zero width and never leaves [-1, 1]: the one to take when all differences may be equal.
 *
 * Wrong when: the metric is no rate (values outside 0 to 1): Student's t is then given instead, and noted.
 *
 * @example
 * compareRuns(before, after, { interval: wilsonDifference });
 */
export const wilsonDifference: IntervalFunction = (groups, { level, isRate }) => {
  if (!isRate) return null;
  const { estimate, error, df } = weightedMean(groups);
  const share = (estimate + 1) / 2;
  // Without spread the standard error says nothing: every task then counts once.
  const effective =
    error === 0
      ? Math.min(...groups.map(({ values }) => values.length))
      : Math.max((4 * share * (1 - share)) / error ** 2, 1);
  const z = error === 0 ? normalQuantile((1 + level) / 2) : tQuantile(df, { level });
  const { low, high } = wilsonInterval(share * effective, effective, { z }) as Interval;
  return { low: 2 * low - 1, high: 2 * high - 1, method: "wilson" };
};
