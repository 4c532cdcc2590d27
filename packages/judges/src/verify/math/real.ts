import { bitLength, type Rational } from "./rational.js";
import { TooMuchWork, type Work } from "./work.js";

/** A real number that is known up to an error: |value - mantissa * 2^exponent| <= 2^error; error is -Infinity when exact. */
export interface Real {
  readonly mantissa: bigint;
  readonly exponent: number;
  readonly error: number;
}

/** How reals are computed: with how many bits, at whose cost, and how many bits would have been needed. */
export interface Precision {
  readonly bits: number;
  readonly work: Work;
  /** Raised where a small term vanished beside a large one, or a long fraction was cut. */
  neededBits: number;
}

/** Terms this many bits shorter than the precision's end still count as seen. */
const SEEN_BITS = 40;
/** Exponents past this are not worked with. */
const MAX_EXPONENT = 2 ** 40;
/** A value that is not at least this many bits above its error may be zero. */
const ZERO_BITS = 4;

export const REAL_ZERO: Real = { mantissa: 0n, exponent: 0, error: Number.NEGATIVE_INFINITY };
export const REAL_ONE: Real = { mantissa: 1n, exponent: 0, error: Number.NEGATIVE_INFINITY };

/** |value| < 2^magnitude, the error left out. */
export const magnitude = (value: Real): number =>
  value.mantissa === 0n ? Number.NEGATIVE_INFINITY : value.exponent + bitLength(value.mantissa);

/** log2(2^left + 2^right). */
export function addErrors(left: number, right: number): number {
  const [high, low] = left > right ? [left, right] : [right, left];
  return low === Number.NEGATIVE_INFINITY ? high : high + Math.log2(1 + 2 ** (low - high));
}

/** True when the error leaves zero possible. */
export const mayBeZero = (value: Real): boolean => value.mantissa === 0n || magnitude(value) - ZERO_BITS <= value.error;

/** True when the value is zero and known exactly. */
export const isExactZero = (value: Real): boolean => value.mantissa === 0n && value.error === Number.NEGATIVE_INFINITY;

/** -1, 0 or 1; 0 also where the error leaves zero possible. */
export const signOf = (value: Real): number => (mayBeZero(value) ? 0 : value.mantissa < 0n ? -1 : 1);

/** Cuts a mantissa to the precision and counts what is cut as error. */
export function rounded(mantissa: bigint, exponent: number, error: number, { bits, work }: Precision): Real {
  work.spend(1 + bits / 1024);
  if (Math.abs(exponent) > MAX_EXPONENT) throw new TooMuchWork();
  const extra = bitLength(mantissa) - bits;
  return extra <= 0
    ? { mantissa, exponent, error }
    : { mantissa: mantissa >> BigInt(extra), exponent: exponent + extra, error: addErrors(error, exponent + extra) };
}

export function realOf({ numerator, denominator }: Rational, precision: Precision): Real {
  if (numerator === 0n) return REAL_ZERO;
  const length = bitLength(numerator) + bitLength(denominator);
  if (length > precision.bits - SEEN_BITS)
    precision.neededBits = Math.max(precision.neededBits, 2 * length + SEEN_BITS);
  if (denominator === 1n) return rounded(numerator, 0, Number.NEGATIVE_INFINITY, precision);
  precision.work.spend(length / 256);
  const shift = precision.bits + Math.max(0, bitLength(denominator) - bitLength(numerator)) + 4;
  const quotient = (numerator << BigInt(shift)) / denominator;
  return rounded(quotient, -shift, -shift, precision);
}

export const negateReal = (value: Real): Real => ({ ...value, mantissa: -value.mantissa });
export const absoluteReal = (value: Real): Real => (value.mantissa < 0n ? negateReal(value) : value);

/** The value times two to a power. */
export const scaled = (value: Real, power: number): Real => ({
  mantissa: value.mantissa,
  exponent: value.exponent + power,
  error: value.error + power,
});

