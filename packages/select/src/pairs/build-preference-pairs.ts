import { createReport, mcnemar, type Row, type RowFields, rolloutId } from "@whileai/core";
import { printed } from "../notes/printed.js";
import { withRowErrors } from "../rows/with-row-errors.js";
import { balanceLengths, type PairedGroup } from "./balance-lengths.js";
import { choosePairs } from "./choose-pairs.js";
import { isWide, mayPair } from "./may-pair.js";
import { type PairEntry, type PairGroup, readGroups } from "./pair-entry.js";
import { type PairSettings, type PreferencePairsOptions, pairSettings } from "./pair-options.js";
import { type CutChosen, type PairLengths, type PairsReport, pairsNotes, renderPairs } from "./pairs-report.js";
import { isEvalSourced, type PreferencePair, preferencePair } from "./preference-pair.js";

/** Pairs and what to know about them. */
export interface PreferencePairs<R extends Row = Row> {
  readonly pairs: readonly PreferencePair<R>[];
  readonly report: PairsReport;
}

/**
 * Pairs better with worse rollouts of the same prompt, for DPO, reward models and KTO. Rollouts are compared within one
 * task, prompt and system prompt. Of the best-scored rollouts and those at least `minMargin` below, the ones nearest in
 * length make the pair, as the best assignment over the whole prompt; over the set, equally good matches are taken so
 * that the chosen side is the longer one as often as the shorter one. A rollout stands in one pair at most. Two that say
 * and do the same are never a pair; a row without a verdict of the judge, without a reward that is a number from 0 to 1
 * or without a prompt stays out; one that says something privileged is never chosen. All of it is counted.
 *
 * The result does not hang on the order of the rows, except for the order of the pairs.
 *
 * @param rows - Graded rollouts, several for a prompt.
 * @throws OptionError for an unknown option or a bad value.
 * @throws RowError for a row that is no plain JSON, where it cannot be read.
 *
 * @example
 * const { pairs, report } = buildPreferencePairs([
 *   { prompt: "Where is A1?", final_text: "It ships today.", reward: 1 },
 *   { prompt: "Where is A1?", final_text: "I cannot know.", reward: 0 },
 * ]);
 * pairs[0]?.margin; // 1
 */
export function buildPreferencePairs<R extends Row>(
  rows: Iterable<R>,
  options?: PreferencePairsOptions,
): PreferencePairs<R>;
export function buildPreferencePairs<R extends RowFields>(
  rows: Iterable<R>,
  options?: PreferencePairsOptions,
): PreferencePairs<R & Row>;
export function buildPreferencePairs<R extends Row>(
  rows: Iterable<R>,
  options: PreferencePairsOptions = {},
): PreferencePairs<R> {
  const settings = pairSettings(options);
  return withRowErrors<R, PreferencePairs<R>>("buildPreferencePairs", rows, (given) => pairsOf(given, settings));
}

function pairsOf<R extends Row>(rows: Iterable<R>, settings: PairSettings): PreferencePairs<R> {
  const { groups, unpaired } = readGroups(rows, settings);
  const paired: PairedGroup<R>[] = groups.map((group) => ({ group, ...choosePairs(group, settings) }));
  const exchanged = settings.lengthMatch ? balanceLengths(paired, settings) : 0;
  const pairs = paired.flatMap((group) => group.pairs.map(preferencePair));
  const entries = groups.flatMap((group) => group.entries);
  const fields = {
    nRows: entries.length + Object.values(unpaired).reduce((sum, count) => sum + count, 0),
    pairs: pairs.length,
    promptsSeen: groups.length,
    promptsWithContrast: groups.filter((group) => hasContrast(group, settings)).length,
    minMargin: settings.minMargin,
    meanMargin: pairs.length === 0 ? null : pairs.reduce((sum, pair) => sum + pair.margin, 0) / pairs.length,
    partialScorePairs: count(pairs, (pair) => !isWhole(pair.chosen_score) || !isWhole(pair.rejected_score)),
    firstTurnIdentical: count(pairs, (pair) => !pair.first_turn_differs),
    trainerPairs: count(pairs, (pair) => pair.first_turn_differs),
    samePolicyPairs: count(pairs, (pair) => pair.same_policy === true),
    mixedPolicyPairs: count(pairs, (pair) => pair.same_policy === false),
    evalSourced: count(pairs, isEvalSourced),
    identical: groups.reduce((sum, group) => sum + countIdentical(group, settings), 0),
    promptsTooUnlike: count(paired, (group) => group.pairs.length === 0 && isTooUnlike(group.group, settings)),
    promptsInexact: count(paired, (group) => !group.exact),
    privilegedLeaks: count(entries, (entry) => entry.leaks),
    privilegedLeaksShown: count(entries, (entry) => entry.leaksShown),
    truncatedPolicy: settings.truncated,
    truncatedRows: count(entries, (entry) => entry.cut !== null),
    truncatedChosen: cutChosen(paired),
    unpaired,
    length: pairLengths(pairs, exchanged),
  };
  return printed(
    { pairs, report: createReport("preference_pairs", fields, pairsNotes(fields), renderPairs) },
    "report",
  );
}

