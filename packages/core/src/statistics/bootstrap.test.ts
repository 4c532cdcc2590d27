import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OptionError } from "../errors/option-error.js";
import { derive } from "../random/random-stream.js";
import { bootstrapInterval } from "./bootstrap-interval.js";
import { exactBootstrapMean } from "./exact-bootstrap-mean.js";
import { percentileInterval, quantile } from "./quantile.js";
import { quantilesOfMass } from "./resampled-sum.js";

/** All resamples one by one, as a reference that shares no code. */
function bruteForce(values: readonly number[], level: number): [number, number] {
  const means: number[] = [];
  const visit = (left: number, sum: number): void => {
    if (left === 0) means.push(sum / values.length);
    else for (const value of values) visit(left - 1, sum + value);
  };
  visit(values.length, 0);
  means.sort((one, other) => one - other);
  const total = means.length;
  return [
    means[Math.floor(((1 - level) / 2) * total)] as number,
    means[Math.ceil(((1 + level) / 2) * total) - 1] as number,
  ];
}

const rates = (count: number, steps: number, seed: number): number[] => {
  const stream = derive(seed, "rates");
  return Array.from({ length: count }, () => stream.integer(steps + 1) / steps);
};
const reals = (count: number, seed: number): number[] => {
  const stream = derive(seed, "reals");
  return Array.from({ length: count }, () => stream.uniform());
};

describe("exactBootstrapMean", () => {
  test.each([
    [[0, 1, 1], 0.95, "exact"],
    [[0, 0.25, 0.5, 0.5, 1], 0.95, "exact"],
    [[0, 0.25, 0.5, 0.5, 1, 1], 0.8, "exact"],
    [[1 / 3, 1 / 7, 2 / 11, 1 / 13], 0.9, "exact"],
    [[Math.PI, Math.E, Math.SQRT2, 1, 0], 0.95, "exact"],
  ])("agrees with all resamples of %j at %d", (values, level, method) => {
    const [low, high] = bruteForce(values, level);
    const interval = exactBootstrapMean(values, { level });
    expect(interval?.low).toBeCloseTo(low, 10);
    expect(interval?.high).toBeCloseTo(high, 10);
    expect(interval?.method).toBe(method);
  });

  test.each([
    ["a lattice", rates(400, 8, 1), "exact"],
    ["a fine lattice", rates(300, 840, 2), "exact"],
    ["many small groups", rates(3000, 4, 3), "exact"],
    ["no lattice", reals(300, 4), "grid"],
    ["few values without a lattice", reals(14, 5), "grid"],
    ["rare values", [...rates(3, 2, 6), ...Array(1500).fill(0), 1, 1], "exact"],
  ])("meets the limit of many draws on %s", (_, values, method) => {
    const exact = exactBootstrapMean(values);
    const drawn = bootstrapInterval(values, { draws: 4000, seed: 7 });
    if (exact === null || drawn === null) throw new Error("no interval");
    const centre = values.reduce((sum, value) => sum + value, 0) / values.length;
    const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - centre) ** 2, 0)) / values.length;
    // The drawn ends scatter by about 0.04 deviations and, on coarse values, by one step.
    const near = 0.2 * deviation + 0.5 / values.length;
    expect(Math.abs(exact.low - drawn.low)).toBeLessThan(near);
    expect(Math.abs(exact.high - drawn.high)).toBeLessThan(near);
    expect(exact.method).toBe(method);
  });

  test.each([
    ["a pass", 1, "exact"],
    ["a number without a lattice", Math.PI / 7, "grid"],
  ])("%s among more values than any window has cells counts as a Poisson number of times", (_, value, method) => {
    // P(X ≤ 2) = 0.92 and P(X ≤ 3) = 0.98 at one expected.
    const rare = exactBootstrapMean([value, ...Array<number>(1_100_000).fill(0)]);
    expect(rare?.method).toBe(method);
    expect(rare?.low).toBeCloseTo(0, 12);
    expect(((rare?.high ?? 0) * 1_100_001) / value).toBeCloseTo(3, 3);
    const common = exactBootstrapMean([0, ...Array<number>(1_100_000).fill(value)]);
    expect(common?.high).toBeCloseTo(value, 12);
    expect((value - (common?.low ?? 0)) * 1_100_001).toBeCloseTo(3 * value, 3);
  });

  test("the grid agrees with the lattice it replaces", () => {
    const values = rates(40, 7, 8);
    // A shift too small to matter takes every value off the lattice.
    const shifted = values.map((value, index) => value + Math.sin(index) * 1e-7);
    const exact = exactBootstrapMean(values);
    const grid = exactBootstrapMean(shifted);
    expect(grid?.method).toBe("grid");
    expect(Math.abs((grid?.low ?? 0) - (exact?.low ?? 1))).toBeLessThan(1e-4);
    expect(Math.abs((grid?.high ?? 0) - (exact?.high ?? 1))).toBeLessThan(1e-4);
  });

  test.each([
    [[], null],
    [[0, 1], null],
    [[0.3, 0.3, 0.3], { low: 0.3, high: 0.3, method: "exact" }],
  ])("%j", (values, expected) => {
    expect(exactBootstrapMean(values)).toEqual(expected);
  });

  test.each([
    [[0, 1, Number.NaN], {}],
    [[0, 1, Number.POSITIVE_INFINITY], {}],
    [[0, 1, null as unknown as number], {}],
    [[0, 1, 1], { level: 1 }],
    [[0, 1, 1], { seed: 1 }],
  ])("%j with %j throws", (values, options) => {
    expect(() => exactBootstrapMean(values, options as object)).toThrow(OptionError);
  });

  test("mirrors, shifts and ignores the order", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 3, maxLength: 40 }), (numbers) => {
        const values = numbers.map((number) => number / 6);
        const interval = exactBootstrapMean(values);
        const mirrored = exactBootstrapMean(values.map((value) => 1 - value));
        if (interval === null || mirrored === null) throw new Error("no interval");
        expect(exactBootstrapMean([...values].reverse())).toEqual(interval);
        expect(interval.low).toBeCloseTo(1 - mirrored.high, 10);
        expect(interval.high).toBeCloseTo(1 - mirrored.low, 10);
        expect(interval.low).toBeGreaterThanOrEqual(Math.min(...values) - 1e-12);
        expect(interval.high).toBeLessThanOrEqual(Math.max(...values) + 1e-12);
      }),
    );
  });
});

