import { derive, OptionError } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nonInferiority } from "./non-inferiority.js";
import { predictionPoweredMean } from "./prediction-powered-mean.js";
import { roganGladen } from "./rogan-gladen.js";
import { worstCaseBounds } from "./worst-case-bounds.js";

const JUDGED = { observed: 0.7, n: 200, sensitivity: 0.9, specificity: 0.8, positives: 50, negatives: 50 };

describe("roganGladen", () => {
  test("the estimate, its delta-method error and both intervals", () => {
    const { estimate, standardError, interval, deltaInterval } = roganGladen(JUDGED);
    expect(estimate).toBeCloseTo(0.5 / 0.7, 12);
    // python: sqrt(.7*.3/200 + e**2*.9*.1/50 + (1-e)**2*.8*.2/50) / .7 with e = .5/.7
    expect(standardError).toBeCloseTo(0.06745507706546, 12);
    expect(deltaInterval?.low).toBeCloseTo(0.58207619266306, 9);
    // The formula of the paper, written again in numpy with n + z², and two more labels in each class.
    expect(interval?.low).toBeCloseTo(0.58422212253455, 9);
    expect(interval?.high).toBeCloseTo(0.86393238255611, 9);
  });

  test("a perfect judge changes nothing; a better rate or a worse judge goes the right way", () => {
    const perfect = { ...JUDGED, sensitivity: 1, specificity: 1 };
    expect(roganGladen(perfect).estimate).toBe(0.7);
    expect(roganGladen({ ...JUDGED, observed: 0.1 })).toMatchObject({ estimate: 0 });
    expect(roganGladen({ ...JUDGED, observed: 0.1 }).unclipped).toBeLessThan(0);
    const width = ({ interval }: ReturnType<typeof roganGladen>) => (interval?.high ?? 0) - (interval?.low ?? 0);
    expect(width(roganGladen({ ...JUDGED, positives: 10, negatives: 10 }))).toBeGreaterThan(width(roganGladen(JUDGED)));
    expect(width(roganGladen({ ...JUDGED, level: 0.5 }))).toBeLessThan(width(roganGladen(JUDGED)));
  });

  test("a judge that guesses has no estimate, one that barely does not guess the whole range", () => {
    expect(roganGladen({ ...JUDGED, sensitivity: 0.5, specificity: 0.5 })).toEqual({
      estimate: null,
      unclipped: null,
      standardError: null,
      interval: null,
      deltaInterval: null,
      reason: "judge_no_better_than_chance",
    });
    const barely = roganGladen({ ...JUDGED, sensitivity: 1, specificity: 0.01, positives: 1, negatives: 100 });
    expect(barely.interval).toEqual({ low: 0, high: 1 });
  });

  test("few labels: the interval holds the true rate about as often as it says, the delta-method one does not", () => {
    const stream = derive(2, "judged");
    const count = (n: number, chance: number) => {
      let hits = 0;
      for (let index = 0; index < n; index++) if (stream.uniform() < chance) hits++;
      return hits;
    };
    let [held, heldDelta] = [0, 0];
    const trials = 1000;
    for (let trial = 0; trial < trials; trial++) {
      const result = roganGladen({
        observed: count(300, 0.6 * 0.95 + 0.4 * 0.05) / 300,
        n: 300,
        sensitivity: count(12, 0.95) / 12,
        specificity: count(12, 0.95) / 12,
        positives: 12,
        negatives: 12,
      });
      const holds = (interval: typeof result.interval) =>
        interval !== null && interval.low <= 0.6 && 0.6 <= interval.high;
      if (holds(result.interval)) held++;
      if (holds(result.deltaInterval)) heldDelta++;
    }
    expect(held / trials).toBeGreaterThan(0.93);
    expect(heldDelta / trials).toBeLessThan(held / trials);
  });

  test.each([[{ observed: 1.2 }], [{ positives: 0 }], [{ n: 0 }], [{ level: 1 }]])("%j is refused", (wrong) => {
    expect(() => roganGladen({ ...JUDGED, ...wrong })).toThrow(OptionError);
  });
});

