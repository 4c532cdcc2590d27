import type { Row } from "@whileai/core";
import { closestMatches, isExact, type Match } from "./closest-matches.js";
import { isWide, mayPair } from "./may-pair.js";
import { nearestPair } from "./nearest-pair.js";
import type { PairEntry, PairGroup } from "./pair-entry.js";
import type { PairSettings } from "./pair-options.js";

/** Two rollouts that make a pair. */
export interface ChosenPair<R extends Row = Row> {
  readonly chosen: PairEntry<R>;
  readonly rejected: PairEntry<R>;
}

/** The pairs of one prompt. */
export interface PairChoice<R extends Row = Row> {
  readonly pairs: ChosenPair<R>[];
  /** False where there were too many rollouts to look for the best assignment. */
  readonly exact: boolean;
}

/**
 * Pairs the rollouts of one prompt. The best rollouts are chosen first; those with the same score together get the
 * rejected ones that are nearest in length in total, and of equally near ones those with the highest score, which are
 * the hardest to tell from the chosen. Where margins are preferred, the lowest scores are rejected first, and lengths
 * decide among equals. No rollout stands in two pairs.
 */
export function choosePairs<R extends Row>({ entries }: PairGroup<R>, settings: PairSettings): PairChoice<R> {
  let exact = true;
  const used = new Set<PairEntry<R>>();
  const pairs: ChosenPair<R>[] = [];
  const unused = (list: readonly PairEntry<R>[]) => list.filter((entry) => !used.has(entry));
  // Entries stand best first, so those far enough below a score are the last ones, fewer for every lower score.
  let wide = 0;
  for (const tier of tiersOf(entries)) {
    while (wide < entries.length && !isWide(tier[0] as PairEntry, entries[wide] as PairEntry, settings)) wide++;
    if (wide === entries.length) break;
    if (tier.every((entry) => entry.onlyRejected || used.has(entry))) continue;
    for (const worse of rejectedSets(entries.slice(wide), settings)) {
      const limit = settings.maxPairsPerPrompt - pairs.length;
      if (limit === 0) return { pairs, exact };
      const rejected = unused(worse);
      const chosen = unused(tier).filter((entry) => !entry.onlyRejected);
      if (chosen.length === 0) break;
      if (settings.lengthMatch) exact &&= isExact({ lefts: chosen.length, rights: rejected.length, limit });
      const match = settings.lengthMatch ? nearest : inTurn;
      for (const [left, right] of match(chosen, rejected, limit, settings)) {
        const pair = { chosen: chosen[left] as PairEntry<R>, rejected: rejected[right] as PairEntry<R> };
        used.add(pair.chosen).add(pair.rejected);
        pairs.push(pair);
      }
    }
  }
  return { pairs, exact };
}

/** Ranked entries in runs of one score. */
function tiersOf<R extends Row>(ranked: readonly PairEntry<R>[]): PairEntry<R>[][] {
  const tiers: PairEntry<R>[][] = [];
  for (const entry of ranked) {
    const tier = tiers.at(-1);
    if (tier?.[0]?.score === entry.score) tier.push(entry);
    else tiers.push([entry]);
  }
  return tiers;
}

/** The rollouts that may be rejected, in the sets that are looked at one after the other. */
function rejectedSets<R extends Row>(
  below: readonly PairEntry<R>[],
  { prefer }: PairSettings,
): (readonly PairEntry<R>[])[] {
  return prefer === "length" ? [below] : tiersOf(below).reverse();
}

function nearest(
  chosen: readonly PairEntry[],
  rejected: readonly PairEntry[],
  limit: number,
  settings: PairSettings,
): readonly Match[] {
  if (Math.min(limit, chosen.length, rejected.length) === 1) {
    const only = nearestPair(chosen, rejected, settings);
    return only === null ? [] : [only];
  }
  // Lengths decide; ranks decide between equals, so their sum over all matches must stay below one character.
  const weight = Math.min(limit, chosen.length) * (chosen.length + rejected.length) + 1;
  const cost = (left: number, right: number) => {
    const better = chosen[left] as PairEntry;
    const worse = rejected[right] as PairEntry;
    if (!mayPair(better, worse, settings)) return null;
    return Math.abs(better.length - worse.length) * weight + left + right;
  };
  return closestMatches({ lefts: chosen.length, rights: rejected.length, limit, cost });
}

function inTurn(
  chosen: readonly PairEntry[],
  rejected: readonly PairEntry[],
  limit: number,
  settings: PairSettings,
): Match[] {
  const taken = new Set<number>();
  const matches: Match[] = [];
  for (const [left, better] of chosen.entries()) {
    if (matches.length === limit) break;
    const right = rejected.findIndex((worse, index) => !taken.has(index) && mayPair(better, worse, settings));
    if (right < 0) continue;
    taken.add(right);
    matches.push([left, right]);
  }
  return matches;
}
