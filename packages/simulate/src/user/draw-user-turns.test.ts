import fc from "fast-check";
import { expect, it } from "vitest";
import { drawUserTurns } from "./draw-user-turns.js";

const draws = (mean: number, count = 4000) => Array.from({ length: count }, (_, seed) => drawUserTurns(seed, mean));
const meanOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

it.each([
  [1, [1]],
  [2, [1, 2, 3]],
  [3, [2, 3, 4]],
  [12, [10, 12, 14]],
])("a mean of %d gives %j, 15/70/15", (mean, possible) => {
  const drawn = draws(mean);
  expect([...new Set(drawn)].sort((a, b) => a - b)).toEqual(possible);
  if (possible.length === 1) return;
  const shares = possible.map((turns) => drawn.filter((each) => each === turns).length / drawn.length);
  expect(Math.abs((shares[0] as number) - 0.15)).toBeLessThan(0.03);
  expect(Math.abs((shares[2] as number) - 0.15)).toBeLessThan(0.03);
});

it("has the mean that was asked for, and never less than one turn", () => {
  fc.assert(
    fc.property(fc.double({ min: 1, max: 20, noNaN: true }), (mean) => {
      const drawn = draws(mean, 2000);
      expect(Math.min(...drawn)).toBeGreaterThanOrEqual(1);
      expect(drawn.every(Number.isInteger)).toBe(true);
      expect(Math.abs(meanOf(drawn) - mean)).toBeLessThan(0.25);
    }),
    { seed: 7, numRuns: 15 },
  );
});
