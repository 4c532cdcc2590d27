import { type Complex, complex, expComplex, isReal, lengthOf, logComplex } from "./complex.js";
import {
  arccosine,
  arcsine,
  arctangent,
  areaCosine,
  areaSine,
  areaTangent,
  chain,
  cosh,
  cosine,
  inverse,
  type OfOne,
  one,
  over,
  sine,
  sinh,
} from "./complex-functions.js";
import { realPi } from "./elementary.js";
import { binomial, factorial, productOfRange, rootOf, squareRoot } from "./power.js";
import { integer, type Rational, wholeNumber } from "./rational.js";
import { absoluteReal, multiplyReals, type Precision, REAL_ZERO, signOf, subtractReals } from "./real.js";
import { compareValues, divideValues, isExact, negateValue, toComplex, type Value } from "./value.js";

/** A function of its inputs at one point; null where it is not defined. */
export type MathFunction = (inputs: readonly Value[], precision: Precision) => Value | null;

const ofOne =
  (compute: OfOne): MathFunction =>
  ([input], precision) =>
    input === undefined ? null : compute(toComplex(input, precision), precision);

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
