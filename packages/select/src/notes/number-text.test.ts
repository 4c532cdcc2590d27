import { expect, test } from "vitest";
import { numberText, signedNumberText } from "./number-text.js";

test.each<[value: number | null, plain: string, signed: string]>([
  [0.125, "0.12", "+0.12"],
  [-0.5, "-0.50", "-0.50"],
  [0, "0.00", "+0.00"],
  [-0, "0.00", "+0.00"],
  [-0.001, "0.00", "+0.00"],
  [1e150, "1e+150", "+1e+150"],
  [-1e308, "-1e+308", "-1e+308"],
  [Number.POSITIVE_INFINITY, "over 1.7e308", "over 1.7e308"],
  [Number.NEGATIVE_INFINITY, "under -1.7e308", "under -1.7e308"],
  [Number.NaN, "n/a", "n/a"],
  [null, "n/a", "n/a"],
])("%s is %s, signed %s", (value, plain, signed) => {
  expect(numberText(value, 2)).toBe(plain);
  expect(signedNumberText(value, 2)).toBe(signed);
});

test("what stands for none can be chosen", () => {
  expect([numberText(null, 2, "-"), signedNumberText(Number.NaN, 2, "-")]).toEqual(["-", "-"]);
});
