import type { Row } from "@whileai/core";
import { closestMatches, isExact, type Match } from "./closest-matches.js";
import type { PairEntry, PairGroup } from "./pair-entry.js";
import type { PairSettings } from "./pair-options.js";

/** Slack for margins that are equal on paper: 0.7 - 0.2 is below 0.5 in binary. */
const SLACK = 1e-9;

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

/** Whether the margin is large enough. */
export function isWide(chosen: PairEntry, rejected: PairEntry, { minMargin }: PairSettings): boolean {
  return chosen.score - rejected.score >= minMargin - SLACK;
}

/** Whether the longer reply is not too many times the shorter one. */
export function isLikeInLength(left: PairEntry, right: PairEntry, { maxLengthRatio }: PairSettings): boolean {
  if (maxLengthRatio === Number.POSITIVE_INFINITY) return true;
  return Math.max(left.length, right.length) <= maxLengthRatio * Math.min(left.length, right.length);
}

/** Whether one may be chosen over the other. */
export function mayPair(chosen: PairEntry, rejected: PairEntry, settings: PairSettings): boolean {
  return (
    !chosen.leaks &&
    isWide(chosen, rejected, settings) &&
    chosen.reply !== rejected.reply &&
    isLikeInLength(chosen, rejected, settings)
  );
}

/**
 * Pairs the rollouts of one prompt. The best rollouts are chosen first; those with the same score together get the
 * rejected ones that are nearest in length in total, and of equally near ones those with the highest score, which are
 * the hardest to tell from the chosen. Where margins are preferred, the lowest scores are rejected first, and lengths
 * decide among equals. No rollout stands in two pairs.
 */
export function choosePairs<R extends Row>(group: PairGroup<R>, settings: PairSettings): PairChoice<R> {
  let exact = true;
  const used = new Set<PairEntry<R>>();
  const pairs: ChosenPair<R>[] = [];
  for (const score of new Set(group.entries.map((entry) => entry.score))) {
    const below = group.entries.filter((entry) => score - entry.score >= settings.minMargin - SLACK);
    for (const worse of tiersOf(below, settings)) {
      const limit = settings.maxPairsPerPrompt - pairs.length;
      if (limit === 0) return { pairs, exact };
      const rejected = worse.filter((entry) => !used.has(entry));
      const chosen = group.entries.filter((entry) => entry.score === score && !entry.leaks && !used.has(entry));
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

/** The rollouts that may be rejected, in the sets that are looked at one after the other. */
function tiersOf<R extends Row>(below: readonly PairEntry<R>[], { prefer }: PairSettings): (readonly PairEntry<R>[])[] {
  if (prefer === "length") return below.length === 0 ? [] : [below];
  const scores = [...new Set(below.map((entry) => entry.score))].reverse();
  return scores.map((score) => below.filter((entry) => entry.score === score));
}

function nearest(
  chosen: readonly PairEntry[],
  rejected: readonly PairEntry[],
  limit: number,
  settings: PairSettings,
): Match[] {
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
