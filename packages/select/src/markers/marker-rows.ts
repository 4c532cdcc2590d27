import { countText, isRecord, type Note, type Row } from "@whileai/core";
import { type GradedRows, gradedRows } from "../hack-scan/graded-rows.js";

/** The rows of a marker report. */
export interface MarkerRows {
  readonly rows: readonly Row[];
  /** Where each of them stood in the input, from 0. */
  readonly places: readonly number[];
  /** Entries that are no rows. */
  readonly nSkipped: number;
  readonly graded: GradedRows;
}

/** Takes the rows of a report in, whatever else stands among them. */
export function markerRows(input: Iterable<Row>): MarkerRows {
  const entries = [...input];
  const rows = entries.filter((entry) => isRecord(entry));
  const places = [...entries.keys()].filter((place) => isRecord(entries[place]));
  return { rows, places, nSkipped: entries.length - rows.length, graded: gradedRows(rows) };
}

/** Why set phrases of a reply were not looked for. */
export const UNREAD_REPLY = "nothing was said, or in a script or language that the patterns do not know";

/** What a report says of rows that it could not use. */
export function rowNotes({ rows, nSkipped, graded }: MarkerRows, nUnread: number, whyUnread: string): Note[] {
  const notes: Note[] = [];
  if (rows.length === 0)
    notes.push({ code: "no_rows", severity: "warning", message: "There are no rows, so nothing was looked for." });
  if (nSkipped > 0)
    notes.push({
      code: "skipped_entries",
      severity: "warning",
      message: `Not used: ${countText(nSkipped, "entry that is no row", "entries that are no rows")}.`,
    });
  if (nUnread > 0)
    notes.push({
      code: "unread_replies",
      severity: "warning",
      message: `${countText(nUnread, "reply", "replies")} could not be read (${whyUnread}), and ${nUnread === 1 ? "counts" : "count"} neither as clean nor as flagged.`,
    });
  if (rows.length > 0 && graded.rows.length === 0)
    notes.push({
      code: "ungraded",
      severity: "info",
      message: "No row carries a reward, so nothing was compared with it.",
    });
  return notes;
}
