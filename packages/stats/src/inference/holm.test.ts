import { OptionError } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { benjaminiHochberg } from "./benjamini-hochberg.js";
import { holm } from "./holm.js";

describe.each([
  // statsmodels.stats.multitest.multipletests, methods "holm" and "fdr_bh".
  { name: "holm", adjust: holm, expected: [0.03, 0.06, 0.06, 0.02] },
  { name: "benjaminiHochberg", adjust: benjaminiHochberg, expected: [0.02, 0.04, 0.04, 0.02] },
])("$name", ({ adjust, expected }) => {
  test("four p-values", () => {
    for (const [index, p] of adjust([0.01, 0.04, 0.03, 0.005]).entries())
      expect(p).toBeCloseTo(expected[index] as number, 12);
  });

  test("never below the p-value, never above 1, in the same order, wherever a value stands", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }), (pValues) => {
        const adjusted = adjust(pValues);
        for (const [index, p] of pValues.entries()) {
          expect(adjusted[index]).toBeGreaterThanOrEqual(p);
          expect(adjusted[index]).toBeLessThanOrEqual(1);
          for (const [other, q] of pValues.entries())
            if (p < q) expect(adjusted[index]).toBeLessThanOrEqual(adjusted[other] as number);
        }
        expect(adjust([...pValues].reverse()).reverse()).toEqual(adjusted);
      }),
    );
  });

  test("one stays as it is, none gives none, and what is no p-value is refused", () => {
    expect(adjust([0.2])).toEqual([0.2]);
    expect(adjust([])).toEqual([]);
    for (const bad of [-0.1, 1.1, Number.NaN, null as unknown as number])
      expect(() => adjust([0.5, bad])).toThrow(OptionError);
  });
});

test("Holm is never below Benjamini and Hochberg", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }), (pValues) => {
      const strict = holm(pValues);
      for (const [index, p] of benjaminiHochberg(pValues).entries())
        expect(p).toBeLessThanOrEqual((strict[index] as number) + 1e-15);
    }),
  );
});
