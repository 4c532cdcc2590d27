import { OptionError, openShare } from "@whileai/core";

/** Default of `alpha`. Convention. */
export const DEFAULT_ALPHA = 0.05;
/** One pair can never say anything about a second. */
const FEWEST_PAIRS = 2;
/** Keeps a quotient that is a power of two up to float error on that power. */
const ROUNDING = 1e-9;

/**
 * The fewest paired tasks on which an exact two-sided sign-flip test can reach p ≤ alpha at all: ⌈log₂(2/alpha)⌉, at
 * least 2. With n tasks that all moved the same way, p = 2/2ⁿ; fewer tasks than this can never give a verdict. Tied
 * tasks carry no evidence and do not count.
 *
 * Throws an `OptionError` when `alpha` is outside (0, 1). Default 0.05.
 *
 * @example
 * sliceMinTasks(); // 6
 */
export function sliceMinTasks(alpha: number = DEFAULT_ALPHA): number {
  const complaint = openShare(alpha);
  if (complaint !== undefined)
    throw new OptionError({
      option: "alpha",
      received: alpha,
      message: `sliceMinTasks: \`alpha\` must be ${complaint}, got ${String(alpha)}.`,
      fix: "The usual alpha is 0.05.",
    });
  return Math.max(FEWEST_PAIRS, Math.ceil(1 - Math.log2(alpha) - ROUNDING));
}
