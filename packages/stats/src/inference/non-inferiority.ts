import { checkOptions, type Interval, LARGEST_NUMBER, OptionError, optionRule, requireOptions } from "@whileai/core";

/** A non-inferiority test's result. */
export interface NonInferiority {
  /**
   * `shown`: the whole interval lies above -margin. `worse`: it does not, and all of it lies below 0. `not_shown`:
   * neither; more tasks may tell.
   */
  readonly outcome: "shown" | "not_shown" | "worse";
  readonly margin: number;
  /** The worst that the interval allows, in the good direction; null without an interval. */
  readonly worstCase: number | null;
  /** The whole interval lies below 0: a drop was found, though it may be smaller than the margin. */
  readonly dropFound: boolean;
}

/** {@link nonInferiority} of an interval and a margin that were checked. */
export function judgeMargin(interval: Interval | null, margin: number): NonInferiority {
  const worstCase = interval?.low ?? null;
  const dropFound = interval !== null && interval.high < 0;
  const isShown = worstCase !== null && worstCase > -margin;
  return { outcome: isShown ? "shown" : dropFound ? "worse" : "not_shown", margin, worstCase, dropFound };
}

/**
 * Was a drop of more than `margin` ruled out? A test that only fails on a significant drop passes every small eval by
 * being blind; this one passes when the lower end of the interval lies above -margin, and says `not_shown` when the data
 * cannot tell (Piaggio et al. 2012, CONSORT extension, JAMA 308). With a two-sided 95% interval the chance of `shown`
 * when the true drop is `margin` is at most 2.5%.
 *
 * Throws an `OptionError` when `margin` is missing or negative, or the ends are not finite or cross.
 *
 * Wrong when: the margin was chosen after seeing the result; the interval is too narrow (few tasks, rates near 1), as
 * every error of the interval is passed on.
 *
 * @param interval - The two-sided interval of the difference, after minus before; null where there is none.
 * @param margin - The largest drop that is acceptable, in the unit of the difference: 0.02 is two points.
 *
 * @example
 * nonInferiority({ low: -0.05, high: 0.03 }, 0.02).outcome; // "not_shown"
 */
export function nonInferiority(interval: Interval | null, margin: number): NonInferiority {
  const needed = { margin: optionRule.number(0, LARGEST_NUMBER) };
  checkOptions("nonInferiority", { margin }, needed);
  requireOptions("nonInferiority", { margin }, needed);
  if (interval !== null && !(Number.isFinite(interval.high - interval.low) && interval.low <= interval.high))
    throw new OptionError({
      option: "interval",
      received: interval,
      message: `nonInferiority: the interval must have finite ends in order, got ${interval.low} to ${interval.high}.`,
      fix: "Pass null where there is no interval.",
    });
  return judgeMargin(interval, margin);
}