describe("predictionPoweredMean", () => {
  const REST = [1, 1, 0, 1, 1, 0, 1, 1, 1, 0, 1, 1, 0, 0, 1, 1, 1, 1, 1, 0];
  const JUDGE = [1, 0, 1, 1, 0, 1, 1, 0];
  const HUMAN = [1, 0, 0, 1, 0, 1, 1, 1];

  test.each([
    // numpy: (y - λ f).mean() + λ u.mean(), sqrt(var(y - λ f) / 8 + λ² var(u) / 20), λ = cov(f, y) / var(f) / (1 + 8 / 20)
    [1, 1, 0.7, 0.21625660057726],
    [undefined, 1 / 3, 0.65, 0.16737318919454],
    [0, 0, 0.625, 0.18298126367785],
  ])("lambda %s", (given, lambda, estimate, standardError) => {
    const result = predictionPoweredMean(REST, JUDGE, HUMAN, { lambda: given });
    expect(result?.lambda).toBeCloseTo(lambda, 12);
    expect(result?.estimate).toBeCloseTo(estimate, 12);
    expect(result?.standardError).toBeCloseTo(standardError, 12);
    expect(result).toMatchObject({ df: 7, nLabelled: 8, nUnlabelled: 20, allAgree: false });
    expect(result?.labelledOnly.estimate).toBe(0.625);
  });

  test("order does not matter, ends stay inside the bounds", () => {
    const bit = fc.integer({ min: 0, max: 1 });
    fc.assert(
      fc.property(fc.array(bit, { minLength: 2 }), fc.array(fc.tuple(bit, bit), { minLength: 3 }), (rest, pairs) => {
        const get = (items: typeof pairs) =>
          predictionPoweredMean(
            rest,
            items.map(([judge]) => judge),
            items.map(([, human]) => human),
          );
        const result = get(pairs);
        expect(get([...pairs].reverse())).toEqual(result);
        for (const value of [result?.low, result?.estimate, result?.high]) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  test("a judge that agrees on all labels is not taken for perfect", () => {
    const agree = predictionPoweredMean(REST, JUDGE, JUDGE, { lambda: 1 });
    expect(agree?.allAgree).toBe(true);
    // var(u)/20 + (1/9)²
    expect(agree?.standardError).toBeCloseTo(Math.sqrt(0.22105263157894736 / 20 + 1 / 81), 9);
    expect(predictionPoweredMean(REST, [1, 1, 1], [0, 1, 1])?.lambda).toBe(0);
  });

  test("items of shared tasks are counted by task", () => {
    const twice = <T>(values: readonly T[]): T[] => [...values, ...values];
    const clusters = {
      unlabelled: twice(REST.map((_, index) => `u${index}`)),
      labelled: twice(JUDGE.map((_, index) => `l${index}`)),
    };
    const once = predictionPoweredMean(REST, JUDGE, HUMAN, { lambda: 1 });
    const doubled = predictionPoweredMean(twice(REST), twice(JUDGE), twice(HUMAN), { lambda: 1, clusters });
    expect(doubled?.standardError).toBeCloseTo(once?.standardError as number, 12);
    expect(doubled?.df).toBe(7);
  });

  test("other bounds, too little, and what is refused", () => {
    expect(
      predictionPoweredMean([5, 9, 7], [5, 6, 9], [5, 7, 9], { lowest: 0, highest: 10 })?.estimate,
    ).toBeGreaterThan(5);
    expect(predictionPoweredMean(REST, [1, 0], [1, 0])).toBeNull();
    expect(predictionPoweredMean([1], JUDGE, HUMAN)).toBeNull();
    expect(() => predictionPoweredMean(REST, JUDGE, [1])).toThrow(OptionError);
    expect(() => predictionPoweredMean(REST, JUDGE, HUMAN, { lambda: 2 })).toThrow(OptionError);
    expect(() => predictionPoweredMean([Number.NaN, 1], JUDGE, HUMAN)).toThrow(OptionError);
    expect(() => predictionPoweredMean(REST, JUDGE, HUMAN, { clusters: { labelled: [], unlabelled: [] } })).toThrow(
      OptionError,
    );
  });
});

describe("nonInferiority", () => {
  test.each([
    [-0.01, 0.03, 0.02, "shown", false],
    [-0.05, 0.03, 0.02, "not_shown", false],
    [-0.05, -0.01, 0.02, "worse", true],
    [-0.05, -0.01, 0.06, "shown", true],
    [-0.02, 0.01, 0.02, "not_shown", false],
    [0.01, 0.02, 0, "shown", false],
  ] as const)("%d to %d with margin %d: %s", (low, high, margin, outcome, dropFound) => {
    expect(nonInferiority({ low, high }, margin)).toEqual({ outcome, margin, worstCase: low, dropFound });
  });

  test("no interval shows nothing; nonsense is refused", () => {
    expect(nonInferiority(null, 0.1)).toEqual({ outcome: "not_shown", margin: 0.1, worstCase: null, dropFound: false });
    expect(() => nonInferiority({ low: 0, high: 0 }, -1)).toThrow(OptionError);
    expect(() => nonInferiority({ low: 1, high: 0 }, 0)).toThrow(OptionError);
    expect(() => nonInferiority({ low: Number.NaN, high: 0 }, 0)).toThrow(OptionError);
  });
});

describe("worstCaseBounds", () => {
  test("all missing fail, all missing pass", () => {
    expect(
      worstCaseBounds([
        { passes: 3, graded: 3, missing: 1 },
        { passes: 2, graded: 4, missing: 0 },
        { passes: 0, graded: 0, missing: 2 },
        { passes: 0, graded: 0, missing: 0 },
      ]),
    ).toEqual({ low: 1.25 / 3, high: 2.5 / 3, observed: 0.75, nTasks: 3, nTasksWithoutVerdict: 1, nMissing: 3 });
  });

  test("hold whatever the missing verdicts are, and meet where none is missing", () => {
    const task = fc
      .tuple(
        fc.integer({ min: 0, max: 4 }),
        fc.integer({ min: 0, max: 4 }),
        fc.integer({ min: 0, max: 4 }),
        fc.integer({ min: 0, max: 4 }),
      )
      .map(([passes, fails, lostPasses, lostFails]) => ({ passes, fails, lostPasses, lostFails }))
      .filter((counts) => counts.passes + counts.fails + counts.lostPasses + counts.lostFails > 0);
    fc.assert(
      fc.property(fc.array(task, { minLength: 1 }), (tasks) => {
        const { low, high } = worstCaseBounds(
          tasks.map(({ passes, fails, lostPasses, lostFails }) => ({
            passes,
            graded: passes + fails,
            missing: lostPasses + lostFails,
          })),
        );
        const truth =
          tasks.reduce(
            (sum, { passes, fails, lostPasses, lostFails }) =>
              sum + (passes + lostPasses) / (passes + fails + lostPasses + lostFails),
            0,
          ) / tasks.length;
        expect(low).toBeLessThanOrEqual(truth + 1e-12);
        expect(high).toBeGreaterThanOrEqual(truth - 1e-12);
        if (tasks.every(({ lostPasses, lostFails }) => lostPasses + lostFails === 0)) expect(low).toBe(high);
      }),
    );
  });

  test("no tasks, and counts that contradict themselves", () => {
    expect(worstCaseBounds([])).toMatchObject({ low: null, high: null, observed: null });
    for (const bad of [
      { passes: 2, graded: 1, missing: 0 },
      { passes: -1, graded: 1, missing: 0 },
      { passes: 0, graded: 1.5, missing: 0 },
    ])
      expect(() => worstCaseBounds([bad])).toThrow(OptionError);
  });
});
