import type { Expression } from "./expression.js";
import { integer, type Rational } from "./rational.js";
import { type Token, Unreadable } from "./tokens.js";

/** Most tokens behind a number that belong to it. */
export const NUMERAL_TOKENS = 7;
const LARGEST_BASE = 36n;

/** What follows a number and belongs to it. */
export interface NumeralPart {
  readonly value: Rational;
  /** How many tokens it is written with. */
  readonly length: number;
}

const isWhole = ({ kind, text }: Token): boolean => kind === "number" && /^\d+$/u.test(text);

/**
 * A fraction of whole numbers below one, which makes a mixed number of the whole number before it: ` 1/2`, `\frac{1}{2}`,
 * `\frac12`. Null for anything else.
 */
export function properFraction(ahead: readonly Token[]): NumeralPart | null {
  const shape = ahead.map((token) => (isWhole(token) ? "n" : token.text)).join(" ");
  const digits = ahead.filter(isWhole).map(({ text }) => text);
  const [first = "", second = ""] = digits;
  if (/^frac \{ n \} \{ n \}/u.test(shape)) return below(first, second, 7);
  if (/^frac n(?: |$)/u.test(shape) && /^[1-9]{2}$/u.test(first)) return below(first.charAt(0), first.charAt(1), 2);
  return ahead[0]?.spaced && /^n \/ n/u.test(shape) ? below(first, second, 3) : null;
}

function below(top: string, bottom: string, length: number): NumeralPart | null {
  const [numerator, denominator] = [BigInt(top), BigInt(bottom)];
  return numerator < denominator ? { value: { numerator, denominator }, length } : null;
}

/** `5C2` and `5P2`, ways to choose and ways to line up; `ahead` follows the first number. Null for anything else. */
export function countedChoice(
  from: Rational,
  ahead: readonly Token[],
): { readonly count: Expression; readonly length: number } | null {
  const [letter, chosen] = ahead;
  const isChoice = letter?.kind === "name" && /^[CP]$/u.test(letter.text) && !letter.spaced;
  if (!isChoice || chosen === undefined || chosen.spaced || !isWhole(chosen)) return null;
  const [n, k] = [from, chosen.value as Rational].map((value): Expression => ({ kind: "number", value }));
  const ways: Expression = { kind: "call", name: "binomial", inputs: [n as Expression, k as Expression] };
  const orders: Expression = { kind: "call", name: "factorial", inputs: [k as Expression] };
  const count: Expression = letter.text === "C" ? ways : { kind: "product", factors: [ways, orders], divisors: [] };
  return { count, length: 2 };
}

/** A number written with its base, as in `101_2`; `ahead` begins with the underscore. */
export function basedNumber(digits: string, ahead: readonly Token[]): NumeralPart {
  const isGroup = ahead[1]?.text === "{";
  const written = ahead[isGroup ? 2 : 1];
  if (written === undefined || !isWhole(written) || (isGroup && ahead[3]?.text !== "}")) throw new Unreadable();
  const base = BigInt(written.text);
  if (base < 2n || base > LARGEST_BASE) throw new Unreadable();
  let value = 0n;
  for (const digit of digits) {
    if (BigInt(digit) >= base) throw new Unreadable();
    value = value * base + BigInt(digit);
  }
  return { value: integer(value), length: isGroup ? 4 : 2 };
}
