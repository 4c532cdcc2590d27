import { isRecord, type Row, setOwn } from "@whileai/core";
import type { DroppedRow } from "@whileai/select";

/** The rows that a selection left out, in their order, each with the gate that took it in the field `dropped`. */
export function droppedRows(rows: readonly Row[], dropped: readonly DroppedRow[]): Row[] {
  return dropped.map(({ index, gate }) => {
    const given: unknown = rows[index];
    // What is no row is told by its place and its gate alone.
    const row: Row = isRecord(given) ? { ...given } : {};
    setOwn(row, "dropped", { index, gate });
    return row;
  });
}
