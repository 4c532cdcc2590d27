import { callerColumn, handColumns } from "./feature-columns.js";
import type { GradedRows } from "./graded-rows.js";
import type { ScanSettings } from "./hack-scan-options.js";
import { shownName } from "./printed-name.js";
import { foldReply } from "./tokens.js";
import { CONTAINS, termColumns } from "./vocabulary.js";

/** Something in the rows that a scan does not list as a feature. */
export interface Sighting {
  readonly name: string;
  /** Rows that carry it. */
  readonly nObs: number;
  readonly nRows: number;
  /** Rows that a feature needs. */
  readonly needed: number;
}

/** The commonest thing in the rows whose name holds each term; null when there is none. */
export function sightingsOf(terms: readonly string[], graded: GradedRows, settings: ScanSettings): (Sighting | null)[] {
  if (terms.length === 0) return [];
  const folded = terms.map(foldReply);
  const holdsAny = (name: string) => folded.some((term) => foldReply(name).includes(term));
  const own = [...settings.features].filter(([name]) => holdsAny(name));
  const words = folded.filter((term) => term.startsWith(CONTAINS) && settings.auto);
  const entries = [
    ...handColumns(graded, holdsAny).entries,
    ...own.map(([name, read]) => callerColumn(name, read, graded, new Map())),
    ...termColumns(graded.texts, new Set(words.map((term) => term.slice(CONTAINS.length)))),
  ];
  const seen = entries
    .map((entry) => ({ name: entry.name, nObs: entry.nObs ?? entry.rows.length }))
    .filter(({ nObs }) => nObs > 0)
    .sort((left, right) => right.nObs - left.nObs || (left.name < right.name ? -1 : 1));
  return folded.map((term) => {
    const first = seen.find(({ name }) => foldReply(name).includes(term));
    return first === undefined ? null : { ...first, nRows: graded.rows.length, needed: settings.minimumObservations };
  });
}

/** Why something in the rows is no feature. */
export function sightingText({ name, nObs, nRows, needed }: Sighting): string {
  if (nObs < needed)
    return `${shownName(name)} is in ${nObs} of ${nRows} rollouts, and a feature must be in ${needed}.`;
  if (nObs === nRows) return `${shownName(name)} is alike in all ${nRows} rollouts, so nothing can go with it.`;
  return `${shownName(name)} is in ${nObs} of ${nRows} rollouts, and too many others are commoner (topK).`;
}
