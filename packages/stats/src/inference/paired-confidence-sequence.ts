import { checkOptions, confidenceSequence, type Interval, openShare } from "@whileai/core";

/** Where a sequence of differences first told the sides apart. */
export interface SequenceDecision {
  /** Tasks seen by then. */
  readonly afterTasks: number;
  readonly verdict: "b_better" | "a_better";
}

/** Intervals of a difference after each task. */
export interface PairedConfidenceSequence {
  /** One for each difference; all of them hold the true mean difference at once with probability `level`. */
  readonly intervals: readonly Interval[];
  /** The last one; null without differences. */
  readonly interval: Interval | null;
  /** Null while 0 lies in every interval. */
  readonly decision: SequenceDecision | null;
}

/**
 * An anytime-valid comparison: an interval of the mean paired difference after each task, all valid together, so one may
 * look after every task and stop when one likes, without planned looks (Waudby-Smith and Ramdas 2024; see
 * `confidenceSequence`). Differences lie in [-1, 1], as those of pass rates do.
 *
 * The differences must come in an order that does not depend on them, such as the random order in which tasks ran; here
 * alone, another order gives another result. Throws an `OptionError` for a difference outside [-1, 1].
 *
 * Wrong when: tasks are sorted by outcome or difficulty. For a number of looks that is known beforehand,
 * {@link groupSequentialBoundaries} needs far fewer tasks.
 *
 * @example
 * pairedConfidenceSequence(new Array(60).fill(0.75)).decision?.verdict; // "b_better"
 */
export function pairedConfidenceSequence(
  differences: readonly number[],
  options: { readonly level?: number | undefined } = {},
): PairedConfidenceSequence {
  checkOptions("pairedConfidenceSequence", options, { level: openShare });
  const intervals = confidenceSequence(differences, { level: options.level, lowest: -1, highest: 1 });
  const first = intervals.findIndex(({ low, high }) => low > 0 || high < 0);
  const interval = intervals.at(-1) ?? null;
  if (first < 0) return { intervals, interval, decision: null };
  const verdict = (intervals[first] as Interval).low > 0 ? "b_better" : "a_better";
  return { intervals, interval, decision: { afterTasks: first + 1, verdict } };
}
