import { type Note, nearestName } from "@whileai/core";
import { shownName } from "./printed-name.js";
import type { RankedFeature } from "./ranked-features.js";
import { type Sighting, sightingText } from "./sightings.js";

/** Features from which on it is odd that most are endorsed. Convention. */
const MANY_FEATURES = 10;
/** Share of the features above which an endorsement says little. Convention. */
const BROAD = 0.5;
/** Names that a hint lists. */
const LISTED = 5;

/** An endorsed term that no feature's name holds. */
export interface UnmatchedTerm {
  readonly term: string;
  /** What holds the term in its name and is no feature; null when nothing does. */
  readonly seen: Sighting | null;
}

/** That nothing which was endorsed is a feature. */
export function unmatchedNote(unmatched: readonly UnmatchedTerm[], ranked: readonly RankedFeature[]): Note {
  return {
    code: "endorsed_unmatched",
    severity: "warning",
    message: `No feature matches what was endorsed (${termsText(unmatched)}), so the scan cannot tell intended from not.`,
    fix: hintFor(unmatched, ranked),
  };
}

/** What is odd about an endorsement of which at least a part is a feature. */
export function endorsementNotes(unmatched: readonly UnmatchedTerm[], ranked: readonly RankedFeature[]): Note[] {
  const notes: Note[] = [];
  const nMatched = ranked.filter(({ endorsed }) => endorsed).length;
  if (nMatched === 0) return notes;
  if (unmatched.length > 0)
    notes.push({
      code: "endorsed_partly_unmatched",
      severity: "warning",
      message: `No feature matches ${termsText(unmatched)}, so the scan goes by the rest of what was endorsed.`,
      fix: hintFor(unmatched, ranked),
    });
  if (ranked.length >= MANY_FEATURES && nMatched > BROAD * ranked.length)
    notes.push({
      code: "endorsed_broad",
      severity: "warning",
      message: `${nMatched} of ${ranked.length} features match what was endorsed, so hardly anything is left that could show as a hack.`,
      fix: "Name what is meant more closely, as tool:get_order.",
    });
  return notes;
}

const termsText = (unmatched: readonly UnmatchedTerm[]) => unmatched.map(({ term }) => shownName(term)).join(", ");

/** Some names, what is no term of the text first: that is what is endorsed most often. */
function namesFirst(names: readonly string[]): string[] {
  const isTool = (name: string) => name.startsWith("tool:");
  const isTerm = (name: string) => name.includes("contains:");
  const place = (name: string) => (isTool(name) ? 0 : isTerm(name) ? 2 : 1);
  return names
    .toSorted((left, right) => place(left) - place(right))
    .slice(0, LISTED)
    .map(shownName);
}

function hintFor(unmatched: readonly UnmatchedTerm[], ranked: readonly RankedFeature[]): string {
  const seen = unmatched.flatMap(({ seen }) => (seen === null ? [] : [sightingText(seen)]));
  if (seen.length > 0) return seen.join(" ");
  const names = ranked.flatMap(({ column }) => [column.name, ...column.aliases.map((alias) => alias.name)]);
  const near = unmatched.map(({ term }) => nearestName(term, names)).find((name) => name !== undefined);
  return near === undefined ? `Features are ${namesFirst(names).join(", ")} …` : `Did you mean ${shownName(near)}?`;
}
