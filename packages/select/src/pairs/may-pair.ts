import type { PairEntry } from "./pair-entry.js";
import type { PairSettings } from "./pair-options.js";

/** Slack for scores that are equal on paper: 0.7 - 0.2 is below 0.5 in binary. */
const SLACK = 1e-9;

/** Whether one scored higher, and by enough: equal scores are never a pair, however small the margin asked for. */
export function isWide(
  chosen: Pick<PairEntry, "score">,
  rejected: Pick<PairEntry, "score">,
  { minMargin }: Pick<PairSettings, "minMargin">,
): boolean {
  const gap = chosen.score - rejected.score;
  return gap > SLACK && gap >= minMargin - SLACK;
}

/** Whether the longer reply is not too many times the shorter one. */
export function isLikeInLength(
  left: Pick<PairEntry, "length">,
  right: Pick<PairEntry, "length">,
  { maxLengthRatio }: Pick<PairSettings, "maxLengthRatio">,
): boolean {
  if (maxLengthRatio === Number.POSITIVE_INFINITY) return true;
  return Math.max(left.length, right.length) <= maxLengthRatio * Math.min(left.length, right.length);
}

/** Whether one may be chosen over the other. */
export function mayPair(chosen: PairEntry, rejected: PairEntry, settings: PairSettings): boolean {
  return (
    !chosen.onlyRejected &&
    isWide(chosen, rejected, settings) &&
    chosen.reply !== rejected.reply &&
    isLikeInLength(chosen, rejected, settings)
  );
}
