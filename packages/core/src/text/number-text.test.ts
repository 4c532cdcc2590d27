import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fixedText, percentText, roundHalfEven, signedText } from "./number-text.js";

describe("fixedText", () => {
  test.each([
    [0.125, 2, "0.12"],
    [0.375, 2, "0.38"],
    [2.5, 0, "2"],
    [3.5, 0, "4"],
    [0.5, 0, "0"],
    [-0.125, 2, "-0.12"],
    [-2.5, 0, "-2"],
    [2.675, 2, "2.67"], // below the tie in binary
    [1.005, 2, "1.00"],
    [0.0625, 3, "0.062"],
    [1e21, 2, "1e+21"],
    [5e-324, 2, "0.00"],
    [-0.001, 2, "-0.00"],
    [0, 2, "0.00"],
    [999999.995, 2, "999999.99"], // below the tie in binary
    [123456789.5, 0, "123456790"],
    [123456788.5, 0, "123456788"],
  ])("%d with %i digits is %s", (value, digits, text) => {
    expect(fixedText(value, digits)).toBe(text);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY])("%d is refused", (value) => {
    expect(() => fixedText(value, 2)).toThrow(RangeError);
  });

  test("differs from toFixed on exact ties only, and then ends in an even digit", () => {
    fc.assert(
      fc.property(fc.integer({ min: -4096, max: 4096 }), fc.integer({ min: 0, max: 3 }), (eighths, digits) => {
        const value = eighths / 16;
        const scaled = Math.abs(value) * 10 ** digits;
        const tie = scaled - Math.floor(scaled) === 0.5;
        const text = fixedText(value, digits);
        if (tie) expect(Number(text.at(-1)) % 2).toBe(0);
        else expect(Math.abs(Number(text))).toBe(Math.abs(Number(value.toFixed(digits))));
      }),
    );
  });
});

test("percentText rounds the product", () => {
  expect(percentText(0.125)).toBe("12%");
  expect(percentText(0.2)).toBe("20%");
  expect(percentText(0.1234, 1)).toBe("12.3%");
});

test("signedText shows the sign of gains", () => {
  expect(signedText(0.125, 3)).toBe("+0.125");
  expect(signedText(-0.125, 2)).toBe("-0.12");
  expect([0, -0, 1e-9, -1e-9].map((value) => signedText(value, 3))).toEqual(Array(4).fill("+0.000"));
  expect(signedText(-1e-9, 9)).toBe("-0.000000001");
});

test("roundHalfEven is what the text reads back as", () => {
  expect(roundHalfEven(0.125, 2)).toBe(0.12);
  expect(roundHalfEven(-1.45, 1)).toBe(-1.4);
});
