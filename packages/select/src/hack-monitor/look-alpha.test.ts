import { describe, expect, test } from "vitest";
import { levelOf, lookAlpha } from "./look-alpha.js";

describe("lookAlpha", () => {
  test.each([1, 20, 1000])("spends no more than the whole over any number of looks, planned for %i", (planned) => {
    let [spent, least] = [0, 1];
    for (let look = 1; look <= 100_000; look++) {
      const share = lookAlpha(look, planned, 0.05);
      least = Math.min(least, share);
      spent += share;
      if (look === planned) expect(spent).toBeCloseTo(0.025, 12);
    }
    expect(least).toBeGreaterThan(0);
    expect(spent).toBeLessThan(0.05);
    expect(spent).toBeGreaterThan(0.0499);
  });
});

test("levelOf stays below 1", () => {
  expect(levelOf(0.05)).toBe(0.95);
  expect(levelOf(1e-300)).toBeLessThan(1);
});
