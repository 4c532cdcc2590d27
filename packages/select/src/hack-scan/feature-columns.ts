import { isRecord, type Row } from "@whileai/core";
import { type Column, type ColumnEntries, makeColumn } from "./column.js";
import { type GradedRows, powerOfTwo } from "./graded-rows.js";
import type { FeatureReader, ScanSettings } from "./hack-scan-options.js";
import { eachNamedFeature, isMeasured, REPLY_FEATURES, replyMeasures } from "./hand-features.js";
import { vocabularyColumns } from "./vocabulary.js";

/** The columns of a scan. */
export interface FeatureColumns {
  readonly columns: readonly Column[];
  /** A fingerprint of each row's own measures, to tell rollouts with the same text apart. */
  readonly prints: Int32Array;
  /** Rows that a caller's function threw on, by column. */
  readonly failed: ReadonlyMap<string, number>;
  /** The caller's columns that are in too few rows or alike in all, with the rows that carry them. */
  readonly unused: ReadonlyMap<string, number>;
}

/** All columns that have enough entries and vary: the reply's own measures, the caller's, then words and word pairs. */
export function featureColumns(graded: GradedRows, settings: ScanSettings): FeatureColumns {
  const { entries: own, prints } = handColumns(graded, (_, nObs) => nObs >= settings.minimumObservations);
  const failed = new Map<string, number>();
  const given = [...settings.features].map(([name, read]) => callerColumn(name, read, graded, failed));
  const words = settings.auto ? vocabularyColumns(graded.texts, settings) : [];
  const columns: Column[] = [];
  const unused = new Map<string, number>();
  for (const entry of [...own, ...given, ...words]) {
    // A caller's column takes the place of one of the scan's own with the same name.
    if (settings.features.has(entry.name) && !given.includes(entry)) continue;
    const nObs = entry.nObs ?? entry.rows.length;
    const column = nObs < settings.minimumObservations ? null : makeColumn(entry, graded);
    if (column !== null) columns.push(column);
    else if (given.includes(entry)) unused.set(entry.name, nObs);
  }
  return { columns, prints, failed, unused };
}

/** The scan's own columns; of those with names from the rows the ones that are wanted, as such names may be without number. */
export function handColumns(
  graded: GradedRows,
  isWanted: (name: string, nObs: number) => boolean,
): Pick<FeatureColumns, "prints"> & { readonly entries: ColumnEntries[] } {
  const { rows, texts } = graded;
  const prints = new Int32Array(rows.length);
  const dense = REPLY_FEATURES.map(() => new Float64Array(rows.length));
  const named = new Map<string, { id: number; rows: number[]; values: number[] }>();
  const measures = new Float64Array(REPLY_FEATURES.length);
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index] as Row;
    replyMeasures(row, texts[index] as string, measures);
    let print = 0;
    for (let feature = 0; feature < measures.length; feature++) {
      const value = measures[feature] as number;
      (dense[feature] as Float64Array)[index] = value;
      print = mix(print, value);
    }
    eachNamedFeature(row, (name, value) => {
      let column = named.get(name);
      if (column === undefined) {
        column = { id: named.size, rows: [], values: [] };
        named.set(name, column);
      }
      if (column.rows.at(-1) === index) return;
      print = (print + mix(column.id, value)) | 0;
      if (value === 0 && !isMeasured(name)) return;
      column.rows.push(index);
      column.values.push(value);
    });
    prints[index] = print;
  }
  const entries = REPLY_FEATURES.map((name, feature) => sparse(name, dense[feature] as Float64Array));
  for (const [name, column] of named) {
    if (
      !isWanted(
        name,
        column.values.reduce((count, value) => count + (value === 0 ? 0 : 1), 0),
      )
    )
      continue;
    entries.push(
      isMeasured(name)
        ? filledColumn(name, column, graded)
        : { name, rows: Int32Array.from(column.rows), values: Float64Array.from(column.values) },
    );
  }
  return { entries, prints };
}

/** A caller's column. A function that throws on a row has measured nothing there. */
export function callerColumn(
  name: string,
  read: FeatureReader,
  graded: GradedRows,
  failed: Map<string, number>,
): ColumnEntries {
  const column = { rows: [] as number[], values: [] as number[] };
  for (const [index, row] of graded.rows.entries()) {
    let value: unknown;
    try {
      value =
        typeof read === "function" ? read(row) : isRecord(row) && Object.hasOwn(row, read) ? row[read] : undefined;
    } catch {
      failed.set(name, (failed.get(name) ?? 0) + 1);
    }
    const number = typeof value === "boolean" ? Number(value) : value;
    if (typeof number !== "number" || !Number.isFinite(number)) continue;
    column.rows.push(index);
    column.values.push(number);
  }
  return filledColumn(name, column, graded);
}

function sparse(name: string, values: Float64Array): ColumnEntries {
  const count = values.reduce((sum, value) => sum + (value === 0 ? 0 : 1), 0);
  const rows = new Int32Array(count);
  const kept = new Float64Array(count);
  let entry = 0;
  for (let row = 0; row < values.length; row++) {
    if (values[row] === 0) continue;
    rows[entry] = row;
    kept[entry++] = values[row] as number;
  }
  return { name, rows, values: kept };
}

/**
 * A measured column. A flag that every row has is the rows where it is up; anything else is a value for all rows, around
 * its mean and in units that keep squares finite. Where nothing was measured it takes the mean of the ask (of all rows
 * where the ask has none), which adds nothing to any comparison inside asks: a missing value is not a zero.
 */
export function filledColumn(
  name: string,
  column: { readonly rows: readonly number[]; readonly values: readonly number[] },
  graded: GradedRows,
): ColumnEntries {
  const count = graded.rows.length;
  const nObs = column.values.filter((value) => value !== 0).length;
  const unit = powerOfTwo(column.values);
  const dense = new Float64Array(count).fill(Number.NaN);
  for (const [entry, row] of column.rows.entries()) dense[row] = (column.values[entry] as number) / unit;
  if (column.rows.length === count && column.values.every((value) => value === 0 || value === 1))
    return sparse(name, dense);
  if (column.rows.length === 0) return { name, rows: new Int32Array(0), values: null, nObs };

  const overall = meanOfKnown(dense);
  for (let group = 0; group + 1 < graded.starts.length; group++) {
    const ask = dense.subarray(graded.starts[group], graded.starts[group + 1]);
    const stand = meanOfKnown(ask);
    for (let row = 0; row < ask.length; row++) {
      const value = ask[row] as number;
      ask[row] = (Number.isNaN(value) ? (Number.isNaN(stand) ? overall : stand) : value) - overall;
    }
  }
  return { name, rows: Int32Array.from({ length: count }, (_, row) => row), values: dense, nObs };
}

/** NaN where nothing is known. */
function meanOfKnown(values: Float64Array): number {
  let sum = 0;
  let known = 0;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    sum += value;
    known++;
  }
  return sum / known;
}

function mix(print: number, value: number): number {
  return (Math.imul(print, 31) + Math.trunc(value * 1024)) | 0;
}
