import { complex, isReal, negateComplex, powerOfComplex, rootOfComplex, wholePower } from "./complex.js";
import { integer, ONE, powerOfRational, type Rational, reduced, wholeNumber, ZERO } from "./rational.js";
import { exactRoot, type Precision, REAL_ZERO, signOf } from "./real.js";
import { isExact, toComplex, type Value, valueMayBeZero } from "./value.js";
import { TooMuchWork } from "./work.js";

/** The principal square root; exact for squares of fractions. */
export function squareRoot(value: Value, precision: Precision): Value {
  if (isExact(value)) {
    const { numerator, denominator } = reduced(value, precision.work);
    const [top, bottom] = [exactRoot(numerator), exactRoot(denominator)];
    if (top !== null && bottom !== null) return { numerator: top, denominator: bottom };
  }
  return rootOfComplex(toComplex(value, precision), precision);
}

/**
 * base^exponent, or null where it is not defined. A negative real to a fraction with an odd denominator is the real root
 * (`(-8)^{1/3}` is -2), as in school; every other power is the principal one.
 */
export function powerOf(base: Value, exponent: Value, precision: Precision): Value | null {
  if (isExact(exponent)) {
    const whole = wholeNumber(exponent);
    return whole === null
      ? fractionalPower(base, reduced(exponent, precision.work), precision)
      : integerPower(base, whole, precision);
  }
  if (valueMayBeZero(base)) return signOf(exponent.re) > 0 && isReal(exponent) && isExact(base) ? ZERO : null;
  return powerOfComplex(toComplex(base, precision), exponent, precision);
}

function integerPower(base: Value, exponent: bigint, precision: Precision): Value | null {
  if (exponent === 0n) return ONE;
  if (isExact(base)) {
    if (base.numerator === 0n) return exponent > 0n ? ZERO : null;
    const exact = powerOfRational(base, exponent, precision.work);
    if (exact !== null) return exact;
  }
  return wholePower(toComplex(base, precision), exponent, precision);
}

function fractionalPower(base: Value, exponent: Rational, precision: Precision): Value | null {
  const { numerator, denominator } = exponent;
  if (valueMayBeZero(base)) return isExact(base) && numerator > 0n ? ZERO : null;
  if (denominator === 2n) return integerPower(squareRoot(base, precision), numerator, precision);
  const number = toComplex(base, precision);
  const power = toComplex(exponent, precision);
  if (denominator % 2n === 0n || !isReal(number) || signOf(number.re) > 0)
    return powerOfComplex(number, power, precision);
  const size = powerOfComplex(complex(negateComplex(number).re, REAL_ZERO), power, precision);
  return size && (numerator % 2n === 0n ? size : negateComplex(size));
}

/** The root of the given degree. */
export function rootOf(value: Value, degree: Value, precision: Precision): Value | null {
  if (!isExact(degree)) {
    const inverse = wholePower(degree, -1n, precision);
    return inverse && powerOf(value, inverse, precision);
  }
  const whole = wholeNumber(degree);
  if (whole === null || whole === 0n) return null;
  const exponent = whole > 0n ? { numerator: 1n, denominator: whole } : { numerator: -1n, denominator: -whole };
  return whole === 1n ? value : powerOf(value, exponent, precision);
}

/** n!, or null where n is no whole number from 0 on or too large. */
export function factorial(value: Value, precision: Precision): Value | null {
  if (!isExact(value)) return null;
  const n = wholeNumber(value);
  if (n === null || n < 0n) return null;
  return productOfRange(n, 1n, precision);
}

/** Largest n of a factorial or binomial coefficient; 3000! has 30 300 bits. Convention. */
const MAX_FACTORIAL = 3000n;

/** n (n - step) (n - 2 step) … down to the last positive factor. */
export function productOfRange(n: bigint, step: bigint, { work }: Precision): Value {
  if (n > MAX_FACTORIAL) throw new TooMuchWork();
  work.spend(Number(n) ** 2 / 400 + 1);
  let product = 1n;
  for (let factor = n; factor > 1n; factor -= step) product *= factor;
  return integer(product);
}

/** n over k, for a whole k from 0 on; null elsewhere. */
export function binomial(n: Value, k: Value, precision: Precision): Value | null {
  if (!isExact(n) || !isExact(k)) return null;
  const [top, bottom] = [wholeNumber(n), wholeNumber(k)];
  if (bottom === null || bottom < 0n) return null;
  if (bottom > MAX_FACTORIAL) throw new TooMuchWork();
  if (top !== null && top >= 0n && bottom > top) return ZERO;
  const count = top !== null && top >= 0n && top - bottom < bottom ? top - bottom : bottom;
  let result: Rational = ONE;
  precision.work.spend(Number(count) ** 2 / 100);
  const reducedTop = reduced(n, precision.work);
  for (let index = 0n; index < count; index++) {
    const { numerator, denominator } = reducedTop;
    result = {
      numerator: result.numerator * (numerator - index * denominator),
      denominator: result.denominator * denominator * (index + 1n),
    };
    if (index % 32n === 31n) result = reduced(result, precision.work);
  }
  return result;
}
