import type { Match } from "./closest-matches.js";
import type { PairEntry } from "./pair-entry.js";
import type { PairSettings } from "./pair-options.js";
import { type NearestWish, ReplyIndex } from "./reply-index.js";

/** What the one pair must be like beyond its settings. */
export interface NearestPairWish {
  /** 1: the chosen reply is the longer one; -1: the shorter one. Default: either, or of one length. */
  readonly lean?: 1 | -1;
  /** Largest difference of the lengths. Default: any. */
  readonly within?: number;
}

/**
 * The one pair that is nearest in length, of equally near ones the best-ranked; null without one. Every rejected entry
 * must be far enough below every chosen one, and none of the chosen may leak. Takes n log n steps, for prompts with
 * thousands of rollouts.
 */
export function nearestPair(
  chosen: readonly PairEntry[],
  rejected: readonly PairEntry[],
  settings: Pick<PairSettings, "maxLengthRatio">,
  { lean, within }: NearestPairWish = {},
): Match | null {
  const wish = { lean: lean === undefined ? undefined : lean === 1 ? -1 : 1, within } as const;
  return nearestIn(chosen, new ReplyIndex(rejected, settings), wish);
}

/** As {@link nearestPair}, for rejected replies that are held ready. */
export function nearestIn(chosen: readonly PairEntry[], rejected: ReplyIndex, wish: NearestWish = {}): Match | null {
  let best: Match | null = null;
  let within = wish.within;
  for (const [left, better] of chosen.entries()) {
    const found = rejected.nearest(better, { ...wish, within });
    if (found === null) continue;
    const isNearer = best === null || found.distance < (within as number);
    if (isNearer || left + found.rank < (best as Match)[0] + (best as Match)[1]) best = [left, found.rank];
    within = found.distance;
  }
  return best;
}
