import type { Interval } from "@whileai/core";

/** The interval of a difference, turned so that more is better. */
export const gainInterval = (ci95: Interval | null, lowerIsBetter: boolean): Interval | null =>
  ci95 && lowerIsBetter ? { low: 0 - ci95.high, high: 0 - ci95.low } : ci95;
