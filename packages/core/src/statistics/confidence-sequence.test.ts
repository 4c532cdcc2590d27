import { describe, expect, test } from "vitest";
import { OptionError } from "../errors/option-error.js";
import { derive } from "../random/random-stream.js";
import { confidenceSequence } from "./confidence-sequence.js";

const coin = (rate: number, count: number, seed: number): number[] => {
  const stream = derive(seed, "coin", rate);
  return Array.from({ length: count }, () => (stream.uniform() < rate ? 1 : 0));
};

describe("confidenceSequence", () => {
  test("gives nested intervals that close in on the mean", () => {
    const intervals = confidenceSequence(coin(0.7, 2000, 1));
    expect(intervals).toHaveLength(2000);
    for (const [index, { low, high }] of intervals.entries()) {
      const before = intervals[index - 1] ?? { low: 0, high: 1 };
      expect(low).toBeGreaterThanOrEqual(before.low);
      expect(high).toBeLessThanOrEqual(before.high);
    }
    const last = intervals.at(-1);
    expect(last?.low).toBeGreaterThan(0.62);
    expect(last?.high).toBeLessThan(0.78);
  });

  test.each([0.05, 0.5, 0.9])("holds the mean %d at every look, in at least 95%% of runs", (rate) => {
    let missed = 0;
    for (let seed = 0; seed < 300; seed++)
      if (confidenceSequence(coin(rate, 300, seed)).some(({ low, high }) => low > rate || high < rate)) missed++;
    expect(missed / 300).toBeLessThanOrEqual(0.05);
  });

  test("scales to other bounds", () => {
    const unit = confidenceSequence([0, 1, 0.5, 1]);
    const scaled = confidenceSequence([-2, 2, 0, 2], { lowest: -2, highest: 2 });
    for (const [index, { low, high }] of unit.entries()) {
      expect(scaled[index]?.low).toBeCloseTo(low * 4 - 2, 12);
      expect(scaled[index]?.high).toBeCloseTo(high * 4 - 2, 12);
    }
  });

  test("a mean that jumps leaves the sequence at one point", () => {
    const { low, high } = confidenceSequence([...Array(2000).fill(0), ...Array(20_000).fill(1)]).at(-1) ?? {};
    expect(low).toBe(high);
  });

  test("nothing seen, nothing said", () => {
    expect(confidenceSequence([])).toEqual([]);
  });

  test.each([
    [[0, 2], {}],
    [[0, Number.NaN], {}],
    [[0, 1], { lowest: 1, highest: 1 }],
    [[], { lowest: 1, highest: 1 }],
    [[0, 1], { level: 0 }],
    [[0, 1], { lowest: -1e308, highest: 1e308 }],
  ])("%j with %j throws", (values, options) => {
    expect(() => confidenceSequence(values, options)).toThrow(OptionError);
  });
});