/** Chosen rows that were cut, by what says so. */
function cutChosen(paired: readonly PairedGroup[]): CutChosen[] {
  return paired.flatMap(({ pairs }) =>
    pairs.flatMap(({ chosen: { row, cut } }) => (cut === null ? [] : [{ rolloutId: rolloutId(row), cause: cut }])),
  );
}

const isWhole = (score: number): boolean => score === 0 || score === 1;

function count<T>(items: readonly T[], test: (item: T) => boolean): number {
  return items.reduce((sum, item) => sum + (test(item) ? 1 : 0), 0);
}

/** Entries stand best first. */
function hasContrast({ entries }: PairGroup, settings: PairSettings): boolean {
  return isWide(entries[0] as PairEntry, entries.at(-1) as PairEntry, settings);
}

/** Better and worse rollouts with one reply, counted along the ranks: whatever is below enough for one is so for its betters. */
function countIdentical({ entries }: PairGroup, settings: PairSettings): number {
  const replies = new Map<string, PairEntry[]>();
  for (const entry of entries) {
    const same = replies.get(entry.reply);
    if (same) same.push(entry);
    else replies.set(entry.reply, [entry]);
  }
  let identical = 0;
  for (const same of replies.values()) {
    let better = 0;
    for (const worse of same) {
      while (better < same.length && isWide(same[better] as PairEntry, worse, settings)) better++;
      identical += better;
    }
  }
  return identical;
}

/** Whether nothing but the lengths keeps a group from a pair. */
function isTooUnlike({ entries }: PairGroup, settings: PairSettings): boolean {
  if (settings.maxLengthRatio === Number.POSITIVE_INFINITY) return false;
  const anyLength = { ...settings, maxLengthRatio: Number.POSITIVE_INFINITY };
  // What may be rejected beside one that may be chosen may be so beside its betters, but for those that read the same.
  const best = entries.find((entry) => !entry.onlyRejected);
  const other = entries.find((entry) => !entry.onlyRejected && entry.reply !== best?.reply);
  return [best, other].some(
    (better) => better !== undefined && entries.some((worse) => mayPair(better, worse, anyLength)),
  );
}

function pairLengths(pairs: readonly PreferencePair[], exchanged: number): PairLengths {
  const deltas = pairs.map((pair) => pair.length_delta).sort((left, right) => left - right);
  const chosenLonger = count(deltas, (delta) => delta > 0);
  const chosenShorter = count(deltas, (delta) => delta < 0);
  return {
    medianDelta: deltas[Math.floor(deltas.length / 2)] ?? null,
    chosenLonger,
    chosenShorter,
    sameLength: deltas.length - chosenLonger - chosenShorter,
    chosenLongerFrac: deltas.length === 0 ? null : chosenLonger / deltas.length,
    signP: deltas.length === 0 ? null : mcnemar(chosenLonger, chosenShorter).p,
    exchanged,
  };
}
