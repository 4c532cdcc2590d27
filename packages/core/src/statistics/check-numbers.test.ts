import { expect, test } from "vitest";
import { OptionError } from "../errors/option-error.js";
import { bootstrapInterval } from "./bootstrap-interval.js";
import { LARGEST_NUMBER } from "./check-numbers.js";
import { exactBootstrapDifference } from "./exact-bootstrap-difference.js";
import { exactBootstrapMean } from "./exact-bootstrap-mean.js";
import { signFlipP } from "./sign-flip-p.js";

const statistics: Record<string, (values: number[]) => unknown> = {
  signFlipP,
  bootstrapInterval,
  exactBootstrapMean,
  exactBootstrapDifference: (values) => exactBootstrapDifference(values, values),
};

test.each(Object.entries(statistics))("%s refuses numbers whose sums and powers are infinite", (_, statistic) => {
  for (const huge of [1e308, -1e200, Number.POSITIVE_INFINITY, Number.NaN]) {
    expect(() => statistic([1, 2, 3, huge])).toThrow(OptionError);
    expect(() => statistic([1, 2, 3, huge])).toThrow("must hold finite numbers up to 1e+150, but item 3 is");
  }
});

test("the largest numbers that are taken give finite results", () => {
  const values = [1, 0.7, -0.2, 0.9, 0.4, 1].map((part) => part * LARGEST_NUMBER);
  // No sum is as far out as that of all signs alike, but for -0.2: 2 of 64 with it, 2 without.
  expect(signFlipP(values).p).toBe(4 / 64);
  for (const interval of [exactBootstrapMean(values), bootstrapInterval(values)])
    expect([interval?.low, interval?.high].every(Number.isFinite)).toBe(true);
});
