import { expect, test } from "vitest";
import { reachesAlpha } from "./reaches-alpha.js";

test.each([
  [0.05, 1 - 0.95, true],
  [1 / 32, 0.03125, true],
  [0.0005, 1 - 0.9995, true],
  [0.0500001, 0.05, false],
  // Less than any guard that is added to alpha rather than a share of it.
  [2 ** -60, 0, false],
  [1e-13, 1e-14, false],
])("%d against alpha %d: %s", (p, alpha, expected) => {
  expect(reachesAlpha(p, alpha)).toBe(expected);
});
