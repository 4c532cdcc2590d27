import { OptionError } from "../errors/option-error.js";
import { checkOptions, optionRule } from "../options/check-options.js";
import { LARGEST_NUMBER, openShare, requireFinite } from "./check-numbers.js";
import { DEFAULT_LEVEL, type Interval } from "./interval.js";

/** The largest bet, as a share of what keeps the wealth above 0. Between 1/2 and 3/4 in the paper's experiments. */
const MAX_BET = 0.5;

/** Options of {@link confidenceSequence}. */
export interface ConfidenceSequenceOptions {
  /** Default 0.95. */
  readonly level?: number | undefined;
  /** The smallest value possible. Default 0. */
  readonly lowest?: number | undefined;
  /** The largest value possible. Default 1. */
  readonly highest?: number | undefined;
}

/**
 * A confidence sequence for the mean of bounded values: one interval after each value, and with probability `level` all
 * of them, however many there will be, hold the mean. So one may look after every task and stop whenever one likes,
 * which a fixed-size interval does not allow.
 *
 * The predictable plug-in empirical Bernstein sequence of Waudby-Smith and Ramdas 2024, "Estimating means of bounded
 * random variables by betting", Journal of the Royal Statistical Society B 86 (arXiv:2010.09686), theorem 2, with its
 * running intersection. The values must come in an order that does not depend on them.
 *
 * Throws an `OptionError` for a value that is not finite or lies outside the bounds.
 *
 * @returns One interval for each value, each inside the one before.
 *
 * @example
 * confidenceSequence([1, 1, 0, 1]).at(-1); // wide: four values say little
 */
export function confidenceSequence(
  values: readonly number[],
  options: ConfidenceSequenceOptions = {},
): readonly Interval[] {
  const anyNumber = optionRule.number(-LARGEST_NUMBER, LARGEST_NUMBER);
  checkOptions("confidenceSequence", options, { level: openShare, lowest: anyNumber, highest: anyNumber });
  requireFinite("confidenceSequence", "values", values);
  const { level = DEFAULT_LEVEL, lowest = 0, highest = 1 } = options;
  const range = highest - lowest;
  const outside = values.find((value) => value < lowest || value > highest);
  if (outside !== undefined || !(range > 0))
    throw new OptionError({
      option: outside === undefined ? "highest" : "values",
      received: outside ?? highest,
      message: `confidenceSequence: values must lie from ${lowest} to ${highest}, got ${outside ?? "an empty range"}.`,
      fix: "Give the bounds of the values with `lowest` and `highest`.",
    });
  const evidence = Math.log(2 / (1 - level));
  const intervals: Interval[] = [];
  let [meanEstimate, variance] = [0.5, 0.25];
  let [sum, squares] = [0, 0];
  let [bets, weighted, penalty] = [0, 0, 0];
  let [low, high] = [0, 1];
  for (const [index, value] of values.entries()) {
    const time = index + 1;
    const scaled = (value - lowest) / range;
    // The bet and the centre use earlier values only; that is what makes the sequence valid.
    const bet = Math.min(Math.sqrt((2 * evidence) / (variance * time * Math.log(1 + time))), MAX_BET);
    bets += bet;
    weighted += bet * scaled;
    penalty += (scaled - meanEstimate) ** 2 * (-Math.log(1 - bet) - bet);
    const half = (evidence + penalty) / bets;
    low = Math.max(low, weighted / bets - half);
    high = Math.min(high, weighted / bets + half);
    // An empty intersection has probability below 1 - level; the sequence then stays at its last point.
    if (low > high) low = high = (low + high) / 2;
    intervals.push({ low: lowest + low * range, high: lowest + high * range });
    sum += scaled;
    meanEstimate = (0.5 + sum) / (time + 1);
    squares += (scaled - meanEstimate) ** 2;
    variance = (0.25 + squares) / (time + 1);
  }
  return intervals;
}
