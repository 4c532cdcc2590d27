import { OptionError } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { studentizedPermutationP } from "./studentized-permutation-p.js";
import { twoSamplePermutationP } from "./two-sample-permutation-p.js";

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const difference = (a: readonly number[], b: readonly number[]) => Math.abs(mean(a) - mean(b));

/** All splits one by one. */
function bruteForce(a: readonly number[], b: readonly number[]): { p: number; midP: number } {
  const pooled = [...a, ...b];
  const observed = difference(a, b);
  let [beyond, tied, all] = [0, 0, 0];
  for (let mask = 0; mask < 2 ** pooled.length; mask++) {
    const first = pooled.filter((_, index) => (mask >> index) & 1);
    if (first.length !== a.length) continue;
    all++;
    const other = pooled.filter((_, index) => !((mask >> index) & 1));
    const distance = difference(first, other);
    if (Math.abs(distance - observed) < 1e-9) tied++;
    else if (distance > observed) beyond++;
  }
  return { p: (beyond + tied) / all, midP: (beyond + tied / 2) / all };
}

const TEN = [1, 0.5, 1, 0.75, 1, 1, 0.25, 1, 1, 0.75];
const SIX = [0, 0.25, 0.5, 0.25, 0.75, 0.5];

describe("twoSamplePermutationP", () => {
  test.each([
    // All splits with itertools.combinations and numpy means.
    [SIX, TEN, 0.010364635364635364, 0.007305194805194805],
    [[0, 0, 0.25, 0], [1, 0.75, 1, 1], 2 / 70, 1 / 70],
    // 0/1 values: scipy.stats.fisher_exact([[3, 17], [12, 8]]) where both sides are of one size.
    [
      [...Array(3).fill(1), ...Array(17).fill(0)],
      [...Array(12).fill(1), ...Array(8).fill(0)],
      0.007911693673651405,
      null,
    ],
    [[0.5, 0.5], [0.5, 0.5, 0.5], 1, 1],
    [[], [1, 0], 1, 1],
    [[], [], 1, 1],
    [[1], [0], 1, 0.5],
  ])("%j against %j", (a, b, p, midP) => {
    const result = twoSamplePermutationP(a, b);
    expect(result.method).toBe("exact");
    expect(result.p).toBeCloseTo(p, 10);
    if (midP !== null) expect(result.midP).toBeCloseTo(midP, 12);
  });

  test("agrees with all splits, on a lattice and off it", () => {
    const side = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(side, side, fc.constantFrom(0.25, 1 / 3, Math.PI), (first, second, unit) => {
        const [a, b] = [first.map((value) => value * unit), second.map((value) => value * unit)];
        const expected = bruteForce(a, b);
        fc.pre(new Set([...a, ...b]).size > 1);
        expect(twoSamplePermutationP(a, b).p).toBeCloseTo(expected.p, 10);
        expect(twoSamplePermutationP(a, b).midP).toBeCloseTo(expected.midP, 10);
      }),
      { numRuns: 60 },
    );
  });

  test("the dynamic programme gives what draws estimate", () => {
    const a = Array.from({ length: 30 }, (_, index) => ((index * 7) % 5) / 4);
    const b = Array.from({ length: 45 }, (_, index) =>
      Math.min(1, ((index * 7) % 5) / 4 + (index % 3 === 0 ? 0.25 : 0)),
    );
    const exact = twoSamplePermutationP(a, b);
    const drawn = twoSamplePermutationP(
      a.map((value) => value * Math.PI),
      b.map((value) => value * Math.PI),
      { draws: 40_000 },
    );
    expect([exact.method, drawn.method]).toEqual(["exact", "monte_carlo"]);
    expect(drawn.midP).toBeNull();
    // Four standard errors of 40,000 draws.
    expect(Math.abs(exact.p - drawn.p)).toBeLessThan(4 * Math.sqrt((exact.p * (1 - exact.p)) / 40_000));
    expect(exact.midP).toBeLessThan(exact.p);
  });

  test("neither order nor side nor scale change a digit", () => {
    const side = fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(side, side, (first, second) => {
        const [a, b] = [first.map((value) => value / 8), second.map((value) => value / 8)];
        const result = twoSamplePermutationP(a, b);
        expect(twoSamplePermutationP([...b].reverse(), [...a].reverse())).toEqual(result);
        expect(
          twoSamplePermutationP(
            a.map((value) => 1 - value),
            b.map((value) => 1 - value),
          ).p,
        ).toBeCloseTo(result.p, 10);
        expect(result.p).toBeGreaterThan(0);
        expect(result.p).toBeLessThanOrEqual(1);
        expect(result.midP).toBeLessThanOrEqual(result.p);
      }),
      { numRuns: 60 },
    );
  });

  test("drawn: never 0, the same for a seed in any order, another for another seed", () => {
    const values = (shift: number) => Array.from({ length: 40 }, (_, index) => Math.sin(index + 1) + shift);
    expect(twoSamplePermutationP(values(0), values(9), { draws: 99 })).toEqual({
      p: 0.01,
      midP: null,
      method: "monte_carlo",
    });
    const drawn = twoSamplePermutationP(values(0), values(0.3), { seed: 5 });
    expect(twoSamplePermutationP(values(0).reverse(), values(0.3), { seed: 5 })).toEqual(drawn);
    expect(twoSamplePermutationP(values(0), values(0.3), { seed: 6 }).p).not.toBe(drawn.p);
  });

  test("a lattice too fine for the table is drawn", () => {
    const fine = Array.from({ length: 60 }, (_, index) => ((index * 7919) % 100_003) / 2 ** 20);
    expect(twoSamplePermutationP(fine.slice(0, 30), fine.slice(30)).method).toBe("monte_carlo");
    const many = Array.from({ length: 900 }, (_, index) => ((index * 7) % 9) / 8);
    expect(twoSamplePermutationP(many.slice(0, 450), many.slice(450), { draws: 50 }).method).toBe("monte_carlo");
  });

  test.each([
    [[Number.NaN], [1]],
    [[1], [Number.POSITIVE_INFINITY]],
  ])("refuses %j and %j", (a, b) => {
    expect(() => twoSamplePermutationP(a, b)).toThrow(OptionError);
    expect(() => studentizedPermutationP(a, b)).toThrow(OptionError);
  });

  test("refuses an unknown option and names the nearest", () => {
    expect(() => twoSamplePermutationP([1], [0], { draw: 5 } as never)).toThrow(/`draws`/);
  });
});

