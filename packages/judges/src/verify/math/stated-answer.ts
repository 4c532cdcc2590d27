import { lastNumber } from "../read-number.js";
import { trimEnd } from "../trim-end.js";
import type { Answer } from "./answer.js";
import { joined, leadingFormula } from "./joined-spans.js";
import { mathSpans, type Span } from "./math-spans.js";
import { readAnswer } from "./read-answer.js";
import { hasProseWord, SCALE_WORDS } from "./vocabulary.js";

/** Longest text without numbers that is taken as words. */
export const MAX_WORDS_CHARS = 100;
/** Longest sentence whose beginnings are tried as an answer. */
const MAX_PREFIX_WORDS = 24;
const PHRASE =
  /\b(?:answers?|results?|solutions?)\b(?:\s+(?:to|of|for)\s[^.:=\n]{1,80}?)?[*_]{0,3}(?:\s*(?:\bis\b|\bare\b|\bwas\b|\b(?:should|must|would) be\b|\bequals\b|=|:))+[*_]{0,3}\s*|答案\s*(?:[是为=:：]\s*)+/giu;
const SENTENCE = /^[\s\S]*?(?=[.!?](?:[\s*_]|$)|[。！？\n]|$)/u;
const FILLERS =
  /^(?:(?:therefore|thus|so|hence|simply|just|exactly|equal to|given by|indeed|clearly|then|now|also|both|either|still|really|actually)\b[\s,:]*)+/iu;
const BOUND = "(?:less|more|fewer|greater|larger|smaller|higher|lower|other) than|at (?:least|most)";
/** What is said not to be the answer, or to bound it. */
const DENIAL = new RegExp(String.raw`\b(?:not|never|neither|nor|cannot|\p{L}+n't|unlike|between|${BOUND})\b`, "iu");
/** A sign in words, before the number or the formula that it belongs to. */
const NEGATIVE = /^\s*(?:minus|negative)\s+(?=$|[$\d\\])/iu;
/** Stands for a statement that there is no answer, or more than one. */
export const NO_ANSWER = Symbol("no answer");
/** How a sentence goes on behind a number that is not all of its answer, or not sure. */
const HEDGE = new RegExp(
  [
    String.raw`^\s+-?\d`,
    String.raw`^[\s,;*$(]*(?:-\s*|(?:plus|minus|times|over|point)\s+)[$\\(]*-?\d`,
    String.raw`^[\s,;*$(]*(?:\/|~|\+|(?:and a|in base|nor|or|to|at (?:least|most)|maybe|perhaps|possibly|correction|divided|base|binary|squared|cubed|factorial)\b)`,
    String.raw`\b(?:might|may|could)(?: also| even| well)? be [$\\(]*-?\d`,
    String.raw`\b(?:else|otherwise)\b|\b(?:if|when)\b.*\b(?:if|when)\b`,
  ].join("|"),
  "iu",
);
/** How a next sentence takes back the one before it, or adds to it. */
const TAKEN_BACK =
  /^[\s.!?*_]*(?:(?:or|wait|actually|correction|no(?=\s*[,.!]))\b|(?:alternatively|maybe|perhaps)\b[^.!?\n]*\d)/iu;
