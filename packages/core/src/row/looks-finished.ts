const LINE_BREAK = /\r?\n|[\r\u0085\u2028\u2029]/u;
const FENCE = "```";
const CLOSING = new Set([".", "!", "?", ":", ")", '"', "'", "]", "}"]);
/** A line that is an answer: an optional heading of two to four marks, sign, currency, digits, decimals, per cent. */
const ANSWER_LINE = /^(?:#{2,4}\s*)?[-+]?\$?\d[\d,]*(?:\.\d+)?%?$/u;
/** Longer lines are not looked at as answers. */
const ANSWER_LENGTH = 64;
/** How many words a line with a sign-off, and a line with a name under one, may have. */
const SIGN_OFF_WORDS = 6;
const NAME_WORDS = 5;
const SIGN_OFF =
  /^(?:(?:--|—)(?=[\p{L}\p{N}])|(?:all the best|best|(?:kind|best|warm) regards|regards|thanks|thank you|many thanks|cheers|sincerely|warmly|yours(?: truly| sincerely)?|take care|talk soon)(?![\p{L}\p{N}]))/iu;
const NAME_START = /^[\p{Lu}\-—–]/u;

const words = (line: string): number => line.split(/\s+/u).filter(Boolean).length;
const isSignOff = (line: string): boolean => words(line) <= SIGN_OFF_WORDS && SIGN_OFF.test(line);

const isAnswer = (line: string): boolean => line.length <= ANSWER_LENGTH && ANSWER_LINE.test(line);

function trimmedEnd(text: string): string {
  let trimmed = text.trimEnd();
  while (trimmed.endsWith("\u0085")) trimmed = trimmed.slice(0, -1).trimEnd();
  return trimmed;
}

/**
 * Whether a reply ends the way finished English text ends: on closing punctuation, a closed code fence, a number or
 * answer line, a sign-off, or a name under one. Endings in other scripts are the business of `isTruncated`.
 *
 * @example
 * looksFinished("Your refund is on its way."); // true
 * looksFinished("Your refund is on"); // false
 */
export function looksFinished(text: string): boolean {
  const trimmed = trimmedEnd(text);
  if (trimmed === "") return false;
  if (trimmed.endsWith(FENCE)) return (trimmed.split(FENCE).length - 1) % 2 === 0;
  if (CLOSING.has(trimmed.at(-1) as string)) return true;
  const lines = trimmed
    .split(LINE_BREAK)
    .map((line) => line.trim())
    .filter(Boolean);
  const last = lines.at(-1) ?? "";
  if (isAnswer(last) || isSignOff(last)) return true;
  const before = lines.at(-2);
  if (before === undefined || words(last) > NAME_WORDS || !NAME_START.test(last)) return false;
  return before.endsWith(",") || isSignOff(before);
}
