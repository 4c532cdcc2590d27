import type { Note } from "@whileai/core";

/** A note and whether it is due; a warning unless it says otherwise. Messages come without their full stop; questions end as they are. */
export type NoteParts = readonly [
  when: boolean,
  code: string,
  message: string,
  fix?: string | undefined,
  severity?: Note["severity"],
];

/** The notes that are due, in the order given. */
export function notesOf(parts: readonly NoteParts[]): Note[] {
  return parts
    .filter(([when]) => when)
    .map(([, code, message, fix, severity = "warning"]) => ({
      code,
      severity,
      message: message.endsWith("?") ? message : `${message}.`,
      ...(fix === undefined ? {} : { fix }),
    }));
}
