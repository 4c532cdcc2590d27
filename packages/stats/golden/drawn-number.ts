import type { Interval } from "@whileai/core";

/** What a vector gives for a number that the Python package draws: its limit, and the range of 2000 draws. */
export interface DrawnNumber {
  readonly exact: unknown;
}

/** Ours are computed without draws, so they must meet the limit. */
export const limitOf = (drawn: DrawnNumber | null): unknown => (drawn === null ? null : drawn.exact);

export const endsOf = (interval: Interval | null): [number, number] | null => interval && [interval.low, interval.high];
