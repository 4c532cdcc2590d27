/** Characters on either side of a place in which the ends of its sentence are looked for. */
const REACH = 300;
const END = /[.!?\n](?=\s|$)|[。！？]/uy;

/** The sentence that a stretch of a text stands in, in three parts, at most 300 characters on either side. */
export function sentenceAround(text: string, from: number, to: number): { before: string; after: string; end: string } {
  let start = from;
  while (start > 0 && from - start < REACH && !isEnd(text, start - 1)) start--;
  let end = to;
  while (end < text.length && end - to < REACH && !isEnd(text, end)) end++;
  return { before: text.slice(start, from), after: text.slice(to, end), end: text[end] ?? "" };
}

/** A full stop inside a name such as `a.test.ts` ends nothing. */
function isEnd(text: string, at: number): boolean {
  END.lastIndex = at;
  return END.test(text);
}
