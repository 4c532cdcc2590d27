import {
  absoluteReal,
  addErrors,
  divideReals,
  magnitude,
  negateReal,
  type Precision,
  type Real,
  rounded,
  scaled,
  signOf,
  subtractReals,
  toDouble,
} from "./real.js";
import { TooMuchWork } from "./work.js";

/** Bits beyond the precision that the series below are summed with. */
const GUARD_BITS = 24;
/** exp and sin of numbers longer than this are not computed. */
const MAX_ARGUMENT_BITS = 40;
/** Halvings before the series of exp; each saves terms and costs a squaring. */
const EXP_HALVINGS = 5n;
/** A double's own accuracy, which each step of Halley's method triples. */
const DOUBLE_BITS = 48;

/** Lengths that constants are kept in; a shorter one is cut from the next longer. */
const KEPT_BITS = [320, 768, 2304, 4608] as const;
const kept = new Map<string, bigint>();

/** A constant as a whole number of 2^-bits, computed once for each of {@link KEPT_BITS}. */
function constant(name: string, bits: number, compute: (bits: bigint) => bigint): bigint {
  const length = KEPT_BITS.find((known) => known >= bits) ?? bits;
  const key = `${name} ${length}`;
  const value = kept.get(key) ?? compute(BigInt(length));
  kept.set(key, value);
  return value >> BigInt(length - bits);
}

/** arctan(1/n), or artanh(1/n), by its series. */
function inverseSeries(n: bigint, bits: bigint, alternates: boolean): bigint {
  let power = (1n << bits) / n;
  let sum = power;
  for (let k = 3n; power !== 0n; k += 2n) {
    power /= alternates ? -(n * n) : n * n;
    sum += power / k;
  }
  return sum;
}

const withGuard = (compute: (bits: bigint) => bigint) => (bits: bigint) =>
  compute(bits + BigInt(GUARD_BITS)) >> BigInt(GUARD_BITS);

const piBits = (bits: number): bigint =>
  constant(
    "pi",
    bits,
    withGuard((b) => 4n * (4n * inverseSeries(5n, b, true) - inverseSeries(239n, b, true))),
  );
const logTwoBits = (bits: number): bigint =>
  constant(
    "ln2",
    bits,
    withGuard((b) => 2n * inverseSeries(3n, b, false)),
  );

/** The value in units of 2^-bits. */
const toFixed = ({ mantissa, exponent }: Real, bits: number): bigint => {
  const shift = exponent + bits;
  return shift >= 0 ? mantissa << BigInt(shift) : mantissa >> BigInt(-shift);
};

/** e^x in units of 2^-bits, for |x| < 1. */
function expFixed(x: bigint, bits: number): bigint {
  const width = BigInt(bits);
  const small = x >> EXP_HALVINGS;
  let [term, sum] = [1n << width, 1n << width];
  for (let n = 1n; term !== 0n && term !== -1n; n++) {
    term = ((term * small) >> width) / n;
    sum += term;
  }
  for (let k = 0n; k < EXP_HALVINGS; k++) sum = (sum * sum) >> width;
  return sum;
}

/** Sine and cosine in units of 2^-bits, for |x| < 1. */
function sineFixed(x: bigint, bits: number): [sine: bigint, cosine: bigint] {
  const width = BigInt(bits);
  const square = (x * x) >> width;
  let [sine, cosine, odd, even] = [x, 1n << width, x, 1n << width];
  for (let n = 2n; odd !== 0n || even !== 0n; n += 2n) {
    even = -((even * square) >> width) / (n * (n - 1n));
    odd = -((odd * square) >> width) / (n * (n + 1n));
    cosine += even;
    sine += odd;
  }
  return [sine, cosine];
}

/** The nearest whole number to x / unit. */
const nearest = (x: bigint, unit: bigint): bigint => {
  const shifted = 2n * x + unit;
  const quotient = shifted / (2n * unit);
  return shifted < 0n && quotient * 2n * unit !== shifted ? quotient - 1n : quotient;
};

const charge = ({ work, bits }: Precision, times: number): void => work.spend(times * (10 + (bits * bits) / 4096));

/** How many bits an argument needs before the point; null when it is too large or too little known. */
function widthOf(value: Real, { bits }: Precision): number | null {
  const top = Math.max(0, magnitude(value));
  if (top > MAX_ARGUMENT_BITS) throw new TooMuchWork();
  return value.error > -2 ? null : bits + GUARD_BITS + top;
}

