import { DEFAULT_LEVEL, type Interval, mean, tQuantile, wilsonEnds } from "@whileai/core";
import { recommendedInterval } from "../pass-at/recommended-interval.js";

/** {@link recommendedInterval} of rates at any level: its quantile is Student's at n + 1. */
export function intervalOverTasks(rates: readonly number[], level: number): Interval | null {
  const found = recommendedInterval(rates);
  if (found === null) return null;
  if (level === DEFAULT_LEVEL) return { low: found.low, high: found.high };
  const centre = Math.min(Math.max(mean(rates) ?? 0, 0), 1);
  return wilsonEnds(centre, found.effectiveN, tQuantile(rates.length + 1, { level }));
}
