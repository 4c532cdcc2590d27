import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { derive } from "../random/random-stream.js";
import { exactBootstrapDifference } from "./exact-bootstrap-difference.js";
import { percentileInterval } from "./quantile.js";

/** Every resample of both sides, for sides of three or four. */
function byBruteForce(a: readonly number[], b: readonly number[], level: number) {
  const means = (values: readonly number[]): number[] => {
    let sums = [0];
    for (let draw = 0; draw < values.length; draw++) sums = sums.flatMap((sum) => values.map((value) => sum + value));
    return sums.map((sum) => sum / values.length);
  };
  const meansOfA = means(a);
  const all = means(b)
    .flatMap((meanOfB) => meansOfA.map((meanOfA) => meanOfB - meanOfA))
    .sort((left, right) => left - right);
  return {
    low: all[Math.floor(((1 - level) / 2) * all.length + 1e-9)] as number,
    high: all[Math.ceil(((1 + level) / 2) * all.length - 1e-9) - 1] as number,
  };
}

const rate = fc.integer({ min: 0, max: 4 }).map((passes) => passes / 4);
const third = fc.integer({ min: 0, max: 3 }).map((passes) => passes / 3);

describe("exactBootstrapDifference", () => {
  test("is what all resamples say, on lattices that differ", () => {
    fc.assert(
      fc.property(
        fc.array(rate, { minLength: 3, maxLength: 4 }),
        fc.array(third, { minLength: 3, maxLength: 4 }),
        fc.constantFrom(0.8, 0.9, 0.95),
        (a, b, level) => {
          const wanted = byBruteForce(a, b, level);
          const got = exactBootstrapDifference(a, b, { level });
          expect(got?.low).toBeCloseTo(wanted.low, 9);
          expect(got?.high).toBeCloseTo(wanted.high, 9);
        },
      ),
      { numRuns: 60 },
    );
  });

  test("holds for values far from 1, such as milliseconds", () => {
    const large = fc.integer({ min: 0, max: 9999 }).map((rest) => 900_000 + rest);
    fc.assert(
      fc.property(
        fc.array(large, { minLength: 3, maxLength: 4 }),
        fc.array(large, { minLength: 3, maxLength: 4 }),
        (a, b) => {
          const wanted = byBruteForce(a, b, 0.8);
          const got = exactBootstrapDifference(a, b, { level: 0.8 });
          expect(Math.abs((got?.low ?? 0) - wanted.low)).toBeLessThan(1e-8);
          expect(Math.abs((got?.high ?? 0) - wanted.high)).toBeLessThan(1e-8);
        },
      ),
      { numRuns: 40 },
    );
  });

  test("swapping the sides mirrors it, and order plays no part, to the last digit", () => {
    const side = fc.array(fc.oneof(rate, third), { minLength: 3, maxLength: 40 });
    fc.assert(
      fc.property(side, side, (a, b) => {
        const forward = exactBootstrapDifference(a, b);
        const backward = exactBootstrapDifference(b, a);
        expect(backward?.low).toBe(0 - (forward?.high as number));
        expect(backward?.high).toBe(0 - (forward?.low as number));
        expect(exactBootstrapDifference([...a].reverse(), [...b].sort())).toEqual(forward);
      }),
      { numRuns: 60 },
    );
  });

  test("agrees with draws for many values of unequal number", () => {
    const stream = derive(1, "values");
    const sample = (n: number) => Array.from({ length: n }, () => stream.integer(5) / 4);
    const [a, b] = [sample(301), sample(457)];
    const draws = Float64Array.from({ length: 4000 }, () => {
      const meanOf = (values: number[]) => values.reduce((sum) => sum + stream.pick(values), 0) / values.length;
      return meanOf(b) - meanOf(a);
    }).sort();
    const drawn = percentileInterval(draws, 0.95);
    const exact = exactBootstrapDifference(a, b);
    expect(Math.abs((exact?.low as number) - drawn.low)).toBeLessThan(0.006);
    expect(Math.abs((exact?.high as number) - drawn.high)).toBeLessThan(0.006);
  });

  test.each([
    ["two values", [0, 1], [0, 1, 1], null],
    ["no spread", [0.5, 0.5, 0.5], [1, 1, 1, 1], { low: 0.5, high: 0.5 }],
    ["no lattice", [Math.SQRT2, Math.PI, Math.E], [1, 1, 0], null],
  ])("%s", (_, a, b, expected) => {
    expect(exactBootstrapDifference(a, b)).toEqual(expected);
  });

  test("refuses what is not finite", () => {
    expect(() => exactBootstrapDifference([0, 1, Number.NaN], [0, 1, 1])).toThrow("`a` must hold finite numbers");
    expect(() => exactBootstrapDifference([0, 1, 1], [0, 1, 1], { level: 95 })).toThrow("`level`");
  });
});
