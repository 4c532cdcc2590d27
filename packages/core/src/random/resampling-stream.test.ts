import { describe, expect, it } from "vitest";
import { resamplingStream } from "./resampling-stream.js";

const draws = (seed: number | string, purpose: string, count = 4) => {
  const stream = resamplingStream(seed, purpose);
  return Array.from({ length: count }, () => stream.next());
};

describe("resamplingStream", () => {
  it("gives the same numbers for the same seed and purpose, for ever", () => {
    expect(draws(0, "bootstrap")).toMatchInlineSnapshot(`
      [
        1909480497,
        -565373177,
        987912020,
        -1149755656,
      ]
    `);
    expect(draws(0, "bootstrap")).toEqual(draws("0", "bootstrap"));
  });

  it("gives unrelated numbers to near seeds and purposes", () => {
    const seen = new Set<number>();
    for (let seed = 0; seed < 2000; seed++)
      for (const purpose of ["bootstrap", "sign-flip"]) seen.add(draws(seed, purpose, 1)[0] as number);
    expect(seen.size).toBeGreaterThanOrEqual(3998);
  });

  it("is uniform over seeds as well as within a stream", () => {
    const cells = 16;
    const counts = new Array<number>(cells).fill(0);
    const trials = 16_000;
    for (let seed = 0; seed < trials; seed++) {
      const cell = resamplingStream(seed, "cells").integer(cells);
      counts[cell] = (counts[cell] as number) + 1;
    }
    const expected = trials / cells;
    const chiSquared = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    // 15 degrees of freedom: beyond 37.7 with chance 0.001.
    expect(chiSquared).toBeLessThan(37.7);
  });

  it("leaves no trace of the seed's last bits in the first numbers", () => {
    let [sum, product] = [0, 0];
    for (let seed = 0; seed < 4000; seed++) {
      const [one, two] = [seed, seed + 1].map((from) => resamplingStream(from, "x").integer(2 ** 32) / 2 ** 32) as [
        number,
        number,
      ];
      sum += one;
      product += (one - 0.5) * (two - 0.5);
    }
    expect(Math.abs(sum / 4000 - 0.5)).toBeLessThan(0.015);
    expect(Math.abs((product / 4000) * 12)).toBeLessThan(0.05);
  });
});
