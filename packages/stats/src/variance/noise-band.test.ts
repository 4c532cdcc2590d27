import { OptionError } from "@whileai/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { noiseBand } from "./noise-band.js";

test("the band in units of the re-run SD", () => {
  expect(noiseBand(1).band).toBeCloseTo(2.77, 2);
  expect(noiseBand(1, { df: 2 }).band).toBeCloseTo(6.08, 2);
  expect(noiseBand(1, { nA: 3, nB: 3, df: 4 }).band).toBeCloseTo(2.27, 2);
  expect(noiseBand(1, { nA: 5, nB: 5, df: 8 }).band).toBeCloseTo(1.46, 2);
  expect(noiseBand(1, { nA: 10, nB: 10, df: 18 }).band).toBeCloseTo(0.94, 2);
});

test("decisions never read less than twice the re-run SD", () => {
  expect(noiseBand(0.03, { nA: 10, nB: 10, df: 18 })).toMatchObject({ decisionBand: 0.06, twiceRunStd: 0.06 });
  const narrow = noiseBand(0.03, { df: 2 });
  expect(narrow.decisionBand).toBe(narrow.band);
});

test("prints its rule", () => {
  expect(`${noiseBand(0.02, { nA: 3, nB: 1, df: 4 })}`).toBe(
    "noise band ±0.064: 95% of repeats of an unchanged agent differ by less (3 runs before, 1 run after; " +
      "t(df=4)=2.78 × re-run SD 0.020; twice the re-run SD is 0.040)",
  );
  expect(`${noiseBand(0)}`).toContain("1.96 × re-run SD 0.000");
});

test.each([
  [-1],
  [Number.NaN],
  [Number.POSITIVE_INFINITY],
  [1e308],
  ["0.02" as unknown as number],
  [null as unknown as number],
])("refuses a re-run SD of %s", (runStd) => expect(() => noiseBand(runStd)).toThrow(OptionError));

test.each([{ nA: 0 }, { nB: 1.5 }, { df: 0 }, { df: Number.NaN }, { level: 1 }, { rule: "t" } as object])(
  "refuses %j",
  (options) => expect(() => noiseBand(0.02, options)).toThrow(OptionError),
);

test("scales with the SD, is symmetric in the sides, and narrows with runs and what is known of the SD", () => {
  const runs = fc.integer({ min: 1, max: 50 });
  const spread = fc.double({ min: 1e-6, max: 10, noNaN: true });
  fc.assert(
    fc.property(spread, runs, runs, fc.integer({ min: 1, max: 200 }), (runStd, nA, nB, df) => {
      const { band } = noiseBand(runStd, { nA, nB, df });
      expect(noiseBand(2 * runStd, { nA, nB, df }).band).toBeCloseTo(2 * band, 9);
      expect(noiseBand(runStd, { nA: nB, nB: nA, df }).band).toBeCloseTo(band, 9);
      expect(noiseBand(runStd, { nA: nA + 1, nB, df }).band).toBeLessThan(band);
      expect(noiseBand(runStd, { nA, nB, df: df + 1 }).band).toBeLessThan(band);
      expect(noiseBand(runStd, { nA, nB }).band).toBeLessThan(band);
    }),
  );
});
