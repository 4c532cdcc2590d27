const FENCE = "```";
const CLOSING = new Set([".", "!", "?", ":", ")", '"', "'", "]", "}"]);
/** A line that is an answer: an optional heading of two to four marks, sign, currency, digits, decimals, per cent. */
const ANSWER_LINE = /^(?:#{2,4}\s*)?[-+]?\s*\$?\s*[-+]?\d[\d,]*(?:\.\d+)?\s*%?$/u;
/** How many words a line with a sign-off, and a line with a name under one, may have. */
const SIGN_OFF_WORDS = 6;
const NAME_WORDS = 5;
const SIGN_OFF =
  /^(?:--|—|(?:all the best|best|(?:kind|best|warm) regards|regards|thanks|thank you|many thanks|cheers|sincerely|warmly|yours(?: truly| sincerely)?|take care|talk soon)(?![\p{L}\p{N}]))/iu;
const NAME_START = /^[\p{Lu}\-—–]/u;

const words = (line: string): number => line.split(/\s+/u).filter(Boolean).length;
const isSignOff = (line: string): boolean => words(line) <= SIGN_OFF_WORDS && SIGN_OFF.test(line);

/**
 * Whether a reply ends the way finished English text ends: on closing punctuation, a closed code fence, a number or
 * answer line, a sign-off, or a name under one. Endings in other scripts are the business of `isTruncated`.
 *
 * @example
 * looksFinished("Your refund is on its way."); // true
 * looksFinished("Your refund is on"); // false
 */
export function looksFinished(text: string): boolean {
  const trimmed = text.trimEnd();
  if (trimmed === "") return false;
  if (trimmed.endsWith(FENCE)) return (trimmed.split(FENCE).length - 1) % 2 === 0;
  if (CLOSING.has(trimmed.at(-1) as string)) return true;
  const lines = trimmed
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  const last = lines.at(-1) as string;
  if (ANSWER_LINE.test(last) || isSignOff(last)) return true;
  const before = lines.at(-2);
  if (before === undefined || words(last) > NAME_WORDS || !NAME_START.test(last)) return false;
  return before.endsWith(",") || isSignOff(before);
}
