import type { Interval } from "@whileai/core";
import { recommendedInterval } from "../pass-at/recommended-interval.js";

/** The ends of {@link recommendedInterval}, which cells of a table show. */
export function intervalOverTasks(rates: readonly number[], level: number): Interval | null {
  const found = recommendedInterval(rates, { level });
  return found && { low: found.low, high: found.high };
}
