import {
  addComplex,
  COMPLEX_ONE,
  type Complex,
  complex,
  divideComplex,
  expComplex,
  IMAGINARY_UNIT,
  isReal,
  lengthOf,
  logComplex,
  multiplyComplex,
  negateComplex,
  rootOfComplex,
  subtractComplex,
} from "./complex.js";
import { angleOf, realPi, sineAndCosine } from "./elementary.js";
import { binomial, factorial, productOfRange, rootOf, squareRoot } from "./power.js";
import { integer, type Rational, wholeNumber } from "./rational.js";
import {
  absoluteReal,
  isExactZero,
  multiplyReals,
  type Precision,
  REAL_ONE,
  REAL_ZERO,
  scaled,
  signOf,
  subtractReals,
} from "./real.js";
import { compareValues, divideValues, isExact, negateValue, toComplex, type Value } from "./value.js";

/** A function of its inputs at one point; null where it is not defined. */
export type MathFunction = (inputs: readonly Value[], precision: Precision) => Value | null;

type OfOne = (z: Complex, precision: Precision) => Complex | null;
const ofOne =
  (compute: OfOne): MathFunction =>
  ([input], precision) =>
    input === undefined ? null : compute(toComplex(input, precision), precision);

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

const sine: OfOne = (z, precision) => trigonometric(z, precision)?.sine ?? null;
const cosine: OfOne = (z, precision) => trigonometric(z, precision)?.cosine ?? null;
const sinh: OfOne = (z, precision) => hyperbolic(z, precision)?.sinh ?? null;
const cosh: OfOne = (z, precision) => hyperbolic(z, precision)?.cosh ?? null;

const over =
  (top: OfOne, bottom: OfOne): OfOne =>
  (z, precision) => {
    const [a, b] = [top(z, precision), bottom(z, precision)];
    return a && b && divideComplex(a, b, precision);
  };
const one: OfOne = () => COMPLEX_ONE;

const chain =
  (outer: OfOne, inner: OfOne): OfOne =>
  (z, precision) => {
    const value = inner(z, precision);
    return value && outer(value, precision);
  };
const inverse: OfOne = (z, precision) => divideComplex(COMPLEX_ONE, z, precision);

/** The root of 1 - z^2. */
const cofactor: OfOne = (z, precision) =>
  rootOfComplex(subtractComplex(COMPLEX_ONE, multiplyComplex(z, z, precision), precision), precision);

const arcsine: OfOne = (z, precision) => {
  const other = cofactor(z, precision) as Complex;
  if (isReal(z) && isReal(other)) {
    const angle = angleOf(z.re, other.re, precision);
    return angle && complex(angle);
  }
  const log = logComplex(addComplex(timesI(z, precision), other, precision), precision);
  return log && negateComplex(timesI(log, precision));
};

const arccosine: OfOne = (z, precision) => {
  const angle = arcsine(z, precision);
  return angle && subtractComplex(complex(scaled(realPi(precision), -1)), angle, precision);
};

const areaTangent: OfOne = (z, precision) => {
  const up = logComplex(addComplex(COMPLEX_ONE, z, precision), precision);
  const down = logComplex(subtractComplex(COMPLEX_ONE, z, precision), precision);
  return up && down && half(subtractComplex(up, down, precision));
};

const arctangent: OfOne = (z, precision) => {
  if (isReal(z)) {
    const angle = angleOf(z.re, REAL_ONE, precision);
    return angle && complex(angle);
  }
  const area = areaTangent(timesI(z, precision), precision);
  return area && negateComplex(timesI(area, precision));
};

const areaSine: OfOne = (z, precision) => {
  const root = rootOfComplex(addComplex(multiplyComplex(z, z, precision), COMPLEX_ONE, precision), precision);
  return logComplex(addComplex(z, root, precision), precision);
};

const areaCosine: OfOne = (z, precision) => {
  const [up, down] = [addComplex(z, COMPLEX_ONE, precision), subtractComplex(z, COMPLEX_ONE, precision)];
  const roots = multiplyComplex(rootOfComplex(up, precision), rootOfComplex(down, precision), precision);
  return logComplex(addComplex(z, roots, precision), precision);
};

const logarithm: MathFunction = ([input, base], precision) => {
  if (input === undefined) return null;
  const log = logComplex(toComplex(input, precision), precision);
  if (base === undefined || log === null) return log;
  const under = logComplex(toComplex(base, precision), precision);
  return under && divideValues(log, under, precision);
};

const sizeOf: MathFunction = ([input], precision) => {
  if (input === undefined) return null;
  if (isExact(input)) return input.numerator < 0n ? negateValue(input) : input;
  return complex(isReal(input) ? absoluteReal(input.re) : lengthOf(input, precision));
};

const floorOf = ({ numerator, denominator }: Rational): bigint => {
  const quotient = numerator / denominator;
  return numerator < 0n && quotient * denominator !== numerator ? quotient - 1n : quotient;
};

