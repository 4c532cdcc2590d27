import { countText, type Note } from "@whileai/core";

/** Says that entries of the input were left out because they are no objects; nothing where none were. */
export const skippedNotes = (
  skipped: number,
  { code, fix }: Required<Pick<Note, "code" | "fix">> = { code: "not_rows", fix: "Every row must be a JSON object." },
): Note[] =>
  skipped === 0
    ? []
    : [
        {
          code,
          severity: "warning",
          message: `${countText(skipped, "entry", "entries")} of the input ${skipped === 1 ? "is no object and was" : "are no objects and were"} left out.`,
          fix,
        },
      ];