export function addReals(left: Real, right: Real, precision: Precision): Real {
  if (isExactZero(left)) return right;
  if (isExactZero(right)) return left;
  const error = addErrors(left.error, right.error);
  const [leftTop, rightTop] = [magnitude(left), magnitude(right)];
  for (const term of [left, right]) {
    // A term that is not far above the error of the sum would be lost in it.
    if (!mayBeZero(term) && error > magnitude(term) - SEEN_BITS)
      precision.neededBits = Math.max(precision.neededBits, 2 * precision.bits);
  }
  const gap = Math.abs(leftTop - rightTop);
  if (gap > precision.bits - SEEN_BITS && !mayBeZero(left) && !mayBeZero(right)) {
    precision.neededBits = Math.max(precision.neededBits, gap + 2 * SEEN_BITS + precision.bits);
    if (gap > 2 * precision.bits) {
      const [large, smallTop] = leftTop > rightTop ? [left, rightTop] : [right, leftTop];
      return { ...large, error: addErrors(error, smallTop) };
    }
  }
  const exponent = Math.min(left.exponent, right.exponent);
  if (Math.max(left.exponent, right.exponent) - exponent > 8 * precision.bits) {
    // One is noise around zero, far below or above the other.
    const [large, smallTop] = leftTop > rightTop ? [left, rightTop] : [right, leftTop];
    return { ...large, error: addErrors(error, smallTop) };
  }
  const sum =
    (left.mantissa << BigInt(left.exponent - exponent)) + (right.mantissa << BigInt(right.exponent - exponent));
  return rounded(sum, exponent, error, precision);
}

export const subtractReals = (left: Real, right: Real, precision: Precision): Real =>
  addReals(left, negateReal(right), precision);

export function multiplyReals(left: Real, right: Real, precision: Precision): Real {
  if (isExactZero(left) || isExactZero(right)) return REAL_ZERO;
  const exact = left.error === Number.NEGATIVE_INFINITY && right.error === Number.NEGATIVE_INFINITY;
  const error = exact
    ? Number.NEGATIVE_INFINITY
    : addErrors(addErrors(left.error + magnitude(right), right.error + magnitude(left)), left.error + right.error);
  return rounded(left.mantissa * right.mantissa, left.exponent + right.exponent, error, precision);
}

/** The quotient; null where the divisor may be zero. */
export function divideReals(left: Real, right: Real, precision: Precision): Real | null {
  if (mayBeZero(right)) return null;
  if (isExactZero(left)) return REAL_ZERO;
  const shift = Math.max(0, precision.bits + bitLength(right.mantissa) - bitLength(left.mantissa) + 2);
  const mantissa = (left.mantissa << BigInt(shift)) / right.mantissa;
  const exponent = left.exponent - right.exponent - shift;
  // The divisor is at least 2^(magnitude - 2): its bound is at most one bit high, and the error far below it.
  const bottom = magnitude(right) - 2;
  const error = addErrors(addErrors(left.error - bottom, right.error + magnitude(left) - 2 * bottom), exponent);
  return rounded(mantissa, exponent, error, precision);
}

function wholeRoot(value: bigint): bigint {
  if (value < 2n) return value;
  const near = Number(value);
  let root = Number.isFinite(near)
    ? BigInt(Math.floor(Math.sqrt(near))) + 1n
    : 1n << BigInt(Math.ceil(bitLength(value) / 2) + 1);
  if (root * root < value) root += root >> 50n;
  while (true) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

/** The exact root of a square number; null for any other. */
export function exactRoot(value: bigint): bigint | null {
  if (value < 0n) return null;
  const root = wholeRoot(value);
  return root * root === value ? root : null;
}

/** The root of a value that is not negative. */
export function rootOfReal(value: Real, precision: Precision): Real {
  if (mayBeZero(value))
    return value.error === Number.NEGATIVE_INFINITY ? REAL_ZERO : { ...REAL_ZERO, error: value.error / 2 };
  precision.work.spend(4 + precision.bits / 128);
  let shift = Math.max(0, 2 * precision.bits - bitLength(value.mantissa));
  if ((value.exponent - shift) % 2 !== 0) shift++;
  const exponent = (value.exponent - shift) / 2;
  const root = wholeRoot(value.mantissa << BigInt(shift));
  const top = exponent + bitLength(root);
  return rounded(root, exponent, addErrors(value.error - top + 1, exponent), precision);
}

/** The nearest double; only for starting points and for printing. */
export function toDouble(value: Real): number {
  const extra = bitLength(value.mantissa) - 64;
  return extra > 0
    ? Number(value.mantissa >> BigInt(extra)) * 2 ** (value.exponent + extra)
    : Number(value.mantissa) * 2 ** value.exponent;
}
