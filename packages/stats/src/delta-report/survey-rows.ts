import { binaryLabel, isRecord, type RowLike, requireRows, scalarReward } from "@whileai/core";
import { evalRun } from "../pass-at/rollout-place.js";

export type WireRow = Readonly<Record<string, unknown>>;

/** Row fields that slices are formed by when nothing is said, in this order. */
export const AUTO_SLICE_FIELDS = ["category", "slice"] as const;
/** A field with more values than this names things, not slices of them. */
const MAX_AUTO_SLICES = 50;

/** What one side's rows hold, before it is known which metrics are asked for. */
export interface RowSurvey {
  /** The entries that are rows. */
  readonly rows: readonly WireRow[];
  readonly nNotRows: number;
  readonly markers: ReadonlySet<string>;
  /** Whether some reward is a pass or fail, and whether some is a fraction. */
  readonly hasLabels: boolean;
  readonly hasFractions: boolean;
  readonly hasEvalRuns: boolean;
  /** The values of each field that may form slices, where they are few. */
  readonly slices: ReadonlyMap<string, ReadonlySet<string>>;
}

function addSlices(row: WireRow, slices: Map<string, Set<string>>): void {
  for (const field of AUTO_SLICE_FIELDS) {
    const value = row[field];
    if ((typeof value !== "string" && typeof value !== "number") || value === "") continue;
    const seen = slices.get(field);
    if (seen === undefined) slices.set(field, new Set([String(value)]));
    else if (seen.size <= MAX_AUTO_SLICES) seen.add(String(value));
  }
}

/** Looks once through a side's rows. Throws an `OptionError` for what is no list of rows. */
export function surveyRows(given: Iterable<RowLike>): RowSurvey {
  const rows: WireRow[] = [];
  const markers = new Set<string>();
  const slices = new Map<string, Set<string>>();
  let [nNotRows, hasLabels, hasFractions, hasEvalRuns] = [0, false, false, false];
  for (const row of requireRows("deltaReport", given) as Iterable<unknown>) {
    if (!isRecord(row)) {
      nNotRows++;
      continue;
    }
    rows.push(row);
    // A marker without a name cannot be asked for.
    if (isRecord(row.markers)) for (const name of Object.keys(row.markers)) if (name !== "") markers.add(name);
    // The usual rewards first: this is read once for every row.
    if (row.reward === 0 || row.reward === 1 || binaryLabel(row) !== null) hasLabels = true;
    else if (!hasFractions && scalarReward(row) !== null) hasFractions = true;
    if (!hasEvalRuns && row.lineage !== undefined && evalRun(row) !== "") hasEvalRuns = true;
    addSlices(row, slices);
  }
  for (const [field, values] of slices) if (values.size > MAX_AUTO_SLICES) slices.delete(field);
  return { rows, nNotRows, markers, hasLabels, hasFractions, hasEvalRuns, slices };
}
