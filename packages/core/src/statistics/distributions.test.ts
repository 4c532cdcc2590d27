import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OptionError } from "../errors/option-error.js";
import { incompleteBeta, logGamma } from "./incomplete-beta.js";
import { normalQuantile } from "./normal-quantile.js";
import { normalTwoSidedTail } from "./normal-tail.js";
import { tQuantile } from "./t-quantile.js";

const relative = (actual: number, expected: number) => Math.abs(actual - expected) / Math.abs(expected);

describe("normalQuantile", () => {
  test.each([
    [0.975, 1.959963984540054],
    [0.5, 0],
    [0.9, 1.2815515655446004],
    [1e-10, -6.361340902404056],
    [1e-300, -37.0471],
    [0, Number.NEGATIVE_INFINITY],
    [1, Number.POSITIVE_INFINITY],
  ])("%d", (probability, z) => {
    expect(normalQuantile(probability)).toBeCloseTo(z, 4);
    if (Number.isFinite(z) && probability > 1e-100) expect(normalQuantile(probability)).toBeCloseTo(z, 12);
  });

  test.each([-0.1, 1.1, Number.NaN])("%d throws", (probability) => {
    expect(() => normalQuantile(probability)).toThrow(OptionError);
  });

  test("is undone by the tail", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-12, max: 0.999, noNaN: true }), (tail) => {
        expect(relative(normalTwoSidedTail(normalQuantile(1 - tail / 2)), tail)).toBeLessThan(
          tail > 1e-6 ? 1e-9 : 1e-3,
        );
      }),
    );
  });
});

test.each([
  [0, 1],
  [1.959963984540054, 0.05],
  [2.9999, 0.0027006825659098496],
  [3, 0.0026997960632601913],
  [-5, 5.733031437583892e-7],
  [10, 1.5239706048321186e-23],
])("normalTwoSidedTail(%d)", (z, tail) => {
  expect(relative(normalTwoSidedTail(z), tail)).toBeLessThan(1e-12);
});

describe("incompleteBeta", () => {
  test.each([
    [0.5, 2, 2, 0.5],
    [0.2, 1, 3, 1 - 0.8 ** 3],
    [0.9, 5, 1, 0.9 ** 5],
    [0, 1, 1, 0],
    [1, 1, 1, 1],
    [0.3, 0.5, 0.5, (2 / Math.PI) * Math.asin(Math.sqrt(0.3))],
  ])("I_%d(%d, %d)", (x, a, b, value) => {
    expect(incompleteBeta(x, a, b)).toBeCloseTo(value, 12);
  });

  test("logGamma meets factorials and the reflection", () => {
    expect(Math.exp(logGamma(6))).toBeCloseTo(120, 9);
    expect(Math.exp(logGamma(0.5))).toBeCloseTo(Math.sqrt(Math.PI), 12);
    expect(Math.exp(logGamma(0.25))).toBeCloseTo(3.625609908, 8);
  });
});

describe("tQuantile", () => {
  test.each([
    [1, 0.5, 1],
    [1, 0.95, Math.tan((Math.PI * 0.95) / 2)],
    [2, 0.95, 4.302652729911275],
    [30, 0.99, 2.7499956535670305],
    [1, 0.9999, 6366.197671],
    [1e6, 0.95, 1.9599663568],
    [Number.POSITIVE_INFINITY, 0.95, 1.959963984540054],
  ])("df %d at %d", (df, level, t) => {
    expect(relative(tQuantile(df, { level }), t)).toBeLessThan(1e-9);
  });

  test("is continuous where the series takes over", () => {
    expect(relative(tQuantile(99_999.9), tQuantile(100_000.1))).toBeLessThan(1e-10);
  });

  test.each([
    [0, {}],
    [-1, {}],
    [Number.NaN, {}],
    [3, { level: 1 }],
    [3, { level: Number.NaN }],
    [3, { lvl: 0.9 }],
  ])("df %d with %j throws", (df, options) => {
    expect(() => tQuantile(df, options as object)).toThrow(OptionError);
  });

  test("falls with df towards the normal quantile", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.5, max: 500, noNaN: true }),
        fc.double({ min: 0.01, max: 0.999, noNaN: true }),
        (df, level) => {
          const t = tQuantile(df, { level });
          expect(tQuantile(df * 2, { level })).toBeLessThan(t);
          expect(t).toBeGreaterThan(normalQuantile((1 + level) / 2));
        },
      ),
    );
  });
});
