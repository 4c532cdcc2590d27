import { derive, OptionError, signFlipP } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maxT } from "./max-t.js";

const THREE = [
  [0.5, 0, 0.25, 0, -0.25, 0.25, 0.5, 1],
  [1, null, 0, 1, 0, 1, 0, -1],
  [0.1, -0.2, 0.3, 0.15, 0.05, 0.2, Number.NaN, 0.4],
];

const many = (metric: number) =>
  Array.from({ length: 60 }, (_, task) => Math.sin(task * (metric + 2) + metric) + metric / 5);

describe("maxT", () => {
  test("three metrics with missing tasks, as numpy gives over all 256 sign vectors", () => {
    const { metrics, method } = maxT(THREE);
    expect(method).toBe("exact");
    expect(metrics.map(({ p }) => p)).toEqual([0.125, 0.625, 0.125]);
    expect(metrics.map(({ singleStepP }) => singleStepP)).toEqual([0.3046875, 0.84375, 0.3359375]);
    expect(metrics.map(({ stepDownP }) => stepDownP)).toEqual([0.3046875, 0.625, 0.3046875]);
    expect(metrics.map(({ n }) => n)).toEqual([8, 7, 7]);
    expect(metrics[0]?.statistic).toBeCloseTo(1.7320508075688772, 12);
  });

  test("one metric alone is the sign-flip test; copies cost nothing", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -4, max: 4 }), { minLength: 1, maxLength: 9 }), (numbers) => {
        const differences = numbers.map((number) => number / 4);
        const { p } = signFlipP(differences);
        for (const copies of [1, 3])
          for (const metric of maxT(Array(copies).fill(differences)).metrics) {
            expect(metric.p).toBeCloseTo(p, 12);
            expect(metric.singleStepP).toBeCloseTo(p, 12);
            expect(metric.stepDownP).toBeCloseTo(p, 12);
          }
      }),
      { numRuns: 40 },
    );
  });

  test("p ≤ step-down ≤ single-step, whatever the order of tasks and the direction of metrics", () => {
    const metric = fc.array(fc.option(fc.integer({ min: -3, max: 3 })), { minLength: 7, maxLength: 7 });
    fc.assert(
      fc.property(fc.array(metric, { minLength: 1, maxLength: 4 }), (table) => {
        const result = maxT(table);
        for (const { p, stepDownP, singleStepP } of result.metrics) {
          expect(p).toBeLessThanOrEqual(stepDownP);
          expect(stepDownP).toBeLessThanOrEqual(singleStepP);
        }
        expect(maxT(table.map((differences) => [...differences].reverse()))).toEqual(result);
        expect(maxT(table.map((differences) => differences.map((value) => value && -value)))).toEqual(result);
      }),
      { numRuns: 40 },
    );
  });

  test("drawn from 17 tasks on: the same for a seed in any order and direction, never 0", () => {
    const table = [many(0), many(1), many(2)];
    const result = maxT(table, { seed: 3 });
    expect(result.method).toBe("monte_carlo");
    expect(
      maxT(
        table.map((differences) => [...differences].reverse()),
        { seed: 3 },
      ),
    ).toEqual(result);
    expect(
      maxT(
        table.map((differences) => differences.map((value) => -value)),
        { seed: 3 },
      ),
    ).toEqual(result);
    expect(maxT(table, { seed: 4 })).not.toEqual(result);
    expect(maxT([Array(40).fill(1)], { draws: 99 }).metrics[0]?.stepDownP).toBe(0.01);
    expect(
      Math.abs((maxT(table, { draws: 20_000 }).metrics[1]?.p ?? 0) - signFlipP(many(1), { draws: 20_000 }).p),
    ).toBeLessThan(0.015);
  });

  test("sixteen tasks are still exact, and tasks without a difference do not count", () => {
    const differences = [...Array(16).fill(1), ...Array(30).fill(0)];
    expect(maxT([differences]).metrics[0]?.stepDownP).toBe(2 / 2 ** 16);
  });

  test.each([[[[0, 0, 0]]], [[[null, undefined, Number.NaN]]], [[[]]]])("nothing moved: %j", (table) => {
    expect(maxT(table).metrics[0]).toMatchObject({ statistic: null, p: 1, singleStepP: 1, stepDownP: 1 });
  });

  test("no metrics, and what is refused", () => {
    expect(maxT([]).metrics).toEqual([]);
    expect(() => maxT([[1, 2], [1]])).toThrow(OptionError);
    expect(() => maxT([[Number.POSITIVE_INFINITY]])).toThrow(OptionError);
    expect(() => maxT([["1" as unknown as number]])).toThrow(OptionError);
    expect(() => maxT([[1]], { draws: 0 })).toThrow(OptionError);
  });

  test("of three null metrics, a false one at most at its level", () => {
    let [adjusted, plain] = [0, 0];
    const trials = 300;
    for (let trial = 0; trial < trials; trial++) {
      const stream = derive(trial, "null metrics");
      const bits = () => Array.from({ length: 9 }, () => stream.pick([-1, 1]));
      const table = [bits(), bits(), bits()];
      const { metrics } = maxT(table);
      if (metrics.some(({ stepDownP }) => stepDownP <= 0.05)) adjusted++;
      if (metrics.some(({ p }) => p <= 0.05)) plain++;
    }
    expect(adjusted / trials).toBeLessThanOrEqual(0.08);
    expect(plain).toBeGreaterThan(adjusted);
  });
});
