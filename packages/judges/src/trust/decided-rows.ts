import { countText, isRecord, type Note, type Row, requireRows } from "@whileai/core";
import { exactLabel } from "./exact-label.js";

/** The rows that a judge decided, and how many entries it did not. */
export interface DecidedRows {
  /** Rows with a reward of 0 or 1. */
  readonly decided: readonly Row[];
  /** Entries that are no rows, and rows with another reward or none. */
  readonly nSkipped: number;
}

/** Parts rows with a reward of 0 or 1 from all else. */
export function decidedRows(call: string, rows: Iterable<Row>): DecidedRows {
  const given = [...requireRows(call, rows)];
  const decided = given.filter((row) => isRecord(row) && exactLabel(row.reward) !== null);
  return { decided, nSkipped: given.length - decided.length };
}

/** Says how many entries were left out; nothing where none were, or where none are left. */
export const undecidedNotes = ({ decided, nSkipped }: DecidedRows): Note[] =>
  nSkipped === 0 || decided.length === 0
    ? []
    : [
        {
          code: "rows_left_out",
          severity: "info",
          message: `${countText(nSkipped, "entry", "entries")} without a reward of 0 or 1 ${nSkipped === 1 ? "is" : "are"} left out.`,
        },
      ];
