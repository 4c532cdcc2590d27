import type { Note } from "@whileai/core";

/** A note and whether it is due; a warning unless it says otherwise. Messages come without their full stop. */
export type NoteParts = readonly [
  when: boolean,
  code: string,
  message: string,
  fix?: string | undefined,
  severity?: Note["severity"],
];

/** The notes that are due, in the order given. */
export const dueNotes = (parts: readonly NoteParts[]): Note[] =>
  parts
    .filter(([when]) => when)
    .map(([, code, message, fix, severity = "warning"]) => ({
      code,
      severity,
      message,
      ...(fix === undefined ? {} : { fix }),
    }));

/** What notes say, in one line; null without notes. */
export const notesLine = (notes: readonly Note[]): string | null =>
  notes.map(({ message }) => message).join("; ") || null;
