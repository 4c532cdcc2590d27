import {
  addComplex,
  type Complex,
  complex,
  complexError,
  complexMagnitude,
  complexMayBeZero,
  divideComplex,
  multiplyComplex,
  negateComplex,
  subtractComplex,
} from "./complex.js";
import {
  addRationals,
  equalRationals,
  invertRational,
  multiplyRationals,
  negateRational,
  type Rational,
  staysExact,
} from "./rational.js";
import { type Precision, realOf } from "./real.js";

/** What an expression is worth at one point: an exact fraction where that is possible, else a number with an error. */
export type Value = Rational | Complex;

/** Two values are equal only when they agree in this many bits, 24 decimal digits. */
const AGREEING_BITS = 80;

export const isExact = (value: Value): value is Rational => "numerator" in value;

export const toComplex = (value: Value, precision: Precision): Complex =>
  isExact(value) ? complex(realOf(value, precision)) : value;

export const addValues = (left: Value, right: Value, precision: Precision): Value =>
  isExact(left) && isExact(right) && staysExact(left, right)
    ? addRationals(left, right, precision.work)
    : addComplex(toComplex(left, precision), toComplex(right, precision), precision);

export const negateValue = (value: Value): Value => (isExact(value) ? negateRational(value) : negateComplex(value));

export function multiplyValues(left: Value, right: Value, precision: Precision): Value {
  if (isExact(left) && isExact(right) && staysExact(left, right)) return multiplyRationals(left, right, precision.work);
  return multiplyComplex(toComplex(left, precision), toComplex(right, precision), precision);
}

/** The quotient; null where the divisor may be zero. */
export function divideValues(left: Value, right: Value, precision: Precision): Value | null {
  if (isExact(right)) {
    const inverse = invertRational(right);
    return inverse && multiplyValues(left, inverse, precision);
  }
  return divideComplex(toComplex(left, precision), right, precision);
}

/** True when the value is zero, or too near to it to be told from it. */
export const valueMayBeZero = (value: Value): boolean =>
  isExact(value) ? value.numerator === 0n : complexMayBeZero(value);

/** How two values compare; `unclear` when they are too little known to say. */
export type Agreement = "equal" | "different" | "unclear";

/** Fractions are compared exactly; other values are equal when they agree in all bits that are known, at least 80. */
export function compareValues(left: Value, right: Value, precision: Precision): Agreement {
  if (isExact(left) && isExact(right)) return equalRationals(left, right) ? "equal" : "different";
  const [a, b] = [toComplex(left, precision), toComplex(right, precision)];
  const difference = subtractComplex(a, b, precision);
  if (!complexMayBeZero(difference)) return "different";
  const error = complexError(difference);
  const size = Math.max(complexMagnitude(a), complexMagnitude(b));
  // Two zeros have no size of their own to measure the error by.
  const scale = complexMayBeZero(a) && complexMayBeZero(b) ? 0 : size;
  return error <= scale - AGREEING_BITS ? "equal" : "unclear";
}
