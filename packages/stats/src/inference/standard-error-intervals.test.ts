import { OptionError } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clusterRobustInterval } from "./cluster-robust-interval.js";
import { inverseVarianceCombination, partlyPairedDifference } from "./inverse-variance-combination.js";
import { sampleMoments } from "./sample-moments.js";
import { pairedT } from "./t-difference.js";
import { twoWayDifferenceInterval, twoWayInterval } from "./two-way-interval.js";

const TEN = [1, 0.5, 1, 0.75, 1, 1, 0.25, 1, 1, 0.75];
const SIX = [0, 0.25, 0.5, 0.25, 0.75, 0.5];
const CLUSTERS = ["a", "a", "b", "b", "b", "c", null, "d", "d", "e"];

function expectClose(actual: unknown, expected: Record<string, number>, digits = 9): void {
  for (const [name, value] of Object.entries(expected))
    expect((actual as Record<string, number>)[name], name).toBeCloseTo(value, digits);
}

test("equal values that share no lattice have no spread", () => {
  const values = Array(7).fill(0.1234567890123);
  expect(sampleMoments(values)).toEqual({ n: 7, mean: 0.1234567890123, variance: 0 });
  expect(pairedT(values, 0.95)).toMatchObject({ standardError: 0, low: 0.1234567890123, high: 0.1234567890123 });
});

describe("clusterRobustInterval", () => {
  test("as statsmodels OLS on a constant, cov_type='cluster', use_t=True", () => {
    const result = clusterRobustInterval(TEN, CLUSTERS);
    expectClose(result, { estimate: 0.825, standardError: 0.08396427811873, low: 0.60916295, high: 1.04083705 }, 7);
    expect(result).toMatchObject({ nClusters: 6, df: 5 });
  });

  test("without clusters it is the t interval", () => {
    const result = clusterRobustInterval(
      SIX,
      SIX.map(() => null),
    );
    // scipy.stats.ttest_1samp(SIX, 0).confidence_interval()
    expectClose(result, { estimate: 0.375, low: 0.0998356538, high: 0.6501643462, designEffect: 1 }, 7);
  });

  test("doubled tasks in one cluster are no new evidence", () => {
    const once = clusterRobustInterval(
      TEN,
      TEN.map((_, index) => index),
    );
    const twice = clusterRobustInterval(
      [...TEN, ...TEN],
      [...TEN, ...TEN].map((_, index) => index % 10),
    );
    expect(twice?.standardError).toBeCloseTo(once?.standardError as number, 12);
    expect(twice?.designEffect).toBeGreaterThan(1.8);
  });

  test("order, level, and what is too little", () => {
    const backwards = clusterRobustInterval([...TEN].reverse(), [...CLUSTERS].reverse());
    expect(backwards).toEqual(clusterRobustInterval(TEN, CLUSTERS));
    const wide = clusterRobustInterval(TEN, CLUSTERS, { level: 0.99 });
    expect(wide?.high).toBeGreaterThan(backwards?.high as number);
    expect(clusterRobustInterval([], [])).toBeNull();
    expect(clusterRobustInterval([1, 0, 1], ["a", "a", "b"])).toBeNull();
    expect(clusterRobustInterval([1, 1, 1], ["a", "b", "c"])).toMatchObject({ low: 1, high: 1, designEffect: null });
    expect(() => clusterRobustInterval([1], [])).toThrow(OptionError);
  });
});

