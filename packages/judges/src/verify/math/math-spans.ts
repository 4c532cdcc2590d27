/** A marked part of a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
  /** What is inside the marks. */
  readonly content: string;
}

// Contents are bounded, so that many openings without an end cost little. A single dollar opens only before, and closes only
// behind, something that is no space, and not before a digit: "$5 and $6" is money.
const MATH =
  /\$\$([\s\S]{1,2000}?)\$\$|\\\[([\s\S]{1,2000}?)\\\]|\\\(([\s\S]{1,2000}?)\\\)|(?<![\\$])\$(?![\s$])([^$\n]{0,2000}?[^\s\\$])\$(?![\d$])/gu;

/** The formulas of a text: `$…$`, `$$…$$`, `\(…\)` and `\[…\]`. */
export const mathSpans = (text: string): Span[] =>
  [...text.matchAll(MATH)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    content: match.slice(1).find((part) => part !== undefined) ?? "",
  }));
