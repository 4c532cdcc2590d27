/** A marked part of a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
  /** What is inside the marks. */
  readonly content: string;
}

const CLOSERS: ReadonlyMap<string, string> = new Map([
  ["$$", "$$"],
  ["\\[", "\\]"],
  ["\\(", "\\)"],
]);

/** The formulas of a text: `$…$`, `$$…$$`, `\(…\)` and `\[…\]`. Takes time in proportion to the text. */
export function mathSpans(text: string): Span[] {
  const spans: Span[] = [];
  const unclosed = new Set<string>();
  const opener = /\\\\|\\\$|\$\$|\\\[|\\\(|\$/gu;
  for (let match = opener.exec(text); match !== null; match = opener.exec(text)) {
    const [mark] = match;
    const from = match.index + mark.length;
    const closer = CLOSERS.get(mark);
    if ((closer === undefined && mark !== "$") || unclosed.has(mark)) continue;
    const end = closer === undefined ? closingDollar(text, from) : text.indexOf(closer, from);
    if (end < 0) {
      if (closer !== undefined) unclosed.add(mark);
      continue;
    }
    const after = end + (closer ?? "$").length;
    spans.push({ start: match.index, end: after, content: text.slice(from, end) });
    opener.lastIndex = after;
  }
  return spans;
}

/**
 * Where a single dollar is closed: by the next one of the same line. It opens only before, and closes only behind, something
 * that is no space, and never before a digit: "$5 and $6" is money.
 */
function closingDollar(text: string, from: number): number {
  if (/\s/u.test(text.charAt(from))) return -1;
  const next = /(?<!\\)\$|\n/gu;
  next.lastIndex = from;
  const found = next.exec(text);
  if (found === null || found[0] === "\n" || found.index === from) return -1;
  const isOpen = /\s/u.test(text.charAt(found.index - 1)) || /\d/u.test(text.charAt(found.index + 1));
  return isOpen ? -1 : found.index;
}
