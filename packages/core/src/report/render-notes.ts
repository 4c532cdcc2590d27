import type { Note } from "./report.js";

/** Notes as indented lines, `warning: …` first word by severity; infos come without a word of alarm. A message
 * ends before its fix begins. */
export function renderNotes(notes: readonly Note[], indent = "  "): string[] {
  return notes.map((note) => {
    const fix = note.fix ? `${/[.?!]$/.test(note.message) ? "" : "."} ${note.fix}` : "";
    return `${indent}${note.severity === "info" ? "note" : note.severity}: ${note.message}${fix}`;
  });
}
