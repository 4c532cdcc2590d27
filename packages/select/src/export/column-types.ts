import type { ExportRecord } from "./export-record.js";

const isPresent = (value: unknown): boolean => value !== undefined && value !== null;

const kindOf = (value: unknown): string => (Array.isArray(value) ? "list" : typeof value);

/**
 * Records whose columns have one type each: a column that holds texts in some records and other things in others holds
 * texts everywhere (JSON for what was none), because loaders infer a column's type once and fail on the first value
 * that breaks it. Null columns are left out.
 *
 * @returns the records and the names of the columns that were turned into text.
 */
export function withOneTypePerColumn(records: readonly ExportRecord[]): {
  records: ExportRecord[];
  columnsAsText: string[];
} {
  const kinds = new Map<string, Set<string>>();
  for (const record of records)
    for (const [column, value] of Object.entries(record)) {
      if (!isPresent(value)) continue;
      const seen = kinds.get(column);
      if (seen) seen.add(kindOf(value));
      else kinds.set(column, new Set([kindOf(value)]));
    }
  const mixed = new Set([...kinds].filter(([, seen]) => seen.size > 1).map(([column]) => column));
  const asText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
  return {
    records: records.map((record) =>
      Object.fromEntries(
        Object.entries(record)
          .filter(([, value]) => isPresent(value))
          .map(([column, value]) => [column, mixed.has(column) ? asText(value) : value]),
      ),
    ),
    columnsAsText: [...mixed].sort(),
  };
}
