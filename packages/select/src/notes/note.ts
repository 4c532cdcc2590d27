import type { Note } from "@whileai/core";

/** A note, or false where there is nothing to say. */
export type MaybeNote = Note | false;

/** A note on something that may be wrong with the data. */
export function warning(code: string, message: string, fix?: string): Note {
  return noteOf("warning", code, message, fix);
}

/** A note that explains a number. */
export function info(code: string, message: string, fix?: string): Note {
  return noteOf("info", code, message, fix);
}

function noteOf(severity: Note["severity"], code: string, message: string, fix: string | undefined): Note {
  return { code, severity, message, ...(fix === undefined ? {} : { fix }) };
}
