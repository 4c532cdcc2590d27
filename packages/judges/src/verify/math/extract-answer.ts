import { lastNumber } from "../read-number.js";
import type { Answer } from "./answer.js";
import { mathSpans, type Span } from "./math-spans.js";
import { readAnswer } from "./read-answer.js";
import { hasProseWord } from "./vocabulary.js";

/** Where in a reply the answer was found. */
export type AnswerPlace = "box" | "marker" | "phrase" | "math" | "whole" | "number";

/** The part of a reply that states its answer. */
export interface ExtractedAnswer {
  readonly text: string;
  readonly place: AnswerPlace;
}

/** How the answer is looked for. */
export interface ExtractOptions {
  /** The whole reply is the answer. */
  readonly strict?: boolean | undefined;
  /** Only a box counts. */
  readonly requireBox?: boolean | undefined;
}

/** Longest reply without numbers that is taken as words. */
const MAX_WORDS_CHARS = 100;
/** Longest sentence whose beginnings are tried as an answer. */
const MAX_PREFIX_WORDS = 24;

const THOUGHT = /<think(?:ing)?>[\s\S]*?(?:<\/think(?:ing)?>|$)/giu;
const END_OF_THOUGHT = /<\/think(?:ing)?>/giu;
const MARKER = /^[ \t]*####[ \t]*(\S.*)$/gmu;
const PHRASE =
  /\b(?:answers?|results?|solutions?)\b(?:\s+(?:to|of|for)\s[^.:=\n]{1,80}?)?[*_]{0,3}(?:\s*(?:\bis\b|\bare\b|\bwas\b|\bequals\b|=|:))+[*_]{0,3}\s*/giu;
/** A word of prose, which is no command and no variable. */
const WORD = /(?<![\\\p{L}])\p{L}{2}/u;
const SENTENCE = /^[\s\S]*?(?=[.!?](?:[\s*_]|$)|\n|$)/u;
const FILLERS =
  /^(?:(?:therefore|thus|so|hence|simply|just|exactly|equal to|given by|indeed|clearly|then|now|also|both|either|still|really|actually)\b[\s,:]*)+/iu;