describe("inverseVarianceCombination", () => {
  test("two estimates with Meier's factor", () => {
    // python: w = [.9, .1]; var = (1 + 4 * .09 * (1/19 + 1/30)) / (1/.02**2 + 1/.06**2); df = 1 / (.81/19 + .01/30)
    expectClose(
      inverseVarianceCombination([
        { estimate: 0.1, standardError: 0.02, df: 19 },
        { estimate: 0.2, standardError: 0.06, df: 30 },
      ]),
      {
        estimate: 0.11,
        standardError: 0.019265021480174,
        df: 23.274806043283,
        low: 0.070173287491,
        high: 0.149826712509,
      },
    );
  });

  test("between the estimates, with weights that add up to 1, and no wider than the better one when df are large", () => {
    const one = fc.record({
      estimate: fc.double({ min: -1, max: 1, noNaN: true }),
      standardError: fc.double({ min: 0.01, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 5 }), (estimates) => {
        const result = inverseVarianceCombination(estimates);
        const all = estimates.map(({ estimate }) => estimate);
        expect(result?.estimate).toBeGreaterThanOrEqual(Math.min(...all) - 1e-12);
        expect(result?.estimate).toBeLessThanOrEqual(Math.max(...all) + 1e-12);
        expect(result?.weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
        expect(result?.standardError).toBeLessThanOrEqual(
          Math.min(...estimates.map((part) => part.standardError)) + 1e-12,
        );
        expect(inverseVarianceCombination([...estimates].reverse())?.estimate).toBe(result?.estimate);
      }),
    );
  });

  test("an error of 0 would take all the weight; nonsense is refused", () => {
    expect(inverseVarianceCombination([])).toBeNull();
    expect(inverseVarianceCombination([{ estimate: 0, standardError: 0 }])).toBeNull();
    for (const bad of [{ standardError: -1 }, { standardError: Number.NaN }, { estimate: Number.NaN }, { df: 0 }])
      expect(() => inverseVarianceCombination([{ estimate: 0, standardError: 1, ...bad }])).toThrow(OptionError);
  });

  test("paired and unpaired parts, as scipy's t tests give them", () => {
    const { paired, unpaired, combined } = partlyPairedDifference({
      differences: [0.5, 0, 0.25, 0, -0.25, 0.25],
      onlyA: SIX,
      onlyB: TEN,
    });
    // scipy.stats.ttest_1samp(d, 0) and ttest_ind(TEN, SIX, equal_var=False), confidence_interval()
    expectClose(paired, { low: -0.1501643461770033, high: 0.4001643461770033 });
    expectClose(unpaired, { low: 0.15002753470338515, high: 0.7499724652966148, df: 10.755734216126745 }, 8);
    expect(combined?.standardError).toBeLessThan(Math.min(paired?.standardError ?? 0, unpaired?.standardError ?? 0));
  });

  test("what there is where only one part is", () => {
    const onlyPaired = partlyPairedDifference({ differences: [0.5, 0, 0.25], onlyA: [1], onlyB: [] });
    expect(onlyPaired.unpaired).toBeNull();
    expect(onlyPaired.combined?.estimate).toBe(onlyPaired.paired?.estimate);
    expect(onlyPaired.combined?.high).toBeCloseTo(onlyPaired.paired?.high as number, 12);
    expect(partlyPairedDifference({ differences: [], onlyA: [], onlyB: [] }).combined).toBeNull();
    expect(partlyPairedDifference({ differences: [], onlyA: [1, 1, 1], onlyB: [0, 0, 0] })).toMatchObject({
      unpaired: { estimate: -1, standardError: 0 },
      combined: null,
    });
  });
});

describe("twoWayInterval", () => {
  const RUNS = [
    [0, 0.5, 1, 0.75, 0.25],
    [0.25, 0.75, 1, 1, 0.5],
    [0, 0.25, 0.75, 0.5, 0.25],
  ];

  test("three runs of five tasks, mean squares by numpy", () => {
    expectClose(twoWayInterval(RUNS), {
      estimate: 0.5166666666666667,
      standardError: 0.17756063127218763,
      df: 5.788311943609759,
      low: 0.07831058091655502,
      runStandardDeviation: 0.1707825127659933,
    });
  });

  test("replays posing as runs add nothing", () => {
    const [first, second] = RUNS as [number[], number[], number[]];
    const replayed = twoWayInterval([first, first, second, first]);
    expect(replayed?.nDuplicateRuns).toBe(2);
    expect({ ...replayed, nDuplicateRuns: 0 }).toEqual(twoWayInterval([first, second]));
    expect(twoWayInterval([first, first, first])).toMatchObject({
      nDuplicateRuns: 2,
      runStandardDeviation: null,
      df: 4,
    });
  });

  test("runs that differ as a whole widen the interval over tasks; runs that do not, do not", () => {
    const shifted = [RUNS[0] as number[], (RUNS[0] as number[]).map((value) => value + 0.5)];
    const one = twoWayInterval([RUNS[0] as number[]]);
    const both = twoWayInterval(shifted);
    expect(both?.runStandardDeviation).toBeCloseTo(Math.SQRT1_2 / 2, 12);
    expect(both?.standardError).toBeGreaterThan(one?.standardError as number);
    const same = twoWayInterval([
      [0, 1, 0, 1],
      [1, 0, 1, 0],
    ]);
    expect(same?.runStandardDeviation).toBe(0);
  });

  test("a difference of sides, each with its runs", () => {
    const after = RUNS.map((run) => run.map((value) => value + 0.25));
    const result = twoWayDifferenceInterval(RUNS, after);
    expect(result?.estimate).toBeCloseTo(0.25, 12);
    // No task differs in its difference: what is left is the runs' own spread, sqrt(s² (1/3 + 1/3)).
    expect(result?.standardError).toBeCloseTo(0.1707825127659933 * Math.sqrt(2 / 3), 12);
    const turned = twoWayDifferenceInterval(after, RUNS);
    expect(turned?.estimate).toBeCloseTo(-0.25, 12);
    expect(twoWayDifferenceInterval(RUNS, [])).toBeNull();
  });

  test("neither the order of tasks nor of runs changes a digit; incomplete tasks are counted and left out", () => {
    const cell = fc.option(fc.integer({ min: 0, max: 4 }), { freq: 8 });
    const run = fc.array(cell, { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(fc.array(run, { minLength: 1, maxLength: 4 }), (runs) => {
        const result = twoWayInterval(runs);
        expect(twoWayInterval(runs.map((values) => [...values].reverse()).reverse())).toEqual(result);
        if (result !== null) expect(result.nTasks + result.nTasksDropped).toBe(8);
      }),
      { numRuns: 60 },
    );
  });

  test("too little, and what is refused", () => {
    expect(twoWayInterval([])).toBeNull();
    expect(twoWayInterval([[1, 0]])).toBeNull();
    expect(twoWayInterval([[1, null, 0, Number.NaN]])).toBeNull();
    expect(() => twoWayInterval([[1, 0, 1], [1]])).toThrow(OptionError);
    expect(() => twoWayInterval([[1, 0, Number.POSITIVE_INFINITY]])).toThrow(OptionError);
  });
});
