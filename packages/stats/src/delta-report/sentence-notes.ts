import type { Note } from "@whileai/core";
import { dueNotes, type NoteParts } from "../notes/note-parts.js";

/** The notes that are due, as sentences; questions end as they are. */
export const sentenceNotes = (parts: readonly NoteParts[]): Note[] =>
  dueNotes(parts).map((note) => (note.message.endsWith("?") ? note : { ...note, message: `${note.message}.` }));
