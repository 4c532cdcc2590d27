import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { recommendedInterval } from "./recommended-interval.js";

const known = (values: readonly number[]) => {
  const interval = recommendedInterval(values);
  if (interval === null) throw new Error("three values are enough");
  return interval;
};

/** Pass rates of tasks with up to eight rollouts each. */
const rates = fc.array(
  fc.tuple(fc.integer({ min: 1, max: 8 }), fc.nat()).map(([rollouts, passes]) => (passes % (rollouts + 1)) / rollouts),
  { minLength: 3, maxLength: 60 },
);
const average = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe("recommendedInterval", () => {
  test("has width where all tasks agree, near the exact binomial bound", () => {
    for (const count of [3, 5, 10, 50, 1000]) {
      const { low, high, effectiveN } = known(Array.from({ length: count }, () => 1));
      expect(high).toBe(1);
      expect(effectiveN).toBe(count);
      // Clopper and Pearson: 0.025^(1/n).
      expect(low).toBeLessThan(0.025 ** (1 / count));
      expect(low).toBeGreaterThan(0.025 ** (1 / count) - 0.03);
    }
    expect(known([1, 1, 1, 1, 1, 1, 1, 1, 1, 1]).low).toBeCloseTo(0.673658, 6);
  });

  test.each([[[]], [[1]], [[0, 1]]])("%j is too few", (values) => {
    expect(recommendedInterval(values)).toBeNull();
  });

  test("counts a task of one rollout once, and a task that tells more for more", () => {
    expect(known([1, 0, 1, 1, 0, 1]).effectiveN).toBeCloseTo(6, 12);
    expect(known([0.5, 0.5, 0.5, 0.5, 0.625, 0.5]).effectiveN).toBeGreaterThan(40);
  });

  test("lies in [0, 1] around the mean, with width", () => {
    fc.assert(
      fc.property(rates, (values) => {
        const { low, high, effectiveN } = known(values);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(average(values) + 1e-12);
        expect(high).toBeGreaterThanOrEqual(average(values) - 1e-12);
        expect(high - low).toBeGreaterThan(0);
        expect(effectiveN).toBeGreaterThanOrEqual(values.length * (1 - 1e-12));
      }),
    );
  });

  test("mirrors when passes and fails are swapped", () => {
    fc.assert(
      fc.property(rates, (values) => {
        const { low, high } = known(values);
        const mirrored = known(values.map((value) => 1 - value));
        expect(mirrored.low).toBeCloseTo(1 - high, 9);
        expect(mirrored.high).toBeCloseTo(1 - low, 9);
      }),
    );
  });

  test("does not depend on the order of the tasks, to the last digit", () => {
    fc.assert(
      fc.property(
        rates.chain((values) =>
          fc.tuple(
            fc.constant(values),
            fc.shuffledSubarray(values, { minLength: values.length, maxLength: values.length }),
          ),
        ),
        ([values, shuffled]) => {
          expect(recommendedInterval(shuffled)).toEqual(recommendedInterval(values));
        },
      ),
    );
  });

  test("rises with every pass where tasks have one rollout", () => {
    for (const count of [3, 4, 7, 20, 61]) {
      const ends = Array.from({ length: count + 1 }, (_, passes) =>
        known(Array.from({ length: count }, (_, task) => (task < passes ? 1 : 0))),
      );
      for (const [passes, { low, high }] of ends.entries()) {
        if (passes === 0) continue;
        expect(low).toBeGreaterThan(ends[passes - 1]?.low as number);
        expect(high).toBeGreaterThan(ends[passes - 1]?.high as number);
      }
    }
  });

  test("narrows when the same tasks come twice", () => {
    fc.assert(
      fc.property(rates, (values) => {
        const [once, twice] = [known(values), known([...values, ...values])];
        expect(twice.high - twice.low).toBeLessThan(once.high - once.low);
      }),
    );
  });
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, 1e308])("%d is refused", (value) => {
  expect(() => recommendedInterval([value, 1, 0])).toThrow("recommendedInterval: `values` must hold finite numbers");
});
