import { TooMuchWork, type Work } from "./work.js";

/** An exact fraction; `denominator` is positive, and the two may have common factors. */
export interface Rational {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Longest numerator or denominator in bits; 2006! has 19 300. Convention. */
const MAX_EXACT_BITS = 40_000;
/** Fractions longer than this are reduced; shorter ones are cheaper unreduced. */
const REDUCE_FROM_BITS = 512;
/** Most digits a decimal exponent may add. */
const MAX_DECIMAL_EXPONENT = 10_000;
const BITS_PER_UNIT = 4096;

export const ZERO: Rational = { numerator: 0n, denominator: 1n };
export const ONE: Rational = { numerator: 1n, denominator: 1n };

export const integer = (value: bigint | number): Rational => ({ numerator: BigInt(value), denominator: 1n });

/** An upper bound of the number of bits, at most three too high. */
export function bitLength(value: bigint): number {
  const size = value < 0n ? -value : value;
  const near = Number(size);
  if (near === 0) return 0;
  return near === Number.POSITIVE_INFINITY ? size.toString(16).length * 4 : Math.floor(Math.log2(near)) + 1;
}

/** Bits of numerator and denominator together. */
const rationalBits = (value: Rational): number => bitLength(value.numerator) + bitLength(value.denominator);

function greatestCommonDivisor(left: bigint, right: bigint, work: Work): bigint {
  let [a, b] = [left < 0n ? -left : left, right];
  const bits = Math.min(bitLength(a), bitLength(b));
  work.spend(1 + (bits * bits) / BITS_PER_UNIT / 3);
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

/** The same fraction without common factors. */
export function reduced(value: Rational, work: Work): Rational {
  if (value.denominator === 1n) return value;
  const factor = greatestCommonDivisor(value.numerator, value.denominator, work);
  return factor === 1n ? value : { numerator: value.numerator / factor, denominator: value.denominator / factor };
}

function made(numerator: bigint, denominator: bigint, work: Work): Rational {
  const value = { numerator, denominator };
  return denominator !== 1n && bitLength(denominator) > REDUCE_FROM_BITS ? reduced(value, work) : value;
}

/** True when the product or quotient of the two is short enough to be exact. */
export const staysExact = (left: Rational, right: Rational): boolean =>
  rationalBits(left) + rationalBits(right) <= MAX_EXACT_BITS;

const charge = (left: Rational, right: Rational, work: Work): void =>
  work.spend(1 + (rationalBits(left) * rationalBits(right)) / BITS_PER_UNIT / 16);

export function addRationals(left: Rational, right: Rational, work: Work): Rational {
  charge(left, right, work);
  return left.denominator === right.denominator
    ? made(left.numerator + right.numerator, left.denominator, work)
    : made(
        left.numerator * right.denominator + right.numerator * left.denominator,
        left.denominator * right.denominator,
        work,
      );
}

export function multiplyRationals(left: Rational, right: Rational, work: Work): Rational {
  charge(left, right, work);
  return made(left.numerator * right.numerator, left.denominator * right.denominator, work);
}

export const negateRational = (value: Rational): Rational => ({ ...value, numerator: -value.numerator });

/** One over the value; null for zero. */
export function invertRational({ numerator, denominator }: Rational): Rational | null {
  if (numerator === 0n) return null;
  return numerator < 0n
    ? { numerator: -denominator, denominator: -numerator }
    : { numerator: denominator, denominator: numerator };
}

/** A whole power; null where it is not defined (zero to a negative power) or too long to be exact. */
export function powerOfRational(base: Rational, exponent: bigint, work: Work): Rational | null {
  if (exponent < 0n) {
    const inverse = invertRational(base);
    return inverse === null ? null : powerOfRational(inverse, -exponent, work);
  }
  const { numerator, denominator } = base;
  const isUnit = denominator === 1n && numerator >= -1n && numerator <= 1n;
  if (isUnit) return numerator === -1n && exponent % 2n === 0n ? ONE : exponent === 0n ? ONE : base;
  const bits = rationalBits(base) * Number(exponent);
  if (bits > MAX_EXACT_BITS) return null;
  work.spend(1 + (bits * bits) / BITS_PER_UNIT / 64);
  return made(numerator ** exponent, denominator ** exponent, work);
}

export const equalRationals = (left: Rational, right: Rational): boolean =>
  left.numerator * right.denominator === right.numerator * left.denominator;

export const compareRationals = (left: Rational, right: Rational): number => {
  const difference = left.numerator * right.denominator - right.numerator * left.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};

/** The value as a whole number, or null when it is none. */
export const wholeNumber = ({ numerator, denominator }: Rational): bigint | null =>
  numerator % denominator === 0n ? numerator / denominator : null;

/** Reads `12`, `0.5`, `.5` and `1.2e-3` without rounding; throws TooMuchWork for an exponent out of bounds. */
export function parseDecimal(text: string): Rational {
  const [mantissa = "", exponentText = "0"] = text.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const exponent = Number(exponentText) - fraction.length;
  if (Math.abs(exponent) > MAX_DECIMAL_EXPONENT) throw new TooMuchWork();
  const digits = BigInt(whole + fraction);
  return exponent >= 0
    ? integer(digits * 10n ** BigInt(exponent))
    : { numerator: digits, denominator: 10n ** BigInt(-exponent) };
}