describe("studentizedPermutationP", () => {
  test.each([
    // All splits with itertools.combinations and Welch's t.
    [[0.4, 0.5, 0.6, 0.45], [0.1, 1, 0.9, 0.8, 0.7, 0.2], 0.44761904761904764, 0.4452380952380952],
    // Without spread inside the sides t is infinite, for this split and its mirror image.
    [[0, 0, 0], [1, 1, 1], 0.1, 0.05],
    [[1], [0, 1], 1, 1],
    [[1, 1], [1, 1], 1, 1],
  ])("%j against %j", (a, b, p, midP) => {
    const result = studentizedPermutationP(a, b);
    expect(result.p).toBeCloseTo(p, 12);
    expect(result.midP).toBeCloseTo(midP, 12);
    expect(studentizedPermutationP([...b].reverse(), a)).toEqual(result);
  });

  test("holds its level where a small noisy side makes the plain difference reject too often", () => {
    let [plain, studentized] = [0, 0];
    const trials = 300;
    for (let trial = 0; trial < trials; trial++) {
      // Same mean 0, spread 1 in 10 values and 0.1 in 40.
      const noise = (index: number) =>
        Math.sqrt(12) * ((Math.abs(Math.sin((trial * 50 + index + 1) * 12.9898) * 43758.5453) % 1) - 0.5);
      const a = Array.from({ length: 10 }, (_, index) => noise(index));
      const b = Array.from({ length: 40 }, (_, index) => 0.1 * noise(index + 10));
      if (twoSamplePermutationP(a, b, { draws: 199, seed: trial }).p <= 0.05) plain++;
      if (studentizedPermutationP(a, b, { draws: 199, seed: trial }).p <= 0.05) studentized++;
    }
    expect(plain / trials).toBeGreaterThan(0.15);
    expect(studentized / trials).toBeLessThan(0.11);
  });
});

test("draws where the exact computation is beyond maxWork", () => {
  const a = Array.from({ length: 30 }, (_, index) => (index % 5) / 4);
  const b = Array.from({ length: 40 }, (_, index) => (index % 3) / 4);
  const exact = twoSamplePermutationP(a, b);
  const drawn = twoSamplePermutationP(a, b, { maxWork: 0, draws: 20_000 });
  expect([exact.method, drawn.method]).toEqual(["exact", "monte_carlo"]);
  expect(Math.abs(drawn.p - exact.p)).toBeLessThan(0.01);
  expect(() => twoSamplePermutationP(a, b, { maxWork: -1 })).toThrow(OptionError);
});
