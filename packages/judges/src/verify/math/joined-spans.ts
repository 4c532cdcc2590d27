import type { Span } from "./math-spans.js";

/** What joins several boxes or formulas into one answer; a doubt behind the "or" changes nothing. */
const JOINT =
  /^[\s,;(]*(?:(?:or|and)\b(?:[\s,]+(?:maybe|perhaps|possibly|probably|also|even|alternatively|else|the|it|it's|is|could|be)\b)*[\s,]*|\\text\{\s*(?:or|and)\s*\}\s*)?$/iu;

/** Every `\boxed{…}` and `\fbox{…}` with its braces closed, in the order of their beginnings. */
export function boxes(text: string): Span[] {
  const opened: { from: number; start: number; isBox: boolean }[] = [];
  const spans: Span[] = [];
  const starts = new Map<number, number>();
  for (const match of text.matchAll(/\\(?:boxed|fbox|framebox)\s*(?:\{|([^\s{}\\]))/gu)) {
    const [whole, single] = match;
    if (single === undefined) starts.set(match.index + whole.length - 1, match.index);
    else spans.push({ start: match.index, end: match.index + whole.length, content: single });
  }
  for (const { 0: sign, index } of text.matchAll(/\\[{}\\]|[{}]/gu)) {
    if (sign === "{") opened.push({ from: index + 1, start: starts.get(index) ?? index, isBox: starts.has(index) });
    if (sign !== "}") continue;
    const open = opened.pop();
    if (open?.isBox) spans.push({ start: open.start, end: index + 1, content: text.slice(open.from, index) });
  }
  return spans.sort((left, right) => left.start - right.start);
}

/** The last span, with those before it that only a comma, "or" or "and" divides from it, as one. */
export function joined(text: string, spans: readonly Span[]): Span | null {
  const last = spans.at(-1);
  if (last === undefined) return null;
  let content = last.content;
  let next = last;
  for (const span of spans.slice(0, -1).reverse()) {
    const between = text.slice(span.end, next.start).replace(/[$]|\\[()[\] ,;:!]|\\q?quad\b/gu, "");
    if (span.end > next.start || !JOINT.test(between) || between.trim() === "") break;
    const word = /\bor\b/iu.test(between) ? " \\text{ or } " : ", ";
    content = `${span.content}${word}${content}`;
    next = span;
  }
  return { start: next.start, end: last.end, content };
}

/** The first formula with those that are joined to it, and where the last of them ends. */
export function leadingFormula(text: string, spans: readonly Span[]): Pick<Span, "content" | "end"> {
  let [content, end] = ["", 0];
  for (const span of spans) {
    const between = text.slice(end, span.start);
    if (content !== "" && !JOINT.test(between)) break;
    const word = /\bor\b/iu.test(between) ? " \\text{ or } " : ", ";
    content = content === "" ? span.content : `${content}${word}${span.content}`;
    end = span.end;
  }
  return { content, end };
}
