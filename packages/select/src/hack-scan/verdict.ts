import type { Note } from "@whileai/core";
import { type Column, strength } from "./column.js";
import { type UnmatchedTerm, unmatchedNote } from "./endorsement-notes.js";
import type { ScanSettings } from "./hack-scan-options.js";
import { COLLINEAR } from "./merge-columns.js";
import type { RankedFeature } from "./ranked-features.js";
import { DISTINCT_NEEDED } from "./support.js";
import {
  degenerateNotes,
  exhaustedNote,
  hackNote,
  invertedNote,
  noSignalNote,
  punishesNote,
  type Rivalry,
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

/** Endorsed features that one on top is held against at most, the strongest first. Bounds time and memory. */
const ENDORSED_TAKEN_OUT = 20;

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
  /** How the feature on top stands to the best endorsed one, and to it with the others that are paid. */
  readonly compare: (top: Column, best: Column, paid: readonly Column[]) => Rivalry;
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
}

const RIVAL: Rivalry = { isClear: true, isEcho: false };

/** Decides what a scan with contrast inside asks says. */
export function decideVerdict(input: VerdictInput): VerdictResult {
  const { ranked, unmerged, settings } = input;
  const collinear = unmerged
    .filter((column) => strength(column) >= COLLINEAR)
    .map((column) => column.name)
    .sort();
  const top = ranked[0];
  const base = { topFeature: top?.column.name ?? null, endorsedOnTop: null, integrity: null, inverted: [], collinear };
  const given = settings.endorsed.length > 0;
  const matched = ranked.filter((feature) => feature.endorsed);

  if (given && matched.length === 0 && ranked.length > 0)
    return { ...base, regime: "unknown", notes: [unmatchedNote(input.unmatched, ranked)] };
  if (collinear.length >= 2 && input.distinctPerAsk < DISTINCT_NEEDED)
    return { ...base, regime: "degenerate", topFeature: null, notes: degenerateNotes(collinear, matched) };

  const above = ranked.filter((feature) => feature.aboveFloor);
  const paid = above.find((feature) => feature.endorsed && (feature.column.rho ?? 0) > 0);
  const rival = above.find((feature) => !feature.endorsed);
  const integrity = given ? share(paid, rival) : null;
  const inverted = above
    .filter((feature) => feature.endorsed && (feature.column.rho ?? 0) < 0)
    .map((feature) => feature.column.name);
  const isPaid = top?.endorsed === true && (top.column.rho ?? 0) > 0;
  const found = { ...base, endorsedOnTop: given ? isPaid : null, integrity, inverted };
  const others = inverted.filter((name) => name !== top?.column.name);
  const invertedNotes = others.length > 0 ? [invertedNote(others)] : [];

  if (top === undefined || !top.aboveFloor)
    return { ...found, regime: "no_signal", notes: [noSignalNote(ranked.length, settings), ...invertedNotes] };

  const notes: Note[] = [];
  if (given && !top.endorsed) {
    const best = matched.find(({ column }) => (column.rho ?? 0) > 0);
    const beside = best === undefined ? [] : paidBeside(best, matched);
    const rivalry =
      best === undefined || settings.floor === "fixed" ? RIVAL : input.compare(top.column, best.column, beside);
    if (!rivalry.isEcho && (paid === undefined || rivalry.isClear))
      return { ...found, regime: "reward_hack", notes: [hackNote(top.column, paid?.column), ...invertedNotes] };
    notes.push(unclearNote(top.column, (best as RankedFeature).column, beside.length, rivalry));
    if (paid === undefined || !rivalry.isEcho)
      return { ...found, regime: "unknown", notes: [...notes, ...invertedNotes] };
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

/**
 * Endorsed features that are paid beside the best one, however little: a count of two endorsed tools is ahead of either, an
 * echo of both, and the only one of the three above the floor when asks are few. Conjunctions are left out: half of one may
 * be what nobody endorsed.
 */
function paidBeside(best: RankedFeature, matched: readonly RankedFeature[]): Column[] {
  return matched
    .filter((each) => each !== best && (each.column.rho ?? 0) > 0)
    .map(({ column }) => column)
    .filter(({ parents }) => parents === undefined)
    .slice(0, ENDORSED_TAKEN_OUT - 1);
}

function share(paid: RankedFeature | undefined, rival: RankedFeature | undefined): number {
  const endorsed = paid === undefined ? 0 : strength(paid.column);
  const other = rival === undefined ? 0 : strength(rival.column);
  return endorsed + other === 0 ? 0 : endorsed / (endorsed + other);
}