/** What bounds, changes or denies the number behind it, and the number before it. */
const NOT_ALONE_BEFORE = new RegExp(
  [
    String.raw`\b(?:${BOUND}|up to|over|under|above|below|but)\s+`,
    String.raw`\b(?:minus|negative|half|twice|triple)\s+(?:of\s+)?|(?:^|\bis\s+)(?:the\s+)?(?:square\s+|cube\s+)?root\s+`,
    String.raw`\b(?:double|root|square|cube|reciprocal|inverse|opposite|negative)\s+of\s+`,
    String.raw`\b(?:not|never|cannot|\p{L}+n't)\s+(?:be\s+|equal\s+)?|\bor\b[^.,;:!?\n]{0,24}`,
    String.raw`(?:^|\s)[<>≤≥]=?\s*`,
  ]
    .map((pattern) => `(?:${pattern})$`)
    .join("|"),
  "iu",
);
const NOT_ALONE_AFTER =
  /^\s*(?:[+*/^×·=]|(?:is|was)(?:n't|\s+not)\b|(?:\p{L}+\s+)?(?:or (?:more|less|fewer|greater|larger|higher|lower|above|below)|at (?:least|most))\b)/iu;

/** What is stated after the last "answer is"; null where that is not clear, `NO_ANSWER` where it is denied or left open. */
export function afterPhrase(text: string): string | null | typeof NO_ANSWER {
  const last = [...text.matchAll(PHRASE)].at(-1);
  if (last === undefined) return null;
  const rest = text.slice(last.index + last[0].length);
  const sentence = sentenceOf(rest, mathSpans(rest));
  if (TAKEN_BACK.test(rest.slice(sentence.length))) return NO_ANSWER;
  const stated = afterVerb(sentence);
  const spans = mathSpans(stated);
  const [first] = spans;
  if (first === undefined || /\d/u.test(stated.slice(0, first.start))) return statement(stated);
  const formula = leadingFormula(stated, spans);
  const [before, after] = [stated.slice(0, first.start), stated.slice(formula.end)];
  const negated = before.replace(NEGATIVE, "");
  if (DENIAL.test(before) || isQualified(negated, after)) return NO_ANSWER;
  if (HEDGE.test(after)) return !hasProseWord(stated) && isMathematics(stated) ? stated : NO_ANSWER;
  const scale = /^\s*(\p{L}+)/u.exec(after)?.[1] ?? "";
  const content = SCALE_WORDS.has(scale.toLowerCase()) ? `${formula.content}\\text{ ${scale}}` : formula.content;
  return negated === before ? content : `-(${content})`;
}

/** "the largest $n$ is 34" from its last verb on; all of it when a number or another choice stands before, or none behind. */
function afterVerb(sentence: string): string {
  const masked = withoutSpans(sentence, mathSpans(sentence));
  const verb = [...masked.matchAll(/\b(?:is|are|equals)\b:?/giu)].at(-1);
  if (verb === undefined || /\d|\bor\b/iu.test(masked.slice(0, verb.index))) return sentence;
  const stated = sentence.slice(verb.index + verb[0].length);
  return /[\d$\\]/u.test(stated) ? stated : sentence;
}

/** The text with its formulas blotted out. */
function withoutSpans(text: string, spans: readonly Span[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end } of spans) {
    pieces.push(text.slice(at, start), "x".repeat(end - start));
    at = end;
  }
  return pieces.join("") + text.slice(at);
}

/** A sentence, whose end is no point inside a formula. */
const sentenceOf = (rest: string, spans: readonly Span[]): string =>
  rest.slice(0, SENTENCE.exec(withoutSpans(rest, spans))?.[0].length ?? rest.length);

/** A sentence as an answer: all of it, its longest beginning that is one, its words, or its one number. */
function statement(sentence: string): string | null | typeof NO_ANSWER {
  const text = sentence
    .trim()
    .replace(FILLERS, "")
    .replace(NEGATIVE, "-")
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

/** True when what stands around a number or a formula bounds, changes or denies it. */
const isQualified = (before: string, after: string): boolean =>
  NOT_ALONE_BEFORE.test(before) || NOT_ALONE_AFTER.test(after);

/** The last formula of a text, with those that are joined to it; `NO_ANSWER` where it is denied, bounded or changed. */
export function lastFormula(text: string): string | null | typeof NO_ANSWER {
  const last = joined(text, mathSpans(text));
  if (last === null) return null;
  return isQualified(text.slice(0, last.start), text.slice(last.end)) ? NO_ANSWER : last.content;
}

/** The last number of a sentence, with what is written against it (`25\u03c0`); null where it is denied, bounded or changed. */
export function lastStatedNumber(text: string): string | null {
  const chunks = [...text.matchAll(/\S+/gu)];
  const chunk = chunks.filter(([written]) => /\d/u.test(written)).at(-1);
  if (chunk === undefined) return null;
  const [before, after] = [text.slice(0, chunk.index), text.slice(chunk.index + chunk[0].length)];
  const lead = `${before}${/^\D*/u.exec(chunk[0])?.[0]}`;
  if (isQualified(before, after) || isQualified(lead, after)) return null;
  // The rest of a number in groups of three, `12 345`, or one of several in a row.
  if (/\d[ \u00a0\u2009\u202f]$/u.test(before) && /^\d{3}(?!\d)/u.test(chunk[0])) return null;
  const written = trimEnd(chunk[0].replace(/^[("'*_]+/u, ""), ")\"'*_.,;:!?");
  const isFormula = !/[+*/\u00d7^]\s*$/u.test(before) && /[\p{L}\u221a=]/u.test(written) && isMathematics(written);
  if (isFormula) return written;
  // A number inside of a formula that cannot be read is not the answer.
  return /[\\{}^_\u221a]/u.test(written) ? null : (lastNumber(text)?.text ?? null);
}

/** True for what is read as something other than words. */
export function isMathematics(text: string): boolean {
  const [answer] = readAnswer(text);
  return answer !== undefined && !hasWords(answer);
}

const hasWords = (answer: Answer): boolean =>
  answer.kind === "text" || (answer.kind === "list" && answer.items.some(hasWords));
