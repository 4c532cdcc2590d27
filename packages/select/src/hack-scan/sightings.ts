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

/** The commonest thing in the rows whose name holds a term; null when there is none. */
export function sightingOf(term: string, graded: GradedRows, settings: ScanSettings): Sighting | null {
  const folded = foldReply(term);
  const holds = (name: string) => foldReply(name).includes(folded);
  const own = [...settings.features].filter(([name]) => holds(name));
  const word = folded.startsWith(CONTAINS) && settings.auto ? [folded.slice(CONTAINS.length)] : [];
  const entries = [
    ...handColumns(graded, holds).entries.filter(({ name }) => holds(name)),
    ...own.map(([name, read]) => callerColumn(name, read, graded, new Map())),
    ...termColumns(graded.texts, new Set(word)),
  ];
  const seen = entries
    .map((entry) => ({ name: entry.name, nObs: entry.nObs ?? entry.rows.length }))
    .filter(({ nObs }) => nObs > 0)
    .sort((left, right) => right.nObs - left.nObs || (left.name < right.name ? -1 : 1))[0];
  return seen === undefined ? null : { ...seen, nRows: graded.rows.length, needed: settings.minimumObservations };
}

/** Why something in the rows is no feature. */
export function sightingText({ name, nObs, nRows, needed }: Sighting): string {
  if (nObs < needed)
    return `${shownName(name)} is in ${nObs} of ${nRows} rollouts, and a feature must be in ${needed}.`;
  if (nObs === nRows) return `${shownName(name)} is alike in all ${nRows} rollouts, so nothing can go with it.`;
  return `${shownName(name)} is in ${nObs} of ${nRows} rollouts, and too many others are commoner (topK).`;
}
