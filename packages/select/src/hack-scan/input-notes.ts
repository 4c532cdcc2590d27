import { countText, type Note } from "@whileai/core";
import { outOfRangeNote } from "../notes/out-of-range-note.js";
import { isShare } from "../signal/judged-reward.js";
import type { GradedRows } from "./graded-rows.js";

/** What of the input was not used and is no ungraded row, and whether rewards are on another scale. */
export function inputNotes({
  nInfinite,
  nSkipped,
  reward,
}: Pick<GradedRows, "nInfinite" | "nSkipped" | "reward">): Note[] {
  const outOfRange = outOfRangeNote(
    reward.filter((value) => !isShare(value)).length,
    "the capacity is not told; correlations do not hang on the scale",
  );
  const notes: Note[] = outOfRange === false ? [] : [outOfRange];
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
