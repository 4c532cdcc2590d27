/** A number in a JSON text, or a word that stands in the place of one. */
export interface JsonScalar {
  readonly text: string;
  readonly start: number;
  /** The key it belongs to, as far as one came before it. */
  readonly field: string | undefined;
}

/**
 * The numbers of a JSON text, and NaN and Infinity, outside its strings. Strings are skipped by hand: a pattern that
 * matches them overflows the stack on texts of megabytes.
 */
export function* jsonScalars(text: string): Generator<JsonScalar> {
  const scan = /"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|-?(?:NaN|Infinity)\b/g;
  const colon = /\s*:/y;
  let field: string | undefined;
  for (let match = scan.exec(text); match !== null; match = scan.exec(text)) {
    if (match[0] !== '"') {
      yield { text: match[0], start: match.index, field };
      continue;
    }
    const end = stringEnd(text, match.index + 1);
    scan.lastIndex = end;
    colon.lastIndex = end;
    if (colon.test(text)) field = text.slice(match.index + 1, end - 1);
  }
}

/** The place behind the quote that closes a string; the end of the text when none does. */
function stringEnd(text: string, start: number): number {
  for (let quote = text.indexOf('"', start); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let first = quote;
    while (text[first - 1] === "\\") first--;
    if ((quote - first) % 2 === 0) return quote + 1;
  }
  return text.length;
}
