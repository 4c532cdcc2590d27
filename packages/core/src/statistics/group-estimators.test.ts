import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OptionError } from "../errors/option-error.js";
import { groupPassAtK, groupPassPowK } from "./group-estimators.js";

const choose = (n: number, k: number): bigint => {
  let result = 1n;
  for (let index = 0; index < k; index++) result = (result * BigInt(n - index)) / BigInt(index + 1);
  return result;
};
/** The ratio of two big binomials to 15 digits. */
const ratio = (top: bigint, bottom: bigint): number => Number((top * 10n ** 18n) / bottom) / 1e18;

describe("groupPassAtK and groupPassPowK", () => {
  test.each([
    [4, 1, 2, 0.5, 0],
    [2, 0, 2, 0, 0],
    [8, 7, 4, 1, 0.5],
    [5, 3, 2, 0.9, 0.3],
    [1, 1, 1, 1, 1],
  ])("n %d, c %d, k %d", (n, c, k, atK, powK) => {
    expect(groupPassAtK(n, c, k)).toBeCloseTo(atK, 12);
    expect(groupPassPowK(n, c, k)).toBeCloseTo(powK, 12);
  });

  test("fewer rollouts than k is null, never 1", () => {
    expect(groupPassAtK(2, 0, 5)).toBeNull();
    expect(groupPassPowK(2, 2, 5)).toBeNull();
  });

  test.each([
    [4, 5, 2],
    [4, -1, 2],
    [4, 1, 0],
    [4, 1.5, 2],
    [Number.NaN, 1, 2],
  ])("n %d, c %d, k %d throws", (n, c, k) => {
    expect(() => groupPassAtK(n, c, k)).toThrow(OptionError);
    expect(() => groupPassPowK(n, c, k)).toThrow(OptionError);
  });

  test("meets exact binomials up to n = 1000, k = 64", () => {
    const group = fc
      .integer({ min: 1, max: 1000 })
      .chain((n) =>
        fc.tuple(fc.constant(n), fc.integer({ min: 0, max: n }), fc.integer({ min: 1, max: Math.min(n, 64) })),
      );
    fc.assert(
      fc.property(group, ([n, c, k]) => {
        expect(groupPassPowK(n, c, k)).toBeCloseTo(c < k ? 0 : ratio(choose(c, k), choose(n, k)), 12);
        expect(groupPassAtK(n, c, k)).toBeCloseTo(n - c < k ? 1 : 1 - ratio(choose(n - c, k), choose(n, k)), 12);
      }),
    );
  });

  test("pass^k ≤ pass@1 ≤ pass@k, and one rollout never beats pass@1", () => {
    const group = fc
      .integer({ min: 1, max: 60 })
      .chain((n) => fc.tuple(fc.constant(n), fc.integer({ min: 0, max: n }), fc.integer({ min: 1, max: n })));
    fc.assert(
      fc.property(group, ([n, c, k]) => {
        expect(groupPassPowK(n, c, k)).toBeLessThanOrEqual(c / n + 1e-12);
        expect(groupPassAtK(n, c, k)).toBeGreaterThanOrEqual(c / n - 1e-12);
      }),
    );
  });
});