/** What joins several boxes or formulas into one answer. */
const JOINT = /^[\s,;]*(?:(?:or|and)\b[\s,]*|\\text\{\s*(?:or|and)\s*\}\s*)?$/iu;
/** What is said not to be the answer, or to bound it. */
const DENIAL =
  /\b(?:not|never|neither|nor|cannot|isn't|aren't|wasn't|unlike|other than|(?:less|more|fewer|greater|larger|smaller) than|at (?:least|most)|between)\b/iu;
const NO_ANSWER = Symbol("no answer");
const HEDGE = /^[\s,;*$]*(?:or\b|\/|~|to\b|-)/iu;

/** The reply without what the model thought. */
export function withoutThoughts(reply: string): string {
  const text = reply.replace(THOUGHT, " ");
  const ends = [...text.matchAll(END_OF_THOUGHT)];
  const last = ends.at(-1);
  return last === undefined ? text : text.slice(last.index + last[0].length);
}

/**
 * Finds the answer in a reply: the last box, `#### x`, the last "answer is …", the last formula, the whole reply when it is
 * no prose, the last number. Boxes and formulas joined by "or", "and" or a comma are one answer; what the model thought is
 * never one. Null when there is none.
 *
 * @example
 * extractAnswer("First \\boxed{1}, but then \\boxed{2}."); // { text: "2", place: "box" }
 */
export function extractAnswer(reply: string, options: ExtractOptions = {}): ExtractedAnswer | null {
  const text = withoutThoughts(reply);
  if (options.strict) return found(text, "whole");
  const box = joined(text, boxes(text));
  if (box !== null || options.requireBox) return box === null ? null : found(box, "box");
  const marked = [...text.matchAll(MARKER)].at(-1)?.[1];
  if (marked !== undefined) return found(marked, "marker");
  const phrase = afterPhrase(text);
  if (phrase === NO_ANSWER) return null;
  if (phrase !== null) return found(phrase, "phrase");
  const whole = wholeReply(text);
  if (whole !== null) return found(whole, "whole");
  const formula = joined(text, mathSpans(text));
  if (formula !== null) return found(formula, "math");
  const number = WORD.test(text) ? lastStatedNumber(text) : null;
  if (number !== null) return found(number, "number");
  return /\d/u.test(text) || text.trim().length > MAX_WORDS_CHARS ? null : found(text, "whole");
}

/**
 * The answer that a reference states. Most references are the answer; a worked solution has it in a box, behind `####`, or
 * in its last formula.
 */
export function referenceText(reference: string): string {
  const text = withoutThoughts(reference);
  const box = joined(text, boxes(text)) ?? [...text.matchAll(MARKER)].at(-1)?.[1];
  if (box !== undefined) return box;
  const phrase = afterPhrase(text);
  return (wholeReply(text) ?? (phrase === NO_ANSWER ? null : phrase) ?? joined(text, mathSpans(text)) ?? text).trim();
}

function found(text: string, place: AnswerPlace): ExtractedAnswer | null {
  const trimmed = text.trim();
  return trimmed === "" ? null : { text: trimmed, place };
}

/** Every `\boxed{…}` and `\fbox{…}` with its braces closed, in the order of their beginnings. */
function boxes(text: string): Span[] {
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

/** The last span, with those before it that only a comma, "or" or "and" divides from it. */
function joined(text: string, spans: readonly Span[]): string | null {
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
  return content;
}

/** What is stated after the last "answer is"; null where that is not clear, `NO_ANSWER` where it is denied or left open. */
function afterPhrase(text: string): string | null | typeof NO_ANSWER {
  const last = [...text.matchAll(PHRASE)].at(-1);
  if (last === undefined) return null;
  const rest = text.slice(last.index + last[0].length);
  const sentence = sentenceOf(rest, mathSpans(rest));
  const stated = afterVerb(sentence);
  const spans = mathSpans(stated);
  const [first] = spans;
  return first !== undefined && !/\d/u.test(stated.slice(0, first.start))
    ? leadingFormula(stated, spans)
    : statement(stated);
}

/** "the largest $n$ is 34" from its last verb on; all of it when nothing that could be an answer follows one. */
function afterVerb(sentence: string): string {
  const masked = withoutSpans(sentence, mathSpans(sentence));
  const verb = [...masked.matchAll(/\b(?:is|are|equals)\b:?/giu)].at(-1);
  const stated = verb === undefined ? "" : sentence.slice(verb.index + verb[0].length);
  return /[\d$\\]/u.test(stated) ? stated : sentence;
}

/** The text with its formulas blotted out. */
function withoutSpans(text: string, spans: readonly Span[]): string {
  let masked = text;
  for (const { start, end } of spans) masked = masked.slice(0, start) + "x".repeat(end - start) + masked.slice(end);
  return masked;
}

/** A sentence, whose end is no point inside a formula. */
const sentenceOf = (rest: string, spans: readonly Span[]): string =>
  rest.slice(0, SENTENCE.exec(withoutSpans(rest, spans))?.[0].length ?? rest.length);

/** The first formula with those that are joined to it. */
function leadingFormula(text: string, spans: readonly Span[]): string {
  let [content, end] = ["", 0];
  for (const span of spans) {
    const between = text.slice(end, span.start);
    if (content !== "" && !JOINT.test(between)) break;
    const word = /\bor\b/iu.test(between) ? " \\text{ or } " : ", ";
    content = content === "" ? span.content : `${content}${word}${span.content}`;
    end = span.end;
  }
  return content;
}

/** A sentence as an answer: all of it, its longest beginning that is one, its words, or its one number. */
function statement(sentence: string): string | null | typeof NO_ANSWER {
  const text = sentence
    .trim()
    .replace(FILLERS, "")
    .replace(/[*_]{2,}/gu, "")
    .trim();
  if (text === "") return null;
  if (!hasProseWord(text) && isMathematics(text)) return text;
  if (!/\d/u.test(text)) return text.length <= MAX_WORDS_CHARS ? text : null;
  const words = text.split(/(?=\s)/u);
  for (let count = Math.min(words.length - 1, MAX_PREFIX_WORDS); count > 0; count--) {
    const start = words.slice(0, count).join("");
    if (hasProseWord(start) || !isMathematics(start)) continue;
    return HEDGE.test(text.slice(start.length)) ? NO_ANSWER : start;
  }
  if (DENIAL.test(text)) return NO_ANSWER;
  const numbers = text.match(/\d[\d.,/]*/gu) ?? [];
  return numbers.length === 1 ? lastStatedNumber(text) : null;
}

/** The last number of a sentence, with what is written against it (`25\u03c0`); null after "not" and beside an operator. */
function lastStatedNumber(text: string): string | null {
  const chunks = [...text.matchAll(/\S+/gu)];
  const chunk = chunks.filter(([written]) => /\d/u.test(written)).at(-1);
  if (chunk === undefined) return null;
  const [before, after] = [text.slice(0, chunk.index), text.slice(chunk.index + chunk[0].length)];
  if (/\b(?:not|never|isn't)\s+$/iu.test(before) || /^\s*[+*/^\u00d7\u00b7=]/u.test(after)) return null;
  const written = chunk[0].replace(/^[("'*_]+|[)"'*_.,;:!?]+$/gu, "");
  const isFormula = !/[+*/\u00d7^]\s*$/u.test(before) && /[\p{L}\u221a=]/u.test(written) && isMathematics(written);
  if (isFormula) return written;
  // A number inside of a formula that cannot be read is not the answer.
  return /[\\{}^_\u221a]/u.test(written) ? null : (lastNumber(text)?.text ?? null);
}

/** True for what is read as something other than words. */
function isMathematics(text: string): boolean {
  const [answer] = readAnswer(text);
  return answer !== undefined && !hasWords(answer);
}

const hasWords = (answer: Answer): boolean =>
  answer.kind === "text" || (answer.kind === "list" && answer.items.some(hasWords));

/** The whole reply when it is a formula, with or without marks around it, and no prose. */
function wholeReply(text: string): string | null {
  const plain = text.replace(/\\text\s*\{[^{}]*\}/gu, " ");
  return !hasProseWord(plain) && isMathematics(text) ? text : null;
}
