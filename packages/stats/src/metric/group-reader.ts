type WireRow = Readonly<Record<string, unknown>>;

/** Whether a value says which one: a text that is not empty, a finite number, true or false. */
export const isName = (value: unknown): value is string | number | boolean =>
  (typeof value === "string" && value !== "") || typeof value === "boolean" || Number.isFinite(value);

/** What tells which group a row belongs to: the name of a field, or a function of the row. */
export type GroupReader = string | ((row: WireRow) => unknown);

/**
 * Makes a reader of group names: a field is looked up on the row, then in its `scenario_dimensions`, then in its
 * `lineage`. Null where the row names no group.
 */
export function groupReader(groupBy: GroupReader): (row: WireRow) => string | null {
  const read = typeof groupBy === "function" ? groupBy : (row: WireRow) => lookUp(row, groupBy);
  return (row) => {
    const group = read(row);
    return isName(group) ? String(group) : null;
  };
}

function lookUp(row: WireRow, name: string): unknown {
  for (const holder of [row, row.scenario_dimensions, row.lineage])
    if (typeof holder === "object" && holder !== null && Object.hasOwn(holder, name)) return (holder as WireRow)[name];
  return undefined;
}
