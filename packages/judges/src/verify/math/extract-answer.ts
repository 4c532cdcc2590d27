import { boxes, joined } from "./joined-spans.js";
import { mathSpans } from "./math-spans.js";
import {
  afterPhrase,
  isMathematics,
  lastFormula,
  lastStatedNumber,
  MAX_WORDS_CHARS,
  NO_ANSWER,
} from "./stated-answer.js";
import { hasProseWord, unitName } from "./vocabulary.js";

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

const THOUGHT = /<think(?:ing)?>[\s\S]*?(?:<\/think(?:ing)?>|$)/giu;
const END_OF_THOUGHT = /<\/think(?:ing)?>/giu;
const MARKER = /^[ \t]*####[ \t]*(\S.*)$/gmu;
/** A word of prose, which is no command and no variable. */
const WORD = /(?<![\\\p{L}])\p{L}{2}/u;

/** Words that make one answer of several formulas. */
const JOINING_WORD = /^(?:or|and)$/iu;

/** What is struck through in Markdown. */
const STRUCK = /~~(?=[^\s~])[^~\n]*[^\s~]~~/gu;

/** The reply without what the model thought, or struck out. */
function withoutThoughts(reply: string): string {
  const text = reply.replace(THOUGHT, " ").replace(STRUCK, " ");
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
  const box = joined(text, boxes(text))?.content;
  if (box !== undefined || options.requireBox) return box === undefined ? null : found(box, "box");
  const marked = [...text.matchAll(MARKER)].at(-1)?.[1];
  if (marked !== undefined) return found(marked, "marker");
  const phrase = afterPhrase(text);
  if (phrase === NO_ANSWER) return null;
  if (phrase !== null) return found(phrase, "phrase");
  const whole = wholeReply(text);
  if (whole !== null) return found(whole, "whole");
  const formula = lastFormula(text);
  if (formula === NO_ANSWER) return null;
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
  const box = joined(text, boxes(text))?.content ?? [...text.matchAll(MARKER)].at(-1)?.[1];
  if (box !== undefined) return box;
  const phrase = afterPhrase(text);
  return (
    wholeReply(text) ??
    (phrase === NO_ANSWER ? null : phrase) ??
    joined(text, mathSpans(text))?.content ??
    text
  ).trim();
}

function found(text: string, place: AnswerPlace): ExtractedAnswer | null {
  const trimmed = text.trim();
  return trimmed === "" ? null : { text: trimmed, place };
}

/** The whole reply when it is a formula, with or without marks around it, and no prose. */
function wholeReply(text: string): string | null {
  const plain = text.replace(/\\text\s*\{[^{}]*\}/gu, " ");
  return !hasProseWord(plain) && !isSentenceAround(plain) && isMathematics(text) ? text : null;
}

/** True for words around marked formulas, as in "So $x = 3$.", unless they join formulas or name a unit. */
function isSentenceAround(text: string): boolean {
  const spans = mathSpans(text);
  if (spans.length === 0) return false;
  const around = [...spans, undefined].map((span, at) => text.slice(spans[at - 1]?.end ?? 0, span?.start));
  const words = around.join(" ").match(/\p{L}+/gu) ?? [];
  const isSentence = words.some((word) => word.length > 1 && !JOINING_WORD.test(word));
  return isSentence && words.every((word) => unitName(word) === undefined);
}
