import { RowError } from "../errors/row-error.js";
import { fieldOfCode, type RowKind, type ValidateRowOptions, validateRow } from "./validate-row.js";

export interface CheckRowsOptions extends ValidateRowOptions {
  /** The file the rows come from, for the error's text. */
  readonly path?: string | undefined;
}

/** Bad rows that an error names. */
const ROWS_NAMED = 5;

/**
 * Throws when a row breaks the schema. The error names the file, the line of the first bad row (counted from 1), its
 * field, and the codes of the first few bad rows.
 *
 * @throws RowError
 *
 * @example
 * checkRows([{ schema_version: "1", reward: true }], "row", { path: "train.jsonl" });
 * // RowError: train.jsonl:1: rows break the schema: line 1: reward_is_bool. …
 */
export function checkRows(rows: Iterable<unknown>, kind: RowKind = "row", options: CheckRowsOptions = {}): void {
  const { path, ...rules } = options;
  const bad: { line: number; codes: string[] }[] = [];
  let line = 0;
  for (const row of rows) {
    line++;
    const codes = validateRow(row, kind, rules);
    if (codes.length > 0) bad.push({ line, codes });
    if (bad.length === ROWS_NAMED) break;
  }
  const first = bad[0];
  if (first === undefined) return;
  throw new RowError({
    path,
    line: first.line,
    field: fieldOfCode(first.codes[0] as string),
    message: `rows break the schema of kind "${kind}": ${bad.map((entry) => `line ${entry.line}: ${entry.codes.join(", ")}`).join("; ")}.`,
    fix: "Repair these rows, or read older shapes with fromAnyShape().",
  });
}
