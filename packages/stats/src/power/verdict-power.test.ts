import { derive, signFlipP } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  concentratedModel,
  type DifferenceModel,
  measuredModel,
  normalModel,
  repairModel,
} from "./difference-model.js";
import { tasksForVerdict, verdictPower } from "./verdict-power.js";

function moment({ values, chances }: DifferenceModel, power: number): number {
  return Array.from(chances).reduce((sum, chance, index) => sum + chance * (values[index] as number) ** power, 0);
}

/** Simulated share of exact sign-flip tests that reject upwards. */
function simulated(nTasks: number, model: DifferenceModel, trials: number): number {
  const stream = derive(0, "power", nTasks);
  const draw = (): number => {
    let left = stream.uniform();
    for (let index = 0; index < model.chances.length; index++) {
      left -= model.chances[index] as number;
      if (left < 0) return model.values[index] as number;
    }
    return model.values[model.values.length - 1] as number;
  };
  let rejected = 0;
  for (let trial = 0; trial < trials; trial++) {
    const differences = Array.from({ length: nTasks }, draw);
    if (differences.reduce((sum, value) => sum + value, 0) > 0 && signFlipP(differences).p <= 0.05) rejected++;
  }
  return rejected / trials;
}

describe("the repair model", () => {
  test("by hand: one rollout, every rate equally likely", () => {
    // Beta(1, 1): E[p] = 1/2, E[p²] = 1/3; a failure is repaired with chance 0.4.
    const { values, chances, step } = repairModel(0.5, 0.2, 1, 2);
    const stays = 1 / 6;
    expect([...(values as Float64Array)]).toEqual([-1, 0, 1]);
    expect(chances[0]).toBeCloseTo(stays * 0.6, 12);
    expect(chances[2]).toBeCloseTo(stays + (1 / 3) * 0.4, 12);
    expect(step).toBe(1);
  });

  test("has the effect as its mean, mass 1, and the variance that theory gives", () => {
    const base = fc.double({ min: 0, max: 0.9, noNaN: true });
    const share = fc.double({ min: 0.01, max: 1, noNaN: true });
    const spread = fc.double({ min: 0.2, max: 60, noNaN: true });
    fc.assert(
      fc.property(base, share, fc.integer({ min: 1, max: 40 }), spread, (rate, part, k, concentration) => {
        const effect = (1 - rate) * part;
        const model = repairModel(rate, effect, k, concentration);
        expect(moment(model, 0)).toBeCloseTo(1, 9);
        expect(moment(model, 1)).toBeCloseTo(effect, 9);
        // Var(d) = Var(w(1-p)) + E[p(1-p) + q(1-q)]/k, with 1-q = (1-w)(1-p).
        const failing = 1 - rate;
        const failingSquared = (failing * (concentration * failing + 1)) / (concentration + 1);
        const kept = 1 - part;
        const between = part * part * (failingSquared - failing * failing);
        const within = failing - failingSquared + kept * failing - kept * kept * failingSquared;
        expect(moment(model, 2) - effect * effect).toBeCloseTo(between + within / k, 9);
      }),
      { numRuns: 60 },
    );
  });

  test("concentrated, it has the same mean and no less spread; with one rollout it is the same", () => {
    for (const k of [1, 4, 9]) {
      const [repair, concentrated] = [repairModel(0.6, 0.1, k, 4), concentratedModel(0.6, 0.1, k, 4)];
      expect(moment(concentrated, 0)).toBeCloseTo(1, 9);
      expect(moment(concentrated, 1)).toBeCloseTo(0.1, 9);
      if (k > 1) expect(moment(concentrated, 2)).toBeGreaterThan(moment(repair, 2) * 1.05);
      else expect(moment(concentrated, 2)).toBeCloseTo(moment(repair, 2), 12);
    }
  });

  test("many rollouts are counted as 128", () => {
    expect(repairModel(0.6, 0.1, 500, 4).values.length).toBe(257);
  });
});

test.each<[string, DifferenceModel, number]>([
  ["normal", normalModel(0.1, 0.3, 4), 0.3],
  [
    "measured",
    measuredModel([-0.5, 0, 0, 0.25, 0.5, 1], 0.1, 0.25),
    Math.sqrt(0.2604166666666667 - 0.04340277777777778),
  ],
])("the %s model has the effect as its mean and keeps the spread", (_, model, std) => {
  expect(moment(model, 0)).toBeCloseTo(1, 12);
  expect(moment(model, 1)).toBeCloseTo(0.1, 12);
  expect(Math.sqrt(moment(model, 2) - 0.01)).toBeCloseTo(std, 6);
});

describe("the power of the rule", () => {
  test.each([
    [1, 0.2, 60],
    [1, 0.2, 82],
    [4, 0.2, 15],
    [4, 0.2, 24],
    [4, 0.1, 83],
    [8, 0.2, 10],
    [8, 0.2, 14],
    [8, 0.2, 22],
  ])("k=%i, effect %f, %i tasks: as simulated", (k, effect, nTasks) => {
    const model = repairModel(0.6, effect, k, 4);
    // Four standard errors of 1,500 trials are 0.04.
    expect(Math.abs(verdictPower(nTasks, model, 0.05) - simulated(nTasks, model, 1500))).toBeLessThan(0.05);
  });

  test("grows with the effect, lies in [0, 1], and is alpha/2 at most without one", () => {
    fc.assert(
      fc.property(fc.integer({ min: 6, max: 3000 }), fc.integer({ min: 1, max: 9 }), (nTasks, k) => {
        const power = (effect: number) => verdictPower(nTasks, repairModel(0.5, effect, k, 4), 0.05);
        expect(power(1e-9)).toBeLessThan(0.027);
        expect(power(0.05)).toBeGreaterThanOrEqual(power(0.01) - 1e-3);
        expect(power(0.2)).toBeGreaterThanOrEqual(power(0.05) - 1e-3);
        expect(power(0.5)).toBeLessThanOrEqual(1);
      }),
      { numRuns: 100 },
    );
  });

  test("no differences, or always the same one", () => {
    const constant = (value: number): DifferenceModel => ({ values: [value], chances: [1], step: 0 });
    expect(verdictPower(10, constant(0), 0.05)).toBe(0);
    expect(verdictPower(10, constant(0.5), 0.05)).toBe(1);
    expect(verdictPower(3, constant(0.5), 0.05)).toBe(0);
    expect(tasksForVerdict(constant(0), 0.8, 0.05)).toBeNull();
  });

  test("the size is the first with enough power", () => {
    for (const effect of [0.03, 0.1, 0.3]) {
      const model = repairModel(0.6, effect, 4, 4);
      const nTasks = tasksForVerdict(model, 0.8, 0.05) as number;
      expect(verdictPower(nTasks, model, 0.05)).toBeGreaterThanOrEqual(0.8);
      expect(verdictPower(nTasks - 1, model, 0.05)).toBeLessThan(0.8);
    }
  });
});
