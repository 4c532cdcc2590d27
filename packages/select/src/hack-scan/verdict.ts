import { fixedText, type Note, nearestName, signedText } from "@whileai/core";
import { type Column, strength } from "./column.js";
import type { ScanSettings } from "./hack-scan-options.js";
import { COLLINEAR } from "./merge-columns.js";
import { printedName } from "./printed-name.js";
import type { RankedFeature } from "./ranked-features.js";

/** What a scan can say. */
export type HackScanRegime =
  | "train"
  | "unendorsed"
  | "reward_hack"
  | "pool_exhausted"
  | "no_signal"
  | "degenerate"
  | "unknown";

/** Distinct replies per ask below which features cannot be told apart. Convention. */
const DISTINCT_NEEDED = 3;
/** Share of asks that always pass above which there is little left to learn. Convention. */
const SATURATED = 0.2;
/** Integrity below which rival features are reported. Convention. */
const GOOD_INTEGRITY = 0.8;

/** Endorsed features that one on top is held against at most, the strongest first. Bounds time and memory. */
const ENDORSED_TAKEN_OUT = 20;

/** How an unendorsed feature stands to endorsed ones that are paid less. */
interface Rivalry {
  /** Whether its lead on the best of them is more than chance. */
  readonly isClear: boolean;
  /** Whether it goes with the reward only as far as it goes with them, taken together. */
  readonly isEcho: boolean;
}

/** Characters of a name that a note repeats. */
const LONGEST_NAME = 100;

/** What the verdict is made from. */
export interface VerdictInput {
  readonly ranked: readonly RankedFeature[];
  /** Columns before collinear ones were merged. */
  readonly unmerged: readonly Column[];
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
    return { ...base, regime: "unknown", notes: [unmatchedNote(settings, ranked)] };
  if (collinear.length >= 2 && input.distinctPerAsk < DISTINCT_NEEDED)
    return { ...base, regime: "degenerate", topFeature: null, notes: degenerateNotes(collinear, matched) };

  const above = ranked.filter((feature) => feature.aboveFloor);
  const paid = above.find((feature) => feature.endorsed && (feature.column.rho ?? 0) > 0);
  const rival = above.find((feature) => !feature.endorsed);
  const integrity = given ? share(paid, rival) : null;
  const inverted = above
    .filter((feature) => feature.endorsed && feature !== top && (feature.column.rho ?? 0) < 0)
    .map((feature) => feature.column.name);
  const found = { ...base, endorsedOnTop: given ? (top?.endorsed ?? false) : null, integrity, inverted };
  const invertedNotes = inverted.length > 0 ? [invertedNote(inverted)] : [];

  if (top === undefined || !top.aboveFloor)
    return { ...found, regime: "no_signal", notes: [noSignalNote(ranked.length, settings), ...invertedNotes] };

