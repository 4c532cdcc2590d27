import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OptionError } from "../errors/option-error.js";
import { mcnemar } from "./mcnemar.js";
import { signFlipP } from "./sign-flip-p.js";
import { twoProportionP } from "./two-proportion-p.js";

/** All sign vectors one by one. */
function bruteForce(differences: readonly number[]): number {
  const observed = Math.abs(differences.reduce((sum, value) => sum + value, 0));
  let hits = 0;
  for (let signs = 0; signs < 2 ** differences.length; signs++) {
    const sum = differences.reduce((total, value, index) => total + ((signs >> index) & 1 ? value : -value), 0);
    if (Math.abs(sum) >= observed - 1e-9) hits++;
  }
  return hits / 2 ** differences.length;
}

describe("signFlipP", () => {
  test.each([
    [Array(8).fill(1), 0.0078125, 8],
    [Array(5).fill(1), 0.0625, 5],
    [[...Array(4).fill(1), ...Array(16).fill(0)], 0.125, 4],
    [Array(4).fill(1), 0.125, 4],
    [[0, 0, 0], 1, 0],
    [[], 1, 0],
    [[0.5, -0.5], 1, 2],
    [[0.1, 0.2, 0.3], 0.25, 3],
  ])("%j", (differences, p, nNonZero) => {
    expect(signFlipP(differences)).toMatchObject({ p, method: "exact", nNonZero });
  });

  test("midP counts ties half", () => {
    expect(signFlipP(Array(5).fill(1)).midP).toBe(0.03125);
  });

  test("agrees with all sign vectors, on a lattice and off it", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -4, max: 4 }), { minLength: 1, maxLength: 9 }),
        fc.constantFrom(1, 1 / 3, Math.PI),
        (numbers, unit) => {
          const differences = numbers.map((number) => number * unit);
          expect(signFlipP(differences).p).toBeCloseTo(bruteForce(differences), 10);
        },
      ),
      { numRuns: 60 },
    );
  });

  test("does not depend on the order, and its sign says nothing", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { maxLength: 30 }), (differences) => {
        const result = signFlipP(differences, { draws: 200 });
        expect(signFlipP([...differences].reverse(), { draws: 200 })).toEqual(result);
        expect(
          signFlipP(
            differences.map((value) => -value),
            { draws: 200 },
          ).p,
        ).toBe(result.p);
        expect(result.p).toBeGreaterThan(0);
        expect(result.p).toBeLessThanOrEqual(1);
      }),
      { numRuns: 60 },
    );
  });

  test("draws where exact is out of reach: never 0, near the exact value", () => {
    const differences = Array.from({ length: 40 }, (_, index) => Math.sin(index + 1) + 0.3);
    const drawn = signFlipP(differences, { draws: 20_000, seed: 1 });
    expect(drawn).toMatchObject({ method: "monte_carlo", midP: null });
    const rounded = differences.map((value) => Math.round(value * 1000) / 1000);
    expect(Math.abs(drawn.p - signFlipP(rounded).p)).toBeLessThan(0.01);
    expect(
      signFlipP(
        Array.from({ length: 40 }, (_, index) => 1 + Math.sin(index) / 10),
        { draws: 99 },
      ).p,
    ).toBe(0.01);
  });

  test("large lattices stay exact", () => {
    const differences = Array.from({ length: 2000 }, (_, index) => ((index % 9) - 4) / 8 + 0.125);
    const result = signFlipP(differences);
    expect(result.method).toBe("exact");
    expect(result.p).toBeGreaterThan(0);
    expect(result.p).toBeLessThan(1e-10);
  });

  test("NaN and unknown options throw", () => {
    expect(() => signFlipP([1, Number.NaN])).toThrow(OptionError);
    expect(() => signFlipP([1], { nBoot: 1 } as object)).toThrow(OptionError);
  });
});

describe("mcnemar", () => {
  test.each([
    [18, 6, 0.02265584, 0.0146333],
    [0, 0, 1, 1],
    [3, 3, 1, 0.84375],
    [0, 6, 0.03125, 0.015625],
    [0, 3000, 0, 0],
  ])("%d against %d", (first, second, p, midP) => {
    const result = mcnemar(first, second);
    expect(result.p).toBeCloseTo(p, 6);
    expect(result.midP).toBeCloseTo(midP, 6);
    expect(mcnemar(second, first)).toEqual(result);
  });

  test("is the sign-flip test of 0/1 outcomes", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 }), (first, second) => {
        const flips = signFlipP([...Array<number>(first).fill(1), ...Array<number>(second).fill(-1)]);
        expect(mcnemar(first, second).p).toBeCloseTo(flips.p, 9);
        expect(mcnemar(first, second).midP).toBeCloseTo(flips.midP as number, 9);
      }),
    );
  });

  test.each([
    [-1, 2],
    [1.5, 2],
    [Number.NaN, 2],
  ])("%d against %d throws", (first, second) => {
    expect(() => mcnemar(first, second)).toThrow(OptionError);
  });
});

describe("twoProportionP", () => {
  test.each([
    [30, 40, 20, 40, 0.020921335338],
    [1, 100, 9, 100, 0.009444165688],
    [5, 10, 5, 10, 1],
  ])("%d/%d against %d/%d", (a, nA, b, nB, p) => {
    expect(twoProportionP(a, nA, b, nB)).toBeCloseTo(p, 9);
  });

  test.each([
    [0, 10, 0, 10],
    [10, 10, 10, 10],
    [0, 0, 1, 2],
  ])("%d/%d against %d/%d has none", (a, nA, b, nB) => {
    expect(twoProportionP(a, nA, b, nB)).toBeNull();
  });

  test.each([
    [3, 2, 1, 2],
    [1, 2, 3, 2],
    [Number.NaN, 2, 1, 2],
  ])("%d/%d against %d/%d throws", (a, nA, b, nB) => {
    expect(() => twoProportionP(a, nA, b, nB)).toThrow(OptionError);
  });
});
