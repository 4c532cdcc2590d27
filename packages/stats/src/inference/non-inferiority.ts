import { checkOptions, type Interval, OptionError, optionRule } from "@whileai/core";

/** What is known about a difference, after minus before. */
export interface NonInferiorityEvidence {
  readonly delta: number | null;
  /** Its two-sided interval; null where there is none. */
  readonly interval: Interval | null;
}

/** A non-inferiority test's result. */
export interface NonInferiorityResult {
  /**
   * `shown`: the whole interval lies above -margin. `worse`: it does not, and all of it lies below 0. `not_shown`:
   * neither; more tasks may tell.
   */
  readonly outcome: "shown" | "not_shown" | "worse";
  /** The whole interval lies below 0: a drop was found, though it may be smaller than the margin. */
  readonly dropFound: boolean;
  /** How far the lower end is above -margin; negative where it falls short; null without an interval. */
  readonly slack: number | null;
  readonly margin: number;
}

/**
 * Was a drop of more than `margin` ruled out? A test that only fails on a significant drop passes every small eval by
 * being blind; this one passes when the lower end of the interval lies above -margin, and says `not_shown` when the data
 * cannot tell (Piaggio et al. 2012, CONSORT extension, JAMA 308). With a two-sided 95% interval the chance of `shown`
 * when the true drop is `margin` is at most 2.5%.
 *
 * Throws an `OptionError` when `margin` is negative or the ends are not finite or cross.
 *
 * Wrong when: the margin was chosen after seeing the result; the interval is too narrow (few tasks, rates near 1), as
 * every error of the interval is passed on.
 *
 * @param margin - The largest drop that is acceptable, in the unit of the difference: 0.02 is two points.
 *
 * @example
 * nonInferiority({ delta: -0.01, interval: { low: -0.05, high: 0.03 } }, 0.02).outcome; // "not_shown"
 */
export function nonInferiority(evidence: NonInferiorityEvidence, margin: number): NonInferiorityResult {
  checkOptions("nonInferiority", { margin }, { margin: optionRule.number(0, Number.MAX_VALUE) });
  const { interval } = evidence;
  if (interval === null) return { outcome: "not_shown", dropFound: false, slack: null, margin };
  if (!Number.isFinite(interval.low) || !Number.isFinite(interval.high) || interval.low > interval.high)
    throw new OptionError({
      option: "interval",
      received: interval,
      message: `nonInferiority: the interval must have finite ends in order, got ${interval.low} to ${interval.high}.`,
      fix: "Pass null where there is no interval.",
    });
  const dropFound = interval.high < 0;
  const slack = interval.low + margin;
  return { outcome: slack > 0 ? "shown" : dropFound ? "worse" : "not_shown", dropFound, slack, margin };
}
