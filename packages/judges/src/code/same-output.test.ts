import { expect, it } from "vitest";
import { sameOutput } from "./same-output.js";

it.each([
  ["1\n2\n", "1\n2", undefined, true],
  ["1  \n2\t\n\n", "1\n2", undefined, true],
  ["1\r\n2", "1\n2\n", undefined, true],
  ["", "\n", undefined, true],
  ["  1", "1", undefined, false],
  ["1\n\n2", "1\n2", undefined, false],
  ["1 2", "1  2", undefined, false],
  ["0.30000000000000004", "0.3", undefined, false],
  ["0.30000000000000004", "0.3", 1e-9, true],
  ["x: 1.001 yes", "x: 1 yes", 0.01, true],
  ["x: 1.1 yes", "x: 1 yes", 0.01, false],
  ["nan", "1", 10, false],
  ["1 2 3", "1 2", 10, false],
])("%j against %j within %s: %s", (printed, wanted, tolerance, same) => {
  expect(sameOutput(printed, wanted, tolerance)).toBe(same);
});
