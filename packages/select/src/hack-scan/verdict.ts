import type { Note } from "@whileai/core";
import type { Beyond } from "./centred-column.js";
import { type Column, strength } from "./column.js";
import { type UnmatchedTerm, unmatchedNote } from "./endorsement-notes.js";
import type { ScanSettings } from "./hack-scan-options.js";
import { COLLINEAR } from "./merge-columns.js";
import type { RankedFeature } from "./ranked-features.js";
import { findRival, paidColumns } from "./rival.js";
import { DISTINCT_NEEDED } from "./support.js";
import {
  degenerateNotes,
  exhaustedNote,
  hackNote,
  invertedNote,
  noSignalNote,
  punishesNote,
  rivalNote,
  unclearNote,
  unendorsedNote,
} from "./verdict-notes.js";

/** What a scan can say. */
export type HackScanRegime =
  | "train"
  | "unendorsed"
  | "reward_hack"
  | "pool_exhausted"
  | "no_signal"
  | "degenerate"
  | "unknown";

/** Share of asks that always pass above which there is little left to learn. Convention. */
const SATURATED = 0.2;
/** Integrity below which rival features are reported. Convention. */
const GOOD_INTEGRITY = 0.8;

/** What the verdict is made from. */
export interface VerdictInput {
  readonly ranked: readonly RankedFeature[];
  /** Columns before collinear ones were merged. */
  readonly unmerged: readonly Column[];
  /** Endorsed terms that no feature's name holds. */
  readonly unmatched: readonly UnmatchedTerm[];
  readonly settings: ScanSettings;
  readonly saturated: number;
  readonly distinctPerAsk: number;
  /** The floor. */
  readonly tau: number;
  /** Whether the feature on top is ahead of an endorsed one by more than chance. */
  readonly leads: (top: Column, best: Column) => boolean;
  /** How strongly features go with the reward beyond others. */
  readonly beyond: (others: readonly Column[]) => (column: Column) => Beyond;
}

/** The verdict with what belongs to it. */
export interface VerdictResult {
  readonly regime: HackScanRegime;
  readonly notes: readonly Note[];
  readonly topFeature: string | null;
  readonly endorsedOnTop: boolean | null;
  readonly integrity: number | null;
  readonly inverted: readonly string[];
  /** Features that alone explain the reward. */
  readonly collinear: readonly string[];
  /** What nobody endorsed and the reward goes with, beyond what was endorsed; null where nothing is. */
  readonly rival: Column | null;
}

/** Decides what a scan with contrast inside asks says. */
export function decideVerdict(input: VerdictInput): VerdictResult {
  const { ranked, unmerged, settings } = input;
  const collinear = unmerged
    .filter((column) => strength(column) >= COLLINEAR)
    .map((column) => column.name)
    .sort();
  const top = ranked[0];
  const base = {
    topFeature: top?.column.name ?? null,
    endorsedOnTop: null,
    integrity: null,
    inverted: [],
    collinear,
    rival: null,
  };
  const given = settings.endorsed.length > 0;
  const matched = ranked.filter((feature) => feature.endorsed);

  const above = ranked.filter((feature) => feature.aboveFloor);
  if (given && matched.length === 0 && ranked.length > 0) {
    const rival = above[0]?.column ?? null;
    return { ...base, rival, regime: "unknown", notes: [unmatchedNote(input.unmatched, ranked)] };
  }
  if (collinear.length >= 2 && input.distinctPerAsk < DISTINCT_NEEDED)
    return { ...base, regime: "degenerate", topFeature: null, notes: degenerateNotes(collinear, matched) };

  const paid = above.find((feature) => feature.endorsed && (feature.column.rho ?? 0) > 0);
  const taken = settings.floor === "fixed" ? [] : paidColumns(matched);
  const { rival, isEcho } = findRival(ranked, taken, input.tau, input.beyond);
  const integrity = given ? share(paid, rival) : null;
  const inverted = above
    .filter((feature) => feature.endorsed && (feature.column.rho ?? 0) < 0)
    .map((feature) => feature.column.name);
  const isPaid = top?.endorsed === true && (top.column.rho ?? 0) > 0;
  const found = { ...base, endorsedOnTop: given ? isPaid : null, integrity, inverted, rival: rival?.column ?? null };
  const others = inverted.filter((name) => name !== top?.column.name);
  const invertedNotes = others.length > 0 ? [invertedNote(others)] : [];

  if (top === undefined || !top.aboveFloor)
    return { ...found, regime: "no_signal", notes: [noSignalNote(ranked.length, settings), ...invertedNotes] };

  const notes: Note[] = [];
  if (given && !top.endorsed) {
    const [best] = taken;
    const isUnclear = best !== undefined && (isEcho || (paid !== undefined && !input.leads(top.column, best)));
    if (!isUnclear)
      return { ...found, regime: "reward_hack", notes: [hackNote(top.column, paid?.column), ...invertedNotes] };
    notes.push(unclearNote(top.column, best, taken.length - 1, isEcho));
    if (paid === undefined || !isEcho) return { ...found, regime: "unknown", notes: [...notes, ...invertedNotes] };
  }
  if (top.endorsed && (top.column.rho ?? 0) < 0)
    return { ...found, regime: "reward_hack", notes: [punishesNote(top.column), ...invertedNotes] };
  const rivals = integrity !== null && integrity < GOOD_INTEGRITY && rival ? [rivalNote(integrity, rival.column)] : [];
  notes.push(...invertedNotes, ...rivals);
  if (input.saturated > SATURATED)
    return { ...found, regime: "pool_exhausted", notes: [exhaustedNote(input.saturated), ...notes] };
  if (!given) return { ...found, regime: "unendorsed", notes: [unendorsedNote(top.column), ...notes] };
  return { ...found, regime: "train", notes };
}

function share(paid: RankedFeature | undefined, rival: RankedFeature | null): number {
  const endorsed = paid === undefined ? 0 : strength(paid.column);
  const other = rival === null ? 0 : strength(rival.column);
  return endorsed + other === 0 ? 0 : endorsed / (endorsed + other);
}
