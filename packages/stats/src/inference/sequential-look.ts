import { checkOptions, type Interval, LARGEST_NUMBER, optionRule, requireOptions } from "@whileai/core";
import type { SequentialBoundary } from "./group-sequential-boundaries.js";
import { reachesAlpha } from "./reaches-alpha.js";

/** What a comparison shows at one look. */
export interface LookEvidence {
  /** Which look this is, from 1. */
  readonly look: number;
  /** The difference so far, after minus before. */
  readonly delta: number;
  /** Its ordinary two-sided p-value so far, best an exact one. */
  readonly p: number;
  /** Its standard error, for the repeated interval. */
  readonly standardError?: number | undefined;
}

/** What to do after a look. */
export interface LookDecision {
  /** Whether no further look is needed: the boundary was reached, or this was the last look. */
  readonly stop: boolean;
  readonly verdict: "b_better" | "a_better" | "no_difference_detected";
  /** What `p` had to reach. */
  readonly threshold: number;
  /**
   * delta ± boundary × standard error: such intervals hold the difference at all looks together with the level of the
   * boundaries (Jennison and Turnbull 1989). Null without a standard error or where the look cannot stop.
   */
  readonly interval: Interval | null;
}

/**
 * Reads one look against boundaries made before the first: stop with a verdict, or go on. The verdict before the last
 * look is the answer only when `stop` is true.
 *
 * Throws an `OptionError` for a look that was not planned, a p-value outside [0, 1], and evidence that is missing.
 *
 * @example
 * const plan = groupSequentialBoundaries({ looks: [0.5, 1] });
 * sequentialLook(plan, { look: 1, delta: 0.2, p: 0.001 }); // stop, b_better
 */
export function sequentialLook(boundaries: readonly SequentialBoundary[], evidence: LookEvidence): LookDecision {
  const needed = {
    look: optionRule.integer(1, boundaries.length),
    delta: optionRule.number(-LARGEST_NUMBER, LARGEST_NUMBER),
    p: optionRule.number(0, 1),
  };
  checkOptions("sequentialLook", evidence, { ...needed, standardError: optionRule.number(0, LARGEST_NUMBER) });
  requireOptions("sequentialLook", evidence, needed);
  const { look, delta, p, standardError } = evidence;
  const { z, p: threshold } = boundaries[look - 1] as SequentialBoundary;
  const crossed = reachesAlpha(p, threshold) && delta !== 0;
  return {
    stop: crossed || look === boundaries.length,
    verdict: crossed ? (delta > 0 ? "b_better" : "a_better") : "no_difference_detected",
    threshold,
    interval:
      z === null || standardError === undefined
        ? null
        : { low: delta - z * standardError, high: delta + z * standardError },
  };
}
