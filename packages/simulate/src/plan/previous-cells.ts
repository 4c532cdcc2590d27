import { isRecord, type Row } from "@whileai/core";
import { type Assignment, DIMENSIONS } from "./situation.js";

/** Rows of an earlier run, or its result. */
export type PreviousRows = Iterable<Row> | { readonly rows: Iterable<Row> };

/** The cells of the grid that rows of an earlier run were about, each once. Rows that name no whole cell are passed over. */
export function previousCells(previous: PreviousRows): Assignment[] {
  const cells = new Map<string, Assignment>();
  for (const row of Symbol.iterator in previous ? previous : previous.rows) {
    const given: unknown = isRecord(row) ? row.scenario_dimensions : undefined;
    if (!isRecord(given) || DIMENSIONS.some((axis) => typeof given[axis] !== "string")) continue;
    const cell = Object.fromEntries(DIMENSIONS.map((axis) => [axis, given[axis]])) as Assignment;
    cells.set(JSON.stringify(cell), cell);
  }
  return [...cells.values()];
}
