import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { latticeMean, mean, toLattice } from "./lattice.js";

describe("toLattice", () => {
  test.each([
    [[0, 0.25, 0.5], { numerators: [0, 1, 2], lowest: 0, step: 1, denominator: 4 }],
    [[1 / 3, 2 / 3, 1], { numerators: [0, 1, 2], lowest: 1, step: 1, denominator: 3 }],
    [[1 / 3, 0.5], { numerators: [0, 1], lowest: 2, step: 1, denominator: 6 }],
    [[-0.5, 0.5], { numerators: [0, 1], lowest: -1, step: 2, denominator: 2 }],
    [[7, 7], { numerators: [0, 0], lowest: 7, step: 1, denominator: 1 }],
    [[], { numerators: [], lowest: 0, step: 1, denominator: 1 }],
  ])("%j", (values, lattice) => {
    expect(toLattice(values)).toEqual(lattice);
  });

  test.each([[[Math.PI, 1]], [[Math.SQRT2]], [[1e9, 0.5]], [[Number.NaN, 1]], [[1 / 1021, 1 / 1031, 1 / 1033]]])(
    "%j has none",
    (values) => {
      expect(toLattice(values)).toBeNull();
    },
  );

  test("gives every rate back", () => {
    const rate = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.nat()).map(([n, c]) => (c % (n + 1)) / n);
    fc.assert(
      fc.property(fc.array(rate, { minLength: 1 }), (rates) => {
        const lattice = toLattice(rates);
        if (lattice === null) throw new Error("rates lie on a lattice");
        for (const [index, numerator] of lattice.numerators.entries())
          expect(latticeMean(lattice, numerator, 1)).toBeCloseTo(rates[index] as number, 12);
      }),
    );
  });
});

describe("mean", () => {
  test.each([
    [[], null],
    [[0.1, 0.2, 0.3], 0.2],
    [Array(10).fill(0.1), 0.1],
    [[0.125, 0.375], 0.25],
    [[Math.PI, -Math.PI, Math.SQRT2, 1e-9], (Math.SQRT2 + 1e-9) / 4],
  ])("%j", (values, expected) => {
    expect(mean(values)).toBe(expected);
  });

  test("of equal values is their value", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), fc.integer({ min: 1, max: 60 }), (value, times) => {
        expect(mean(Array(times).fill(value))).toBe(value);
      }),
      { examples: [[0.1234567890123, 7]] },
    );
  });

  test("does not depend on the order", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 2 }), (values) => {
        expect(mean([...values].reverse())).toBe(mean(values));
      }),
    );
  });
});
