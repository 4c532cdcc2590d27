import { replyLength, twoProportionP } from "@whileai/core";
import type { LabelledPair } from "./labelled-pairs.js";
import { share } from "./share.js";

/** Fewest rows of one label that can be split by length; convention. */
const MIN_LENGTH_ROWS = 6;

/** Pass rates of short and long replies that carry the same label. */
export interface LengthSplit {
  readonly n: number;
  /** Replies shorter than this many characters are short. */
  readonly medianChars: number | null;
  readonly judgePassShort: number | null;
  readonly judgePassLong: number | null;
  readonly gapLongMinusShort: number | null;
  /** Two-proportion z test, two-sided. */
  readonly p: number | null;
  readonly flagged: boolean;
  /** Why there is no split. */
  readonly note: "too few rows" | "no length spread" | null;
}

/** Whether a judge passes longer replies more (or less) often than shorter ones that are just as good. */
export interface LengthBias {
  readonly gold1: LengthSplit;
  readonly gold0: LengthSplit;
  /** The larger of the two gaps, without its sign. */
  readonly maxGap: number;
  readonly flagged: boolean;
}

/** What counts as a bias. */
export interface LengthThresholds {
  readonly maxGap: number;
  /** Level of both tests together; each is done at half of it. */
  readonly alpha: number;
}

/**
 * Splits the rows of each label at the upper median of their reply length and compares how often the judge passed the two
 * halves. Rows of one label are equally right, so a gap is the judge's taste for length (or length that goes with
 * something else it likes).
 */
export function lengthBias(pairs: readonly LabelledPair[], thresholds: LengthThresholds): LengthBias {
  const gold1 = lengthSplit(
    pairs.filter((pair) => pair.gold === 1),
    thresholds,
  );
  const gold0 = lengthSplit(
    pairs.filter((pair) => pair.gold === 0),
    thresholds,
  );
  return {
    gold1,
    gold0,
    maxGap: Math.max(Math.abs(gold1.gapLongMinusShort ?? 0), Math.abs(gold0.gapLongMinusShort ?? 0)),
    flagged: gold1.flagged || gold0.flagged,
  };
}

function lengthSplit(pairs: readonly LabelledPair[], { maxGap, alpha }: LengthThresholds): LengthSplit {
  const n = pairs.length;
  const none = { judgePassShort: null, judgePassLong: null, gapLongMinusShort: null, p: null, flagged: false };
  if (n < MIN_LENGTH_ROWS) return { n, medianChars: null, ...none, note: "too few rows" };
  const sized = pairs.map(({ row, judge }) => ({ chars: replyLength(row), judge }));
  const medianChars = sized.map(({ chars }) => chars).sort((left, right) => left - right)[n >> 1] as number;
  const short = sized.filter(({ chars }) => chars < medianChars);
  const long = sized.filter(({ chars }) => chars >= medianChars);
  if (short.length === 0) return { n, medianChars, ...none, note: "no length spread" };
  const passed = (side: typeof sized): number => side.filter(({ judge }) => judge === 1).length;
  const [shortPassed, longPassed] = [passed(short), passed(long)];
  const judgePassShort = share(shortPassed, short.length) as number;
  const judgePassLong = share(longPassed, long.length) as number;
  // Of whole numbers up to one division: 0.35 less 0.20 must reach a bar of 0.15.
  const gap = share(longPassed * short.length - shortPassed * long.length, long.length * short.length) as number;
  // Where the judge says the same of every row there is no gap to test.
  const p = twoProportionP(longPassed, long.length, shortPassed, short.length) ?? 1;
  const flagged = Math.abs(gap) >= maxGap && p < alpha / 2;
  return { n, medianChars, judgePassShort, judgePassLong, gapLongMinusShort: gap, p, flagged, note: null };
}
