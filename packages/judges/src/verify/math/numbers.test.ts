import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Complex,
  complex,
  divideComplex,
  expComplex,
  logComplex,
  multiplyComplex,
  rootOfComplex,
} from "./complex.js";
import { angleOf, expReal, logReal, realPi, sineAndCosine } from "./elementary.js";
import { bitLength, integer, parseDecimal, powerOfRational, type Rational, reduced } from "./rational.js";
import {
  addReals,
  divideReals,
  exactRoot,
  mayBeZero,
  multiplyReals,
  type Precision,
  REAL_ONE,
  type Real,
  realOf,
  rootOfReal,
  subtractReals,
  toDouble,
} from "./real.js";
import { compareValues } from "./value.js";
import { TooMuchWork, Work } from "./work.js";

const precision = (bits = 192): Precision => ({ bits, work: new Work(1e9), neededBits: 0 });
const real = (value: Rational, at = precision()): Real => realOf(value, at);
const of = (top: number, bottom = 1): Real => real({ numerator: BigInt(top), denominator: BigInt(bottom) });

/** The first decimals of a real, cut. */
function decimals({ mantissa, exponent }: Real, digits: number): string {
  const scaled =
    exponent >= 0
      ? (mantissa * 10n ** BigInt(digits)) << BigInt(exponent)
      : (mantissa * 10n ** BigInt(digits)) >> BigInt(-exponent);
  return String(scaled);
}

describe("known values, to fifty decimals", () => {
  // Values of mpmath at 70 digits.
  it.each<[string, (at: Precision) => Real | null, string]>([
    ["pi", realPi, "314159265358979323846264338327950288419716939937510"],
    ["e", (at) => expReal(REAL_ONE, at), "271828182845904523536028747135266249775724709369995"],
    [
      "e^100",
      (at) => expReal(of(100), at),
      "26881171418161354484126255515800135873611118773741922415191608615280287034909564914158871097219845710",
    ],
    ["ln 2", (at) => logReal(of(2), at), "69314718055994530941723212145817656807550013436025"],
    ["sin 1", (at) => sineAndCosine(REAL_ONE, at)?.sine ?? null, "84147098480789650665250232163029899962256306079837"],
    [
      "cos 100",
      (at) => sineAndCosine(of(-100), at)?.cosine ?? null,
      "86231887228768393410193851395084253551008400853551",
    ],
    ["arctan 1/2", (at) => angleOf(of(1), of(2), at), "46364760900080611621425623146121440202853705428612"],
    ["sqrt 2", (at) => rootOfReal(of(2), at), "141421356237309504880168872420969807856967187537694"],
  ])("%s", (_, compute, digits) => {
    for (const bits of [400, 1000]) {
      const value = compute(precision(bits)) as Real;
      expect(decimals(value, 50).replace("-", "").slice(0, 48)).toBe(digits.slice(0, 48));
    }
  });
});

const rational = fc
  .tuple(fc.integer({ min: -9999, max: 9999 }), fc.integer({ min: 1, max: 999 }))
  .map(([top, bottom]) => ({ numerator: BigInt(top), denominator: BigInt(bottom) }));
const size = ({ numerator, denominator }: Rational): number => Number(numerator) / Number(denominator);

