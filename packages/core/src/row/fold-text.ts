/**
 * A text as duplicates, prompts and the verbatim rule compare it: lower case, runs of whitespace as one space, trimmed.
 *
 * @example
 * foldText("  Where IS\n it? "); // "where is it?"
 */
export function foldText(text: string): string {
  return text.toLowerCase().replace(/\s+/gu, " ").trim();
}
