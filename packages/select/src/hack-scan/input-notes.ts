import { countText, type Note } from "@whileai/core";
import type { GradedRows } from "./graded-rows.js";

/** What of the input was not used and is no ungraded row. */
export function inputNotes({ nInfinite, nSkipped }: Pick<GradedRows, "nInfinite" | "nSkipped">): Note[] {
  const notes: Note[] = [];
  if (nInfinite > 0)
    notes.push({
      code: "infinite_rewards",
      severity: "warning",
      message: `Not used: ${countText(nInfinite, "row")} with an infinite reward.`,
    });
  if (nSkipped > 0)
    notes.push({
      code: "skipped_entries",
      severity: "warning",
      message: `Not used: ${countText(nSkipped, "entry", "entries")} that ${nSkipped === 1 ? "is no row" : "are no rows"}.`,
    });
  return notes;
}
