import { expect, test } from "vitest";
import { biasCorrectedInterval } from "./bias-corrected-interval.js";

const draws = Float64Array.from({ length: 1000 }, (_, index) => 999 - index);

test.each([
  ["in the middle of the draws", 500, 25, 975],
  ["high among the draws, the interval moves up", 841, 514, 999],
  ["low among the draws, the interval moves down", 159, 0, 484],
  ["beyond all draws", 5000, 999, 999],
  ["below all draws", -1, 0, 0],
])("an estimate %s", (_, estimate, low, high) => {
  const interval = biasCorrectedInterval(draws, estimate, 0.95);
  expect(Math.abs(interval.low - low)).toBeLessThanOrEqual(3);
  expect(Math.abs(interval.high - high)).toBeLessThanOrEqual(3);
});

test("draws that all equal the estimate give its own point, and stay as they are", () => {
  const same = new Float64Array(300).fill(1);
  expect(biasCorrectedInterval(same, 1, 0.95)).toEqual({ low: 1, high: 1 });
  expect(draws[0]).toBe(999);
});
