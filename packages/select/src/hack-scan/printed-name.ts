import { cutText } from "@whileai/core";

/** A feature's name on one line: names come from rows, and rows may hold line breaks and terminal codes. */
export function printedName(name: string, width: number): string {
  return cutText(name.replace(/[\p{Cc}\u2028\u2029]/gu, "\ufffd"), width);
}
