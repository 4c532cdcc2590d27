import { countText } from "@whileai/core";
import { type MaybeNote, warning } from "./note.js";

/** Entries of the input that are no rows. */
export function skippedNote(nSkipped: number): MaybeNote {
  return (
    nSkipped > 0 &&
    warning(
      "skipped_entries",
      `${countText(nSkipped, "entry is no row and was", "entries are no rows and were")} left out.`,
    )
  );
}

/** Selected rows that come from an evaluation set. */
export function evalSourcedNote(selected: number): MaybeNote {
  return (
    selected > 0 &&
    warning(
      "eval_sourced_selected",
      `${countText(selected, "selected row comes", "selected rows come")} from an evaluation set.`,
      "Leave them out, or the evaluation means nothing.",
    )
  );
}