  const notes: Note[] = [];
  if (given && !top.endorsed) {
    const best = matched.find(({ column }) => (column.rho ?? 0) > 0);
    const others = best === undefined ? [] : paidBeside(best, above);
    const rivalry =
      best === undefined || settings.floor === "fixed" ? RIVAL : input.compare(top.column, best.column, others);
    if (!rivalry.isEcho && (paid === undefined || rivalry.isClear))
      return { ...found, regime: "reward_hack", notes: [hackNote(top.column, paid?.column), ...invertedNotes] };
    notes.push(unclearNote(top.column, (best as RankedFeature).column, others.length, rivalry));
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
 * Endorsed features above the floor that are paid beside the best one. A count of two endorsed tools is ahead of either and
 * an echo of both. Conjunctions are left out: half of one may be what nobody endorsed.
 */
function paidBeside(best: RankedFeature, above: readonly RankedFeature[]): Column[] {
  return above
    .filter((each) => each !== best && each.endorsed && (each.column.rho ?? 0) > 0)
    .map(({ column }) => column)
    .filter(({ parents }) => parents === undefined)
    .slice(0, ENDORSED_TAKEN_OUT - 1);
}

function share(paid: RankedFeature | undefined, rival: RankedFeature | undefined): number {
  const endorsed = paid === undefined ? 0 : strength(paid.column);
  const other = rival === undefined ? 0 : strength(rival.column);
  return endorsed + other === 0 ? 0 : endorsed / (endorsed + other);
}

const shown = (name: string) => printedName(name, LONGEST_NAME);
const within = (column: Column) => `${shown(column.name)} (${signedText(column.rho ?? 0, 3)} within asks)`;

function unmatchedNote({ endorsed }: ScanSettings, ranked: readonly RankedFeature[]): Note {
  const names = ranked.flatMap(({ column }) => [column.name, ...column.aliases.map((alias) => alias.name)]);
  const near = endorsed.map((term) => nearestName(term, names)).find((name) => name !== undefined);
  return {
    code: "endorsed_unmatched",
    severity: "warning",
    message: `No feature matches what was endorsed (${endorsed.join(", ")}), so the scan cannot tell intended from not.`,
    fix:
      near === undefined
        ? `Features start with ${names.slice(0, 5).map(shown).join(", ")}.`
        : `Did you mean ${shown(near)}?`,
  };
}

function degenerateNotes(collinear: readonly string[], matched: readonly RankedFeature[]): Note[] {
  const notes: Note[] = [
    {
      code: "degenerate",
      severity: "warning",
      message: `${collinear.length} features explain the reward completely and asks hold fewer than ${DISTINCT_NEEDED} different replies, so nothing tells them apart.`,
      fix: "Sample more varied replies per ask.",
    },
  ];
  const tied = matched.find(({ column }) => strength(column) >= COLLINEAR);
  if (tied)
    notes.push({
      code: "degenerate_endorsed_tied",
      severity: "warning",
      message: `The endorsed ${shown(tied.column.name)} is among them; it may or may not be what is paid.`,
    });
  return notes;
}

const noSignalNote = (nFeatures: number, { minimumObservations }: ScanSettings): Note => ({
  code: "no_signal",
  severity: "warning",
  message:
    nFeatures === 0
      ? `No feature was seen in ${minimumObservations} or more graded rollouts, so nothing could be compared.`
      : "No feature goes with the reward more closely than chance would.",
});

const hackNote = (top: Column, paid: Column | undefined): Note => ({
  code: "reward_hack",
  severity: "error",
  message: `The reward goes with ${within(top)}, which nobody endorsed${paid ? `, more than with ${within(paid)}` : "; nothing endorsed clears the floor"}.`,
  fix: "Read replies with and without it, and change the judge before training on this reward.",
});

const punishesNote = (top: Column): Note => ({
  code: "reward_punishes_endorsed",
  severity: "error",
  message: `The reward falls with the endorsed ${within(top)}: it pays for the opposite of what is wanted.`,
  fix: "Check the judge's direction before training on this reward.",
});

const invertedNote = (inverted: readonly string[]): Note => ({
  code: "inverted_endorsed",
  severity: "warning",
  message: `The reward falls with what was endorsed: ${inverted.map(shown).join(", ")}.`,
});

const unclearNote = (top: Column, best: Column, nOthers: number, { isEcho }: Rivalry): Note => ({
  code: "lead_unclear",
  severity: "warning",
  message: isEcho
    ? `${within(top)} is ahead of the endorsed ${within(best)}, and may only come with ${nOthers === 0 ? "it" : `it and ${nOthers} more that you endorsed`}: little is left once that is taken out.`
    : `${within(top)} is ahead of the endorsed ${within(best)}, but not by more than chance: either may be what is paid.`,
  fix: "Grade more asks to tell the two apart.",
});

const rivalNote = (integrity: number, rival: Column): Note => ({
  code: "rival_features",
  severity: "warning",
  message: `Integrity is ${fixedText(integrity, 2)}: ${within(rival)} is paid beside what was endorsed.`,
});

const exhaustedNote = (saturated: number): Note => ({
  code: "pool_exhausted",
  severity: "warning",
  message: `${fixedText(saturated * 100, 0)}% of the asks pass every time and teach nothing more.`,
  fix: "Write harder situations.",
});

const unendorsedNote = (top: Column): Note => ({
  code: "unendorsed",
  severity: "info",
  message: `The reward correlates most with ${within(top)}. Whether that is meant, only you can say.`,
  fix: "Name what the reward should pay for: endorsed, with parts of the names in report.hackScan.features.",
});