export const realPi = (precision: Precision): Real =>
  rounded(piBits(precision.bits + GUARD_BITS), -precision.bits - GUARD_BITS, -precision.bits - GUARD_BITS, precision);

/** e to a real power; null when the power is known too little. */
export function expReal(value: Real, precision: Precision): Real | null {
  const bits = widthOf(value, precision);
  if (bits === null) return null;
  charge(precision, 1);
  const x = toFixed(value, bits);
  const unit = logTwoBits(bits);
  const power = nearest(x, unit);
  const mantissa = expFixed(x - power * unit, bits);
  const exponent = Number(power) - bits;
  const top = Number(power) + 1;
  return rounded(mantissa, exponent, addErrors(value.error + top + 1, top - precision.bits - 8), precision);
}

/** The natural logarithm of a positive real; null where the value may be zero or below. */
export function logReal(value: Real, precision: Precision): Real | null {
  if (signOf(value) <= 0) return null;
  charge(precision, 2);
  const bits = precision.bits + GUARD_BITS;
  const top = magnitude(value);
  const fraction = toFixed({ ...value, exponent: value.exponent - top }, bits);
  const width = BigInt(bits);
  let guess = BigInt(Math.round(Math.log(Number(fraction >> (width - 60n)) / 2 ** 60) * 2 ** 52)) << (width - 52n);
  for (let known = DOUBLE_BITS; known < bits; known *= 3) {
    const reached = expFixed(guess, bits);
    guess += ((2n * (fraction - reached)) << width) / (fraction + reached);
  }
  const mantissa = guess + BigInt(top) * logTwoBits(bits);
  return rounded(mantissa, -bits, addErrors(value.error - top + 2, 8 - bits), precision);
}

/** Sine and cosine; null when the angle is known too little. */
export function sineAndCosine(value: Real, precision: Precision): { sine: Real; cosine: Real } | null {
  const bits = widthOf(value, precision);
  if (bits === null) return null;
  charge(precision, 1);
  const quarter = piBits(bits) >> 1n;
  const x = toFixed(value, bits);
  const turns = nearest(x, quarter);
  let [sine, cosine] = sineFixed(x - turns * quarter, bits);
  const quadrant = Number(((turns % 4n) + 4n) % 4n);
  for (let k = 0; k < quadrant; k++) [sine, cosine] = [cosine, -sine];
  const error = addErrors(value.error, -precision.bits - 8);
  return { sine: rounded(sine, -bits, error, precision), cosine: rounded(cosine, -bits, error, precision) };
}

/** arctan of a real between -1 and 1. */
function smallArctangent(value: Real, precision: Precision): Real {
  charge(precision, 2);
  const bits = precision.bits + GUARD_BITS;
  const width = BigInt(bits);
  const x = toFixed(value, bits);
  let guess = BigInt(Math.round(Math.atan(toDouble(value)) * 2 ** 52)) << (width - 52n);
  for (let known = DOUBLE_BITS; known < bits; known *= 3) {
    const [sine, cosine] = sineFixed(guess, bits);
    guess += ((x * cosine - (sine << width)) << width) / ((cosine << width) + x * sine);
  }
  return rounded(guess, -bits, addErrors(value.error, 8 - bits), precision);
}

/** The angle of the point (x, y) from -pi (left out) to pi; null at the origin. */
export function angleOf(y: Real, x: Real, precision: Precision): Real | null {
  const [ySign, xSign] = [signOf(y), signOf(x)];
  if (ySign === 0 && xSign === 0) return null;
  const { work } = precision;
  const isSteep = magnitude(absoluteReal(y)) > magnitude(absoluteReal(x));
  const [top, bottom] = isSteep ? [x, y] : [y, x];
  const quotient = divideReals(top, bottom, precision);
  work.spend(1);
  if (quotient === null) return null;
  const part = smallArctangent(quotient, precision);
  const pi = realPi(precision);
  if (isSteep) return subtractReals(scaled(ySign < 0 ? negateReal(pi) : pi, -1), part, precision);
  if (xSign > 0) return part;
  return subtractReals(part, ySign < 0 ? pi : negateReal(pi), precision);
}