describe("errors are bounds", () => {
  const agrees = (left: Real | null, right: Real | null, at: Precision): boolean =>
    left !== null && right !== null && mayBeZero(subtractReals(left, right, at));

  it("a result at few bits is within its error of the same at many", () => {
    fc.assert(
      fc.property(rational, rational, (a, b) => {
        const [few, many] = [precision(80), precision(400)];
        const results = [few, many].map((at) => {
          const [x, y] = [realOf(a, at), realOf(b, at)];
          const angle = sineAndCosine(x, at);
          return [
            addReals(x, y, at),
            multiplyReals(x, y, at),
            divideReals(x, y, at),
            size(a) < 700 ? expReal(x, at) : null,
            logReal(x, at),
            angle?.sine ?? null,
            angleOf(x, y, at),
            size(a) > 0 ? rootOfReal(x, at) : null,
          ];
        });
        const [rough, fine] = results as [(Real | null)[], (Real | null)[]];
        for (const [index, value] of rough.entries()) {
          const exact = fine[index] ?? null;
          expect(value === null).toBe(exact === null);
          if (value !== null) expect(agrees(value, exact, many)).toBe(true);
        }
      }),
    );
  });

  it("doubles agree", () => {
    fc.assert(
      fc.property(rational, (a) => {
        const x = size(a);
        const at = precision();
        expect(toDouble(sineAndCosine(real(a), at)?.sine as Real)).toBeCloseTo(Math.sin(x), 12);
        expect(toDouble(angleOf(real(a), REAL_ONE, at) as Real)).toBeCloseTo(Math.atan(x), 12);
        if (x > 0) expect(toDouble(logReal(real(a), at) as Real)).toBeCloseTo(Math.log(x), 12);
      }),
    );
  });
});

describe("complex functions", () => {
  const equal = (left: Complex | null, right: Complex | null): boolean =>
    left !== null && right !== null && compareValues(left, right, precision()) === "equal";
  const number = fc.tuple(rational, rational).map(([re, im]) => complex(real(re), real(im)));

  it("undo each other, in every quadrant", () => {
    fc.assert(
      fc.property(number, number, (z, w) => {
        const at = precision();
        const root = rootOfComplex(z, at);
        expect(equal(multiplyComplex(root, root, at), z)).toBe(true);
        const log = logComplex(z, at);
        if (log !== null) expect(equal(expComplex(log, at), z)).toBe(true);
        const quotient = divideComplex(z, w, at);
        if (quotient !== null) expect(equal(multiplyComplex(quotient, w, at), z)).toBe(true);
      }),
    );
  });
});

describe("fractions", () => {
  it("read decimals without rounding", () => {
    expect(reduced(parseDecimal("0.10"), new Work())).toEqual({ numerator: 1n, denominator: 10n });
    expect(parseDecimal("1.5e3")).toEqual(integer(1500));
    expect(reduced(parseDecimal("25e-1"), new Work())).toEqual({ numerator: 5n, denominator: 2n });
    expect(() => parseDecimal("1e99999")).toThrow(TooMuchWork);
  });

  it("know powers that exist and are short enough", () => {
    const work = new Work();
    const two = integer(2);
    expect(powerOfRational(two, -2n, work)).toEqual({ numerator: 1n, denominator: 4n });
    expect(powerOfRational(integer(0), -1n, work)).toBeNull();
    expect(powerOfRational(integer(-1), 10n ** 30n, work)).toEqual(integer(1));
    expect(powerOfRational(integer(-1), 10n ** 30n + 1n, work)).toEqual(integer(-1));
    expect(powerOfRational(two, 10n ** 9n, work)).toBeNull();
  });

  it("know roots of squares alone", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 400n }), (root) => {
        expect(exactRoot(root * root)).toBe(root);
        if (root > 1n) expect([exactRoot(root * root - 1n), exactRoot(root * root + 1n)]).toEqual([null, null]);
      }),
    );
    expect(exactRoot(-4n)).toBeNull();
  });

  it("have a length that is never too short", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 500n }), (value) => {
        const bits = value.toString(2).length;
        expect(bitLength(value)).toBeGreaterThanOrEqual(bits);
        expect(bitLength(-value)).toBeLessThanOrEqual(bits + 3);
      }),
    );
  });
});

it("work ends at its limit", () => {
  const work = new Work(10);
  work.spend(10);
  expect(work.isSpent).toBe(false);
  expect(() => work.spend(1)).toThrow(TooMuchWork);
  expect(work.isSpent).toBe(true);
});
