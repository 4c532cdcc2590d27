/** Whitespace that is not one plain space. */
const UNEVEN_SPACE = /[^\S ]| {2}/u;

/**
 * A text as duplicates, prompts and the verbatim rule compare it: lower case, runs of whitespace as one space, trimmed.
 *
 * @example
 * foldText("  Where IS\n it? "); // "where is it?"
 */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  // Most texts have nothing but single spaces; replacing each of those by itself is what takes the time.
  return (UNEVEN_SPACE.test(lower) ? lower.replace(/\s+/gu, " ") : lower).trim();
}
