import type { Note } from "@whileai/core";

/** The notes of a scan, one line each, with what to do about it. */
export function noteLines(notes: readonly Note[]): string[] {
  return notes.map(({ message, fix }) => `! ${message}${fix ? ` ${fix}` : ""}`);
}
