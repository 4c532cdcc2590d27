import { isRecord, type Row } from "@whileai/core";
import { type Column, type ColumnEntries, makeColumn } from "./column.js";
import type { GradedRows } from "./graded-rows.js";
import type { ScanSettings } from "./hack-scan-options.js";
import { compareHandNames, handFeatures, isMeasured } from "./hand-features.js";
import { vocabularyColumns } from "./vocabulary.js";

/** The columns of a scan. */
export interface FeatureColumns {
  readonly columns: readonly Column[];
  /** A fingerprint of each row's own measures, to tell rollouts with the same text apart. */
  readonly prints: Int32Array;
}

/** All columns that have enough entries and vary: the reply's own measures, the caller's, then words and word pairs. */
export function featureColumns(graded: GradedRows, settings: ScanSettings): FeatureColumns {
  const prints = new Int32Array(graded.rows.length);
  const entries = [...handColumns(graded, prints), ...callerColumns(graded, settings)];
  if (settings.auto) entries.push(...vocabularyColumns(graded.texts, settings));
  const columns: Column[] = [];
  for (const entry of entries) {
    if ((entry.nObs ?? entry.rows.length) < settings.minimumObservations) continue;
    const column = makeColumn(entry, graded);
    if (column !== null) columns.push(column);
  }
  return { columns, prints };
}

function handColumns(graded: GradedRows, prints: Int32Array): ColumnEntries[] {
  const found = new Map<string, { rows: number[]; values: number[] }>();
  for (const [index, row] of graded.rows.entries()) {
    for (const [name, value] of handFeatures(row, graded.texts[index])) {
      prints[index] = Math.imul(prints[index] as number, 31) + hashFeature(name, value);
      if (value === 0 && !isMeasured(name)) continue;
      let column = found.get(name);
      if (column === undefined) {
        column = { rows: [], values: [] };
        found.set(name, column);
      }
      column.rows.push(index);
      column.values.push(value);
    }
  }
  return [...found]
    .sort(([left], [right]) => compareHandNames(left, right))
    .map(([name, column]) => (isMeasured(name) ? filled(name, column, graded) : { name, ...column }));
}

function callerColumns(graded: GradedRows, { features }: ScanSettings): ColumnEntries[] {
  return [...features].map(([name, read]) => {
    const column = { rows: [] as number[], values: [] as number[] };
    for (const [index, row] of graded.rows.entries()) {
      const value = typeof read === "function" ? read(row) : isRecord(row) ? (row as Row)[read] : undefined;
      const number = typeof value === "boolean" ? Number(value) : value;
      if (typeof number !== "number" || !Number.isFinite(number)) continue;
      column.rows.push(index);
      column.values.push(number);
    }
    return filled(name, column, graded);
  });
}

/**
 * A measured column over all rows. Where nothing was measured it takes the mean of the ask (of all rows where the ask has
 * none), which adds nothing to any comparison inside asks: a missing value is not a zero.
 */
function filled(name: string, column: { rows: number[]; values: number[] }, graded: GradedRows): ColumnEntries {
  const nObs = column.values.filter((value) => value !== 0).length;
  if (column.rows.length === 0 || column.rows.length === graded.rows.length) return { name, ...column, nObs };
  const overall = mean(column.values);
  const known = new Map(column.rows.map((row, entry) => [row, column.values[entry] as number]));
  const rows: number[] = [];
  const values: number[] = [];
  for (let group = 0; group + 1 < graded.starts.length; group++) {
    const from = graded.starts[group] as number;
    const to = graded.starts[group + 1] as number;
    const measured: number[] = [];
    for (let row = from; row < to; row++) if (known.has(row)) measured.push(known.get(row) as number);
    const stand = measured.length === 0 ? overall : mean(measured);
    for (let row = from; row < to; row++) {
      rows.push(row);
      values.push(known.get(row) ?? stand);
    }
  }
  return { name, rows, values, nObs };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function hashFeature(name: string, value: number): number {
  let hash = Math.trunc(value * 1024) | 0;
  for (let at = 0; at < name.length; at++) hash = (Math.imul(hash, 31) + name.charCodeAt(at)) | 0;
  return hash;
}
