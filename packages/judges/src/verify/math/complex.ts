import { angleOf, expReal, logReal, sineAndCosine } from "./elementary.js";
import {
  addErrors,
  addReals,
  divideReals,
  isExactZero,
  magnitude,
  mayBeZero,
  multiplyReals,
  negateReal,
  type Precision,
  REAL_ONE,
  REAL_ZERO,
  type Real,
  rootOfReal,
  scaled,
  signOf,
  subtractReals,
} from "./real.js";

/** A complex number that is known up to an error in each part. */
export interface Complex {
  readonly re: Real;
  readonly im: Real;
}

export const complex = (re: Real, im: Real = REAL_ZERO): Complex => ({ re, im });
export const COMPLEX_ONE = complex(REAL_ONE);
export const IMAGINARY_UNIT = complex(REAL_ZERO, REAL_ONE);

/** True when the imaginary part is zero as far as is known. */
export const isReal = ({ im }: Complex): boolean => mayBeZero(im);
export const complexMayBeZero = ({ re, im }: Complex): boolean => mayBeZero(re) && mayBeZero(im);

/** log2 of a bound of the larger part. */
export const complexMagnitude = ({ re, im }: Complex): number => Math.max(magnitude(re), magnitude(im));
/** log2 of the error of both parts. */
export const complexError = ({ re, im }: Complex): number => addErrors(re.error, im.error);

export const addComplex = (left: Complex, right: Complex, precision: Precision): Complex =>
  complex(addReals(left.re, right.re, precision), addReals(left.im, right.im, precision));

export const negateComplex = ({ re, im }: Complex): Complex => complex(negateReal(re), negateReal(im));

export const subtractComplex = (left: Complex, right: Complex, precision: Precision): Complex =>
  addComplex(left, negateComplex(right), precision);

export function multiplyComplex(left: Complex, right: Complex, precision: Precision): Complex {
  const times = (a: Real, b: Real): Real => multiplyReals(a, b, precision);
  if (isExactZero(left.im)) return complex(times(left.re, right.re), times(left.re, right.im));
  if (isExactZero(right.im)) return complex(times(left.re, right.re), times(left.im, right.re));
  return complex(
    subtractReals(times(left.re, right.re), times(left.im, right.im), precision),
    addReals(times(left.re, right.im), times(left.im, right.re), precision),
  );
}

/** The quotient; null where the divisor may be zero. */
export function divideComplex(left: Complex, right: Complex, precision: Precision): Complex | null {
  const over = (value: Complex, divisor: Real): Complex | null => {
    const [re, im] = [divideReals(value.re, divisor, precision), divideReals(value.im, divisor, precision)];
    return re === null || im === null ? null : complex(re, im);
  };
  if (isExactZero(right.im)) return over(left, right.re);
  if (complexMayBeZero(right)) return null;
  const conjugate = complex(right.re, negateReal(right.im));
  return over(multiplyComplex(left, conjugate, precision), squaredLength(right, precision));
}

const squaredLength = ({ re, im }: Complex, precision: Precision): Real =>
  addReals(multiplyReals(re, re, precision), multiplyReals(im, im, precision), precision);

export const lengthOf = (value: Complex, precision: Precision): Real =>
  rootOfReal(squaredLength(value, precision), precision);

/** e^z; null when z is known too little. */
export function expComplex(value: Complex, precision: Precision): Complex | null {
  const size = expReal(value.re, precision);
  if (size === null || isExactZero(value.im)) return size && complex(size);
  const parts = sineAndCosine(value.im, precision);
  return parts && complex(multiplyReals(size, parts.cosine, precision), multiplyReals(size, parts.sine, precision));
}

/** The principal logarithm; null at zero. */
export function logComplex(value: Complex, precision: Precision): Complex | null {
  if (isReal(value) && signOf(value.re) > 0) {
    const log = logReal(value.re, precision);
    return log && complex(log);
  }
  const [size, angle] = [
    logReal(squaredLength(value, precision), precision),
    angleOf(isReal(value) ? REAL_ZERO : value.im, value.re, precision),
  ];
  return size && angle && complex(scaled(size, -1), angle);
}

/** The principal square root. */
export function rootOfComplex(value: Complex, precision: Precision): Complex {
  if (isReal(value))
    return signOf(value.re) >= 0
      ? complex(rootOfReal(value.re, precision))
      : complex(REAL_ZERO, rootOfReal(negateReal(value.re), precision));
  const length = lengthOf(value, precision);
  const half = (sum: Real): Real => rootOfReal(scaled(sum, -1), precision);
  // The larger part first: the other then follows without cancellation.
  if (signOf(value.re) >= 0) {
    const re = half(addReals(length, value.re, precision));
    const im = divideReals(scaled(value.im, -1), re, precision);
    return complex(re, im ?? REAL_ZERO);
  }
  const size = half(subtractReals(length, value.re, precision));
  const im = signOf(value.im) < 0 ? negateReal(size) : size;
  return complex(divideReals(scaled(value.im, -1), im, precision) ?? REAL_ZERO, im);
}

/** A whole power by repeated squaring; null for zero to a negative power. */
export function wholePower(base: Complex, exponent: bigint, precision: Precision): Complex | null {
  if (exponent < 0n) {
    const positive = wholePower(base, -exponent, precision);
    return positive && divideComplex(COMPLEX_ONE, positive, precision);
  }
  let [result, square] = [COMPLEX_ONE, base];
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = multiplyComplex(result, square, precision);
    if (rest > 1n) square = multiplyComplex(square, square, precision);
  }
  return result;
}

/** base^exponent by the principal logarithm; null where it is not defined. */
export function powerOfComplex(base: Complex, exponent: Complex, precision: Precision): Complex | null {
  const log = logComplex(base, precision);
  return log && expComplex(multiplyComplex(exponent, log, precision), precision);
}
