import type { Match } from "./closest-matches.js";
import { isLikeInLength } from "./may-pair.js";
import type { PairEntry } from "./pair-entry.js";
import type { PairSettings } from "./pair-options.js";

/** What the one pair must be like beyond its settings. */
export interface NearestPairWish {
  /** 1: the chosen reply is the longer one; -1: the shorter one. Default: either, or of one length. */
  readonly lean?: 1 | -1;
  /** Largest difference of the lengths. Default: any. */
  readonly within?: number;
}

/** Rejected replies of one length: the two best-ranked that differ, as one of them may read like the chosen reply. */
interface LengthShelf {
  readonly length: number;
  readonly ranks: number[];
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
  { lean, within = Number.POSITIVE_INFINITY }: NearestPairWish = {},
): Match | null {
  const shelves = shelvesOf(rejected);
  let best: Match | null = null;
  let distance = within;
  const look = (left: number, from: number, step: 1 | -1): void => {
    const better = chosen[left] as PairEntry;
    for (let at = from; at >= 0 && at < shelves.length; at += step) {
      const { length, ranks } = shelves[at] as LengthShelf;
      const own = Math.abs(better.length - length);
      if (own > distance || !isLikeInLength(better, { length }, settings)) return;
      const right = ranks.find((rank) => (rejected[rank] as PairEntry).reply !== better.reply);
      if (right === undefined) continue;
      if (best === null || own < distance || left + right < best[0] + best[1]) best = [left, right];
      distance = own;
      return;
    }
  };
  for (const [left, { length }] of chosen.entries()) {
    const same = firstAtLeast(shelves, length);
    if (lean !== 1) look(left, lean === -1 ? firstAtLeast(shelves, length + 1) : same, 1);
    if (lean !== -1) look(left, same - 1, -1);
  }
  return best;
}

function shelvesOf(rejected: readonly PairEntry[]): LengthShelf[] {
  const shelves = new Map<number, LengthShelf>();
  for (const [rank, { length, reply }] of rejected.entries()) {
    const shelf = shelves.get(length);
    if (shelf === undefined) shelves.set(length, { length, ranks: [rank] });
    else if (shelf.ranks.length < 2 && rejected[shelf.ranks[0] as number]?.reply !== reply) shelf.ranks.push(rank);
  }
  return [...shelves.values()].sort((left, right) => left.length - right.length);
}

function firstAtLeast(shelves: readonly LengthShelf[], length: number): number {
  let low = 0;
  let high = shelves.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((shelves[middle] as LengthShelf).length < length) low = middle + 1;
    else high = middle;
  }
  return low;
}
