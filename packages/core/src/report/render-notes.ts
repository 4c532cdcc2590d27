import type { Note } from "./report.js";

/** Notes as indented lines, `warning: …` first word by severity; infos come without a word of alarm. */
export function renderNotes(notes: readonly Note[], indent = "  "): string[] {
  return notes.map((note) => {
    const fix = note.fix ? ` ${note.fix}` : "";
    return `${indent}${note.severity === "info" ? "note" : note.severity}: ${note.message}${fix}`;
  });
}
