import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OptionError } from "../errors/option-error.js";
import { wilsonInterval } from "./wilson-interval.js";

describe("wilsonInterval", () => {
  test.each([
    [10, 10, {}, 0.7224598312, 1],
    [0, 1, {}, 0, 0.7934567085],
    [14, 307, {}, 0.02736, 0.07514],
    [10, 10, { level: 0.95 }, 0.7224672001, 1],
    [5, 10, { z: 0 }, 0.5, 0.5],
    [2.5, 5, {}, 0.17, 0.83],
  ])("%d of %d with %j", (successes, n, options, low, high) => {
    const interval = wilsonInterval(successes, n, options);
    expect(interval?.low).toBeCloseTo(low, 3);
    expect(interval?.high).toBeCloseTo(high, 3);
  });

  test("no items, no interval", () => {
    expect(wilsonInterval(0, 0)).toBeNull();
  });

  test.each([
    [11, 10, {}],
    [-1, 10, {}],
    [Number.NaN, 10, {}],
    [1, Number.NaN, {}],
    [1, 2, { level: 1 }],
    [1, 2, { z: -1 }],
    [1, 2, { zz: 1 }],
  ])("%d of %d with %j throws", (successes, n, options) => {
    expect(() => wilsonInterval(successes, n, options as object)).toThrow(OptionError);
  });

  test("holds the share, mirrors, and shrinks with n", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (n, share) => {
        const successes = Math.round(n * share);
        const one = wilsonInterval(successes, n);
        const other = wilsonInterval(n - successes, n);
        const larger = wilsonInterval(successes * 4, n * 4);
        if (one === null || other === null || larger === null) throw new Error("no interval");
        expect(one.low).toBeLessThanOrEqual(successes / n);
        expect(one.high).toBeGreaterThanOrEqual(successes / n);
        expect(one.low).toBeCloseTo(1 - other.high, 12);
        expect(larger.high - larger.low).toBeLessThan(one.high - one.low);
      }),
    );
  });
});