describe("bootstrapInterval", () => {
  test("is reproducible, takes any statistic and ignores the order", () => {
    const values = [1, 2, 4, 8, 16];
    const largest = (sample: Float64Array) => Math.max(...sample);
    const interval = bootstrapInterval(values, { statistic: largest, seed: 3 });
    expect(interval).toEqual({ low: 4, high: 16 });
    expect(bootstrapInterval([...values].reverse(), { statistic: largest, seed: 3 })).toEqual(interval);
    expect(bootstrapInterval(reals(9, 1), { seed: 1 })).not.toEqual(bootstrapInterval(reals(9, 1), { seed: 2 }));
  });

  test("needs three values and finite numbers", () => {
    expect(bootstrapInterval([0, 1])).toBeNull();
    expect(() => bootstrapInterval([0, 1, Number.NaN])).toThrow(OptionError);
    expect(() => bootstrapInterval([0, 1, 2], { statistic: () => Number.NaN })).toThrow("statistic");
    expect(() => bootstrapInterval([0, 1, 2], { draws: 0 })).toThrow("draws");
    expect(() => bootstrapInterval([0, 1, 2], { nBoot: 9 } as object)).toThrow("unknown option");
  });

  test("does not change its input", () => {
    const values = [3, 1, 2];
    bootstrapInterval(values);
    expect(values).toEqual([3, 1, 2]);
  });
});

describe("quantiles", () => {
  test.each([
    [[1, 2, 4], 0.75, 3],
    [[1, 2, 4], 0, 1],
    [[1, 2, 4], 1, 4],
    [[5], 0.3, 5],
    [[], 0.5, null],
  ])("quantile(%j, %d)", (ascending, share, expected) => {
    expect(quantile(ascending, share)).toBe(expected);
  });

  test("quantile refuses shares outside [0, 1]", () => {
    expect(() => quantile([1], 1.01)).toThrow(OptionError);
    expect(() => quantile([1], Number.NaN)).toThrow(OptionError);
  });

  test.each([
    [2000, 0.95, 50, 1949],
    [2000, 0.9, 100, 1899],
    [2000, 0.8, 200, 1799],
    [1, 0.95, 0, 0],
  ])("percentileInterval of %d draws at %d", (draws, level, low, high) => {
    expect(
      percentileInterval(
        Array.from({ length: draws }, (_, index) => index),
        level,
      ),
    ).toEqual({ low, high });
  });

  test("quantilesOfMass stops at the end when mass is missing", () => {
    expect(quantilesOfMass(() => 0.1, 3, 0.025, 0.975)).toEqual([0, 2]);
    expect(quantilesOfMass(() => 0, 3, 0.025, 0.975)).toEqual([0, 2]);
  });
});