/** The whole number at or below a real; an error that reaches a whole number counts as that number. */
const floor: MathFunction = ([input], precision) => {
  if (input === undefined) return null;
  if (isExact(input)) return integer(floorOf(input));
  if (!isReal(input)) return null;
  const { mantissa, exponent } = input.re;
  const shift = BigInt(Math.abs(exponent));
  if (exponent > precision.bits) return null;
  const below = exponent >= 0 ? mantissa << shift : mantissa >> shift;
  const next = integer(below + 1n);
  return compareValues(input, next, precision) === "different" ? integer(below) : next;
};

const ceiling: MathFunction = ([input], precision) => {
  const below = input === undefined ? null : floor([negateValue(input)], precision);
  return below && negateValue(below);
};

/** Folds whole numbers pairwise; null when one is none. */
const ofWhole =
  (fold: (left: bigint, right: bigint) => bigint): MathFunction =>
  (inputs, { work }) => {
    const numbers = inputs.map((input) => (isExact(input) ? wholeNumber(input) : null));
    if (numbers.length === 0 || numbers.includes(null)) return null;
    work.spend(100 * numbers.length);
    return integer((numbers as bigint[]).reduce(fold));
  };

function commonDivisor(left: bigint, right: bigint): bigint {
  let [a, b] = [left < 0n ? -left : left, right < 0n ? -right : right];
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

const extreme =
  (sign: 1 | -1): MathFunction =>
  (inputs, precision) => {
    if (inputs.length === 0 || !inputs.every((input) => isExact(input) || isReal(input))) return null;
    return inputs.reduce((best, input) => {
      const difference = subtractReals(toComplex(input, precision).re, toComplex(best, precision).re, precision);
      return signOf(difference) === sign ? input : best;
    });
  };

const doubleFactorial: MathFunction = ([input], precision) => {
  const n = input !== undefined && isExact(input) ? wholeNumber(input) : null;
  return n === null || n < -1n ? null : productOfRange(n, 2n, precision);
};

const sign: MathFunction = ([input], precision) =>
  input === undefined || !isReal(toComplex(input, precision)) ? null : integer(signOf(toComplex(input, precision).re));

/** Every function by name, as the parser spells it. */
export const FUNCTIONS: ReadonlyMap<string, MathFunction> = new Map<string, MathFunction>([
  ["sqrt", ([input], precision) => (input === undefined ? null : squareRoot(input, precision))],
  ["root", ([input, degree], precision) => (input && degree ? rootOf(input, degree, precision) : null)],
  ["exp", ofOne(expComplex)],
  ["ln", logarithm],
  ["sin", ofOne(sine)],
  ["cos", ofOne(cosine)],
  ["tan", ofOne(over(sine, cosine))],
  ["cot", ofOne(over(cosine, sine))],
  ["sec", ofOne(over(one, cosine))],
  ["csc", ofOne(over(one, sine))],
  ["arcsin", ofOne(arcsine)],
  ["arccos", ofOne(arccosine)],
  ["arctan", ofOne(arctangent)],
  ["arccot", ofOne(chain(arctangent, inverse))],
  ["arcsec", ofOne(chain(arccosine, inverse))],
  ["arccsc", ofOne(chain(arcsine, inverse))],
  ["sinh", ofOne(sinh)],
  ["cosh", ofOne(cosh)],
  ["tanh", ofOne(over(sinh, cosh))],
  ["coth", ofOne(over(cosh, sinh))],
  ["sech", ofOne(over(one, cosh))],
  ["csch", ofOne(over(one, sinh))],
  ["arsinh", ofOne(areaSine)],
  ["arcosh", ofOne(areaCosine)],
  ["artanh", ofOne(areaTangent)],
  ["abs", sizeOf],
  ["floor", floor],
  ["ceil", ceiling],
  ["sgn", sign],
  ["factorial", ([input], precision) => (input === undefined ? null : factorial(input, precision))],
  ["double_factorial", doubleFactorial],
  ["binomial", ([n, k], precision) => (n && k ? binomial(n, k, precision) : null)],
  ["gcd", ofWhole(commonDivisor)],
  ["lcm", ofWhole((a, b) => (a === 0n || b === 0n ? 0n : (a / commonDivisor(a, b)) * b))],
  ["mod", ofWhole((a, b) => (b === 0n ? 0n : ((a % b) + b) % b))],
  ["max", extreme(1)],
  ["min", extreme(-1)],
  ["re", ([input], precision) => (input === undefined ? null : complex(toComplex(input, precision).re))],
  ["im", ([input], precision) => (input === undefined ? null : complex(toComplex(input, precision).im))],
]);

/** Functions whose inputs are angles, where a degree sign counts. */
export const ANGLE_FUNCTIONS: ReadonlySet<string> = new Set(["sin", "cos", "tan", "cot", "sec", "csc"]);

/** Pi over 180, exact but for the last bits. */
export const degree = (precision: Precision): Complex =>
  complex(
    multiplyReals(realPi(precision), toComplex({ numerator: 1n, denominator: 180n }, precision).re, precision),
    REAL_ZERO,
  );
