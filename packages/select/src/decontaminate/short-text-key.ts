import type { WordReader } from "./word-reader.js";

/** What stands between two operands and makes another question of the same words. */
const SIGN = /!=|[+<>^=×÷±≤≥≠−%*/&|]/gu;
/** Prose uses these between words; they count between two operands only. */
const PROSE_SIGN = new Set(["*", "/", "&", "|"]);
/** Between two digits it makes one number of them. */
const POINT = ".";
/** At the end of a word: C++, C#, 5%. */
const TAIL = /^[+#%]+/u;
const OPERAND = /^\p{N}|\p{N}$|^\p{L}$/u;

/**
 * What texts that are too short for runs of n words are compared by: their words, and the signs that stand beside a number
 * or a single letter, so that punctuation and spacing do not matter and `2 + 2` is not `2 - 2`. The text is the one that
 * the reader has just read.
 *
 * @example
 * shortTextKey(reader); // "what is 2 + 2" for "What is 2+2?"
 */
export function shortTextKey(reader: WordReader): string {
  const { count, starts, ends } = reader;
  const text = reader.text.toLowerCase();
  const words = Array.from({ length: count }, (_, index) => text.slice(starts[index], ends[index]));
  const parts: string[] = [];
  for (let index = 0; index <= count; index++) {
    const gap = text.slice(index === 0 ? 0 : ends[index - 1], index === count ? text.length : starts[index]);
    const sign = signsIn(gap, words[index - 1], words[index]);
    if (sign !== "") parts.push(sign);
    if (index < count) parts.push(words[index] as string);
  }
  return parts.join(" ");
}

function signsIn(gap: string, left: string | undefined, right: string | undefined): string {
  const isLeft = left !== undefined && OPERAND.test(left);
  const isRight = right !== undefined && OPERAND.test(right);
  if (!isLeft && !isRight) return "";
  if (gap === POINT && isLeft && isRight) return POINT;
  const tail = isLeft ? (TAIL.exec(gap)?.[0] ?? "") : "";
  // At either end of a text a sign is no operation: "> 5 apples" is quoted, "2 + 2 =" is asked.
  if (left === undefined || right === undefined) return tail + minusIn(gap, isLeft, isRight);
  const signs = [...gap.matchAll(SIGN)].map(([sign]) => sign);
  return signs.filter((sign) => !PROSE_SIGN.has(sign) || (isLeft && isRight)).join("") + minusIn(gap, isLeft, isRight);
}

/** A minus between two operands, or right before a number and after a space or a bracket. */
function minusIn(gap: string, isLeft: boolean, isRight: boolean): string {
  if (isLeft && isRight && gap.includes("-")) return "-";
  return isRight && /(^|[\s(,=])-$/u.test(gap) && gap !== "-" ? "-" : "";
}
