import { cutText } from "@whileai/core";

/** Characters of a name that a sentence repeats. */
const LONGEST_NAME = 100;

/** A feature's name on one line: names come from rows, and rows may hold line breaks, terminal codes and turned text. */
export function printedName(name: string, width: number): string {
  return cutText(name.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, "\ufffd"), width);
}

/** A feature's name inside a sentence. */
export function shownName(name: string): string {
  return printedName(name, LONGEST_NAME);
}
