import { isRecord, type RowLike, requireRows } from "@whileai/core";

/**
 * The names of all markers that rows carry, ascending. A marker counts by its name, whatever its value; one without a
 * name cannot be asked for, and is none.
 *
 * @example
 * markerNames([{ markers: { refusal: 0 } }, { markers: { hedging: 1 } }]); // ["hedging", "refusal"]
 */
export function markerNames(rows: Iterable<RowLike>): string[] {
  const names = new Set<string>();
  for (const row of requireRows("markerNames", rows) as Iterable<unknown>)
    if (isRecord(row) && isRecord(row.markers))
      for (const name of Object.keys(row.markers)) if (name !== "") names.add(name);
  return [...names].sort();
}
