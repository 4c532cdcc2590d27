/** What a text says as a number: one value, or two for a percentage (`50%` is 0.5 and, where no percent is meant, 50). */
export interface NumberReading {
  readonly value: number;
  readonly percent?: number;
  readonly text: string;
}

const THOUGHT = /<think>[\s\S]*?(?:<\/think>|$)/giu;
const UNSIGNED = String.raw`(?:\d{1,3}(?:(?:,|\{,\}|\\,)\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?`;
const QUANTITY = new RegExp(
  String.raw`\\[dt]?frac\{\s*(-?\d+(?:\.\d+)?)\s*\}\{\s*(-?\d+(?:\.\d+)?)\s*\}|(\d+) (\d+)/(\d+)|(${UNSIGNED})(?:/(${UNSIGNED}))?`,
  "gu",
);

const DASHES = /[\u2212\ufe63\uff0d]/gu;
/** The digits belong to a word or are an exponent. */
const INSIDE_SOMETHING = /(?:[\p{L}_]|\^\{?)$/u;
/** The number is the second half of a range, a difference, a product or a date. */
const AFTER_OPERATOR = /(?:\p{L}[-–+*/×]|[\p{N})}%]\s*[-–+*/×^]\s*)[$€£¥]?$/u;
/** What is before reads on into the digits: `0,5`, `3.14.15`, `1,0000`, `12:00`, `1 000`. None has one sure reading. */
const INSIDE_NUMBER = /\d[.,]?$/u;
const INSIDE_TIME = /(?<!\d)\d{1,2}:$/u;
const BEFORE_THOUSANDS = /\d[ \u00a0\u2009\u202f]$/u;
const ATTACHED_MINUS = /(?:-[$€£¥]?|[=(:]\s*-\s)$/u;

const toValue = (text: string): number => Number(text.replace(/,|\{,\}|\\,/gu, ""));

/** The part of a reply that states its answer: the last box, `#### x`, the last "answer is …", else all of it. */
export function statedAnswer(reply: string): string {
  const text = reply.replace(THOUGHT, "").replace(DASHES, "-");
  const boxes = [...text.matchAll(/\\f?box(?:ed)?\{((?:[^{}]|\{[^{}]*\})*)\}/gu)];
  if (boxes.length > 0) return boxes.at(-1)?.[1] as string;
  const marked = [...text.matchAll(/^#### *(.+)$/gmu)];
  if (marked.length > 0) return marked.at(-1)?.[1] as string;
  const phrases = [...text.matchAll(/\b(?:answer|result)\b(?: is| was|:| =)+ ?:?/giu)];
  const last = phrases.at(-1);
  if (last === undefined) return text;
  const rest = text.slice(last.index + last[0].length);
  const sentence = /^[\s\S]*?(?=[.!?](?:\s|$)|\n|$)/u.exec(rest)?.[0] ?? rest;
  return /\d/.test(sentence) ? sentence : text;
}

/**
 * The last number of a text, or null when there is none: decimals, thousands separators, fractions (`3/4`,
 * `\frac{1}{2}`, `1 1/2`), percentages and e-notation. An exponent (`x^2`), a part of a word (`x2`), a range or a
 * subtraction (`20-23`), a time (`12:00`), digits that read on from others (`0,5`, `3.14.15`, `1 000`) and what overflows
 * are not numbers.
 */
export function lastNumber(given: string): NumberReading | null {
  const text = given.replace(DASHES, "-");
  const found = [...text.matchAll(QUANTITY)].at(-1);
  if (found === undefined) return null;
  const before = text.slice(Math.max(0, found.index - 12), found.index);
  if (INSIDE_SOMETHING.test(before) || AFTER_OPERATOR.test(before) || isContinued(before, found[0])) return null;
  const magnitude = quantityValue(found);
  if (magnitude === null || !Number.isFinite(magnitude)) return null;
  const isNegative = ATTACHED_MINUS.test(before);
  const value = isNegative ? -magnitude : magnitude;
  const isPercent = /^\s?\\?%/u.test(text.slice(found.index + found[0].length));
  const spelled = `${isNegative ? "-" : ""}${found[0]}${isPercent ? "%" : ""}`;
  return isPercent ? { value: value / 100, percent: value, text: spelled } : { value, text: spelled };
}

/** True when the digits are the rest of a longer number or of a time. */
const isContinued = (before: string, digits: string): boolean =>
  INSIDE_NUMBER.test(before) ||
  (INSIDE_TIME.test(before) && /^\d\d$/u.test(digits)) ||
  (BEFORE_THOUSANDS.test(before) && /^0\d\d\b/u.test(digits));

function quantityValue(found: RegExpMatchArray): number | null {
  const [, top, bottom, whole, part, of, plain, divisor] = found;
  if (top !== undefined && bottom !== undefined) return Number(top) / Number(bottom);
  if (whole !== undefined) return Number(whole) + Number(part) / Number(of);
  if (plain === undefined) return null;
  return divisor === undefined ? toValue(plain) : toValue(plain) / toValue(divisor);
}
