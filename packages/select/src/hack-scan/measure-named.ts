import { type Column, type ColumnEntries, makeColumn } from "./column.js";
import { callerColumn, handColumns } from "./feature-columns.js";
import type { GradedRows } from "./graded-rows.js";
import type { ScanSettings } from "./hack-scan-options.js";
import { CONJUNCTION } from "./specificity.js";
import { CONTAINS, termColumns } from "./vocabulary.js";

/** A feature of another scan on these rows; `column` is null where it is the same in every row. */
export interface MeasuredFeature {
  readonly nObs: number;
  readonly column: Column | null;
}

/** Measures features that another scan found, however rare they are here. */
export function measureNamed(
  wanted: readonly Column[],
  graded: GradedRows,
  settings: ScanSettings,
): Map<string, MeasuredFeature> {
  const singles = new Set(wanted.flatMap(({ name, parents }) => parents?.map((parent) => parent.name) ?? [name]));
  const entries = new Map<string, ColumnEntries>();
  const isTerm = (name: string) => name.startsWith(CONTAINS) && !settings.features.has(name);
  const terms = [...singles].filter(isTerm).map((name) => name.slice(CONTAINS.length));
  if (terms.length > 0) for (const entry of termColumns(graded.texts, new Set(terms))) entries.set(entry.name, entry);
  if ([...singles].some((name) => !isTerm(name))) {
    for (const entry of handColumns(graded, (name) => singles.has(name)).entries) entries.set(entry.name, entry);
    for (const [name, read] of settings.features) entries.set(name, callerColumn(name, read, graded, new Map()));
  }
  return new Map(
    wanted.map(({ name, parents }) => {
      const entry = parents === undefined ? entries.get(name) : both(parents, entries);
      if (entry === undefined) return [name, { nObs: 0, column: null }];
      return [name, { nObs: entry.nObs ?? entry.rows.length, column: makeColumn(entry, graded) }];
    }),
  );
}

function both(
  parents: readonly [Column, Column],
  entries: ReadonlyMap<string, ColumnEntries>,
): ColumnEntries | undefined {
  const [left, right] = parents.map((parent) => entries.get(parent.name));
  if (left === undefined || right === undefined) return undefined;
  const seen = new Set(right.rows);
  const name = parents.map((parent) => parent.name).join(CONJUNCTION);
  return { name, rows: left.rows.filter((row) => seen.has(row)), values: null };
}
