import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nearestVectors } from "./nearest-vectors.js";
import { cosine, unitVectors } from "./unit-vectors.js";

describe("vectors", () => {
  const value = fc.double({ min: -1e3, max: 1e3, noNaN: true });
  const matrix = (most: number) =>
    fc
      .integer({ min: 1, max: 9 })
      .chain((d) =>
        fc.tuple(
          fc.array(fc.array(value, { minLength: d, maxLength: d }), { minLength: 1, maxLength: most }),
          fc.array(fc.array(value, { minLength: d, maxLength: d }), { minLength: 1, maxLength: most }),
        ),
      );

  test("the nearest is that of comparing all with all", () => {
    fc.assert(
      fc.property(matrix(90), ([rows, evals]) => {
        const d = (rows[0] as number[]).length;
        const [x, y] = [unitVectors(rows, d), unitVectors(evals, d)];
        const { numbers, cosines } = nearestVectors(x, y);
        for (let row = 0; row < x.count; row++) {
          const all = evals.map((_, at) => cosine(x, row, y, at));
          expect(cosines[row]).toBeCloseTo(Math.max(...all), 5);
          expect(all[numbers[row] as number]).toBeCloseTo(Math.max(...all), 5);
        }
      }),
      { numRuns: 40 },
    );
  });

  test("lengths are 1 for tiny and huge values; zeros stay zeros and are told", () => {
    const made = unitVectors(
      [
        [1e-200, 0],
        [1e300, 1e300],
        [0, 0],
        [-3, 4],
      ],
      2,
    );
    expect(made.zeros).toEqual([2]);
    expect(Array.from(made.values)).toEqual([
      1,
      0,
      Math.fround(Math.SQRT1_2),
      Math.fround(Math.SQRT1_2),
      0,
      0,
      Math.fround(-0.6),
      Math.fround(0.8),
    ]);
  });

  test("ties go to the earliest eval prompt", () => {
    const evals = unitVectors(
      Array.from({ length: 70 }, () => [1, 1]),
      2,
    );
    expect(nearestVectors(unitVectors([[2, 2]], 2), evals).numbers[0]).toBe(0);
    expect(nearestVectors(unitVectors([[2, 2]], 2), unitVectors([], 2)).numbers[0]).toBe(-1);
  });
});
