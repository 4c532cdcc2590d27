import type { Match } from "./closest-matches.js";
import type { PairEntry } from "./pair-entry.js";
import type { NearestWish, ReplyIndex } from "./reply-index.js";

/**
 * The one pair that is nearest in length, of equally near ones the best-ranked; null without one. Every rejected entry
 * must be far enough below every chosen one, and none of the chosen may leak.
 *
 * @param wish - What the rejected reply must be like beside the chosen one.
 */
export function nearestPair(chosen: readonly PairEntry[], rejected: ReplyIndex, wish: NearestWish = {}): Match | null {
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
