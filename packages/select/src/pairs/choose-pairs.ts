import type { Row } from "@whileai/core";
import { closestMatches, isExact, type Match } from "./closest-matches.js";
import { isWide, mayPair } from "./may-pair.js";
import { nearestPair } from "./nearest-pair.js";
import type { PairEntry, PairGroup } from "./pair-entry.js";
import type { PairSettings } from "./pair-options.js";
import { ReplyIndex } from "./reply-index.js";

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
  const tiers = tiersOf(entries);
  const pools = new RejectedPools(tiers, settings);
  // Tiers stand best first, so those far enough below one are the last ones, fewer for every lower one.
  let wide = 0;
  for (const tier of tiers) {
    const isBelow = ([best]: readonly PairEntry<R>[]) => isWide(tier[0] as PairEntry, best as PairEntry, settings);
    while (wide < tiers.length && !isBelow(tiers[wide] as PairEntry<R>[])) wide++;
    if (wide === tiers.length) break;
    let chosen = tier.filter((entry) => !entry.onlyRejected && !used.has(entry));
    if (chosen.length === 0) continue;
    for (const pool of pools.below(wide)) {
      const limit = settings.maxPairsPerPrompt - pairs.length;
      if (limit === 0) return { pairs, exact };
      if (chosen.length === 0) break;
      if (settings.lengthMatch) exact &&= isExact({ lefts: chosen.length, rights: pool.index.size, limit });
      const match = settings.lengthMatch ? nearest : inTurn;
      for (const [left, rank] of match(chosen, pool, limit, settings)) {
        const pair = { chosen: chosen[left] as PairEntry<R>, rejected: pool.entries[rank] as PairEntry<R> };
        pool.index.delete(rank);
        used.add(pair.chosen).add(pair.rejected);
        pairs.push(pair);
      }
      chosen = chosen.filter((entry) => !used.has(entry));
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

/** Rollouts that may be rejected, by rank; those that are no longer to be had are out of the index. */
interface RejectedPool<R extends Row = Row> {
  readonly entries: readonly PairEntry<R>[];
  readonly index: ReplyIndex;
}

/** The rollouts below a tier, in the sets that are looked at one after the other. */
class RejectedPools<R extends Row> {
  readonly #tiers: readonly PairEntry<R>[][];
  readonly #settings: PairSettings;
  readonly #byTier = new Map<number, RejectedPool<R>>();
  #whole: RejectedPool<R> | null = null;
  /** Where the tiers of the whole begin that are still in it, and the first rank of these. */
  #from = 0;
  #fromRank = 0;
  /** The tiers from here on are used up. */
  #end: number;

  constructor(tiers: readonly PairEntry<R>[][], settings: PairSettings) {
    this.#tiers = tiers;
    this.#settings = settings;
    this.#end = tiers.length;
  }

  /** The sets that begin with a tier; it never comes before the one that was asked for last. */
  *below(tier: number): Generator<RejectedPool<R>> {
    if (this.#settings.prefer === "length") {
      yield this.#wholeFrom(tier);
      return;
    }
    for (let at = this.#end - 1; at >= tier; at--) {
      const pool = this.#ofTier(at);
      if (pool.index.size > 0) yield pool;
      if (pool.index.size === 0 && at === this.#end - 1) this.#end = at;
    }
  }

  #wholeFrom(tier: number): RejectedPool<R> {
    this.#whole ??= this.#poolOf(this.#tiers.flat());
    for (; this.#from < tier; this.#from++)
      for (const _ of this.#tiers[this.#from] as PairEntry<R>[]) this.#whole.index.delete(this.#fromRank++);
    return this.#whole;
  }

  #ofTier(at: number): RejectedPool<R> {
    const known = this.#byTier.get(at) ?? this.#poolOf(this.#tiers[at] as PairEntry<R>[]);
    this.#byTier.set(at, known);
    return known;
  }

  #poolOf(entries: readonly PairEntry<R>[]): RejectedPool<R> {
    return { entries, index: new ReplyIndex(entries, this.#settings) };
  }
}

/** The places of the chosen with the ranks of what they are matched with. */
function nearest(
  chosen: readonly PairEntry[],
  { entries, index }: RejectedPool,
  limit: number,
  settings: PairSettings,
): readonly Match[] {
  const [lefts, rights] = [chosen.length, index.size];
  const wanted = Math.min(limit, lefts, rights);
  if (wanted === 0) return [];
  if (wanted === 1) {
    const only = nearestPair(chosen, index);
    return only === null ? [] : [only];
  }
  if (!isExact({ lefts, rights, limit })) return oneAfterTheOther(chosen, index, wanted);
  const ranks = candidates(chosen, entries, index, wanted);
  // Lengths decide; ranks decide between equals, so their sum over all matches must stay below one character.
  const weight = wanted * (lefts + entries.length) + 1;
  const cost = (left: number, right: number) => {
    const better = chosen[left] as PairEntry;
    const worse = entries[ranks[right] as number] as PairEntry;
    if (!mayPair(better, worse, settings)) return null;
    return Math.abs(better.length - worse.length) * weight + left + (ranks[right] as number);
  };
  const matches = closestMatches({ lefts, rights: ranks.length, limit, cost });
  return matches.map(([left, right]) => [left, ranks[right] as number]);
}

/**
 * The ranks that a best matching can be made of: as many of the nearest of each chosen reply as there are matches wanted,
 * since the others leave one of them free. All ranks where these are fewer.
 */
function candidates(
  chosen: readonly PairEntry[],
  entries: readonly PairEntry[],
  index: ReplyIndex,
  wanted: number,
): number[] {
  if (chosen.length * wanted >= index.size) return [...entries.keys()].filter((rank) => index.has(rank));
  const found = new Set<number>();
  for (const better of chosen) {
    const own: number[] = [];
    for (let next = index.nearest(better); next !== null && own.length < wanted; next = index.nearest(better)) {
      own.push(next.rank);
      index.delete(next.rank);
    }
    for (const rank of own) {
      index.add(rank);
      found.add(rank);
    }
  }
  return [...found].sort((left, right) => left - right);
}

/** Each chosen reply takes its nearest in turn, where there are too many for the best assignment. */
function oneAfterTheOther(chosen: readonly PairEntry[], index: ReplyIndex, wanted: number): Match[] {
  const matches: Match[] = [];
  for (const [left, better] of chosen.entries()) {
    if (matches.length === wanted) break;
    const found = index.nearest(better);
    if (found === null) continue;
    index.delete(found.rank);
    matches.push([left, found.rank]);
  }
  return matches;
}

function inTurn(
  chosen: readonly PairEntry[],
  { entries, index }: RejectedPool,
  limit: number,
  settings: PairSettings,
): Match[] {
  const taken = new Set<number>();
  const isFree = (rank: number) => index.has(rank) && !taken.has(rank);
  const matches: Match[] = [];
  let first = 0;
  for (const [left, better] of chosen.entries()) {
    while (first < entries.length && !isFree(first)) first++;
    if (matches.length === limit || first === entries.length) break;
    let rank = first;
    while (rank < entries.length && !(isFree(rank) && mayPair(better, entries[rank] as PairEntry, settings))) rank++;
    if (rank === entries.length) continue;
    taken.add(rank);
    matches.push([left, rank]);
  }
  return matches;
}
