import {
  addComplex,
  COMPLEX_ONE,
  type Complex,
  complex,
  divideComplex,
  expComplex,
  IMAGINARY_UNIT,
  isReal,
  logComplex,
  multiplyComplex,
  negateComplex,
  rootOfComplex,
  subtractComplex,
} from "./complex.js";
import { angleOf, realPi, sineAndCosine } from "./elementary.js";
import { isExactZero, type Precision, REAL_ONE, scaled } from "./real.js";

/** A function of one complex number; null where it is not defined. */
export type OfOne = (z: Complex, precision: Precision) => Complex | null;
const timesI = (z: Complex, precision: Precision): Complex => multiplyComplex(IMAGINARY_UNIT, z, precision);
const half = (z: Complex): Complex => complex(scaled(z.re, -1), scaled(z.im, -1));

/** (e^z + e^-z)/2 and (e^z - e^-z)/2. */
function hyperbolic(z: Complex, precision: Precision): { sinh: Complex; cosh: Complex } | null {
  const [up, down] = [expComplex(z, precision), expComplex(negateComplex(z), precision)];
  return (
    up && down && { sinh: half(subtractComplex(up, down, precision)), cosh: half(addComplex(up, down, precision)) }
  );
}

function trigonometric(z: Complex, precision: Precision): { sine: Complex; cosine: Complex } | null {
  if (isExactZero(z.im)) {
    const parts = sineAndCosine(z.re, precision);
    return parts && { sine: complex(parts.sine), cosine: complex(parts.cosine) };
  }
  const parts = hyperbolic(timesI(z, precision), precision);
  return parts && { sine: negateComplex(timesI(parts.sinh, precision)), cosine: parts.cosh };
}

export const sine: OfOne = (z, precision) => trigonometric(z, precision)?.sine ?? null;
export const cosine: OfOne = (z, precision) => trigonometric(z, precision)?.cosine ?? null;
export const sinh: OfOne = (z, precision) => hyperbolic(z, precision)?.sinh ?? null;
export const cosh: OfOne = (z, precision) => hyperbolic(z, precision)?.cosh ?? null;

/** One function over another. */
export const over =
  (top: OfOne, bottom: OfOne): OfOne =>
  (z, precision) => {
    const [a, b] = [top(z, precision), bottom(z, precision)];
    return a && b && divideComplex(a, b, precision);
  };
export const one: OfOne = () => COMPLEX_ONE;

/** One function of another. */
export const chain =
  (outer: OfOne, inner: OfOne): OfOne =>
  (z, precision) => {
    const value = inner(z, precision);
    return value && outer(value, precision);
  };
export const inverse: OfOne = (z, precision) => divideComplex(COMPLEX_ONE, z, precision);

/** The root of 1 - z^2. */
const cofactor: OfOne = (z, precision) =>
  rootOfComplex(subtractComplex(COMPLEX_ONE, multiplyComplex(z, z, precision), precision), precision);

export const arcsine: OfOne = (z, precision) => {
  const other = cofactor(z, precision) as Complex;
  if (isReal(z) && isReal(other)) {
    const angle = angleOf(z.re, other.re, precision);
    return angle && complex(angle);
  }
  const log = logComplex(addComplex(timesI(z, precision), other, precision), precision);
  return log && negateComplex(timesI(log, precision));
};

export const arccosine: OfOne = (z, precision) => {
  const angle = arcsine(z, precision);
  return angle && subtractComplex(complex(scaled(realPi(precision), -1)), angle, precision);
};

export const areaTangent: OfOne = (z, precision) => {
  const up = logComplex(addComplex(COMPLEX_ONE, z, precision), precision);
  const down = logComplex(subtractComplex(COMPLEX_ONE, z, precision), precision);
  return up && down && half(subtractComplex(up, down, precision));
};

export const arctangent: OfOne = (z, precision) => {
  if (isReal(z)) {
    const angle = angleOf(z.re, REAL_ONE, precision);
    return angle && complex(angle);
  }
  const area = areaTangent(timesI(z, precision), precision);
  return area && negateComplex(timesI(area, precision));
};

export const areaSine: OfOne = (z, precision) => {
  const root = rootOfComplex(addComplex(multiplyComplex(z, z, precision), COMPLEX_ONE, precision), precision);
  return logComplex(addComplex(z, root, precision), precision);
};

export const areaCosine: OfOne = (z, precision) => {
  const [up, down] = [addComplex(z, COMPLEX_ONE, precision), subtractComplex(z, COMPLEX_ONE, precision)];
  const roots = multiplyComplex(rootOfComplex(up, precision), rootOfComplex(down, precision), precision);
  return logComplex(addComplex(z, roots, precision), precision);
};
