import { derive, type Row } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareMany } from "./compare-many.js";
import type { CompareManyOptions, NamedRuns } from "./compare-many-types.js";
import { compareRuns } from "./compare-runs.js";

const flat = (rewards: readonly number[], extra: object = {}): Row[] =>
  rewards.map((reward, task) => ({ task_id: `t${task}`, reward, ...extra }));
const fill = (value: number, times: number): number[] => Array.from({ length: times }, () => value);
const [none, all] = [flat(fill(0, 12)), flat(fill(1, 12))];
const half = flat([...fill(1, 6), ...fill(0, 6)]);

describe("compareMany", () => {
  test("each comparison is that of compareRuns, its p-value held against all", () => {
    const report = compareMany({ base: none, good: all, fair: half, same: none });
    expect(report.comparisons.map(({ candidate, outcome }) => [candidate, outcome])).toEqual([
      ["good", "better"],
      ["fair", "better"],
      ["same", "no difference shown"],
    ]);
    const [good, fair] = report.comparisons;
    const alone = compareRuns(none, half);
    expect(fair).toMatchObject({ delta: alone.delta, ci95: alone.ci95, pValue: alone.pValue, meanCandidate: 0.5 });
    expect(good?.adjustedP).toBeGreaterThanOrEqual(good?.pValue as number);
    expect(report.best).toEqual({ candidate: "good", delta: 1, isShown: true });
    expect(report.notes.map(({ code }) => code)).toEqual(["winner_biased_upward"]);
  });

  test("adjusting can take a verdict away, and says so with its reason", () => {
    const six = flat([...fill(1, 6), ...fill(0, 6)]);
    const others = Object.fromEntries(
      [1, 2, 3].map((seed) => {
        const stream = derive(seed, "arm");
        return [`arm${seed}`, flat(fill(0, 12).map(() => stream.integer(2)))];
      }),
    );
    const runs = { base: none, six, ...others };
    const free = compareMany(runs, { correction: "none" });
    expect(free.comparisons[0]).toMatchObject({ pValue: 0.03125, adjustedP: 0.03125, outcome: "better" });
    expect(free.notes.map(({ code }) => code)).toContain("uncorrected");
    const held = compareMany(runs, { correction: "holm" });
    expect(held.comparisons[0]?.adjustedP).toBeGreaterThan(0.05);
    expect(held.comparisons[0]).toMatchObject({ outcome: "no difference shown", verdict: "no_difference_detected" });
    expect(held.comparisons[0]?.outcomeReason).toContain("leaves out 0");
  });

  test("the best is one with enough data under the same conditions", () => {
    const lucky = flat([1]);
    const elsewhere = flat(fill(1, 12), { user_model: "other" });
    const report = compareMany({ base: flat(fill(0, 12), { user_model: "one" }), fair: half, lucky, elsewhere });
    expect(report.comparisons.map(({ outcome }) => outcome).slice(1)).toEqual(["not enough data", "not comparable"]);
    expect(report.best?.candidate).toBe("fair");
  });

  test("prints a table", () => {
    const report = compareMany({ base: none, "much better": all }, { correction: "holm" });
    expect(`${report}`.split("\n")).toEqual([
      "pass_at_1 against base",
      "  candidate    baseline  mean   delta   interval          p       adjusted  tasks      outcome",
      "  much better  0.000     1.000  +1.000  [+1.000..+1.000]  <0.001  <0.001    12 paired  better",
      "1 comparison, p-values adjusted by holm",
      "best: much better, shown to be better than base",
    ]);
    const empty = compareMany({ base: none, b: [] as Row[] });
    expect(`${empty}`).toContain(
      "b          0.000     n/a   n/a    n/a       n/a  n/a       0 unpaired  not enough data",
    );
    expect(empty.best).toBeNull();
  });

  test("each candidate stands beside the baseline's mean over the tasks they share", () => {
    const base = flat([...fill(1, 6), ...fill(0, 6)]);
    const [early, late] = [flat(fill(1, 12)).slice(0, 8), flat(fill(1, 12)).slice(4)];
    const report = compareMany({ base, early, late });
    expect(`${report}`).toMatch(/early +0\.750 +1\.000 +\+0\.250/);
    expect(`${report}`).toMatch(/late +0\.250 +1\.000 +\+0\.750/);
  });

  test("says of each run what was left out of it, once for all metrics, and of clusters what to mind", () => {
    const again = { task_id: "t0", rollout_index: 0, reward: 1, c: "x" };
    const odd = [...flat(fill(1, 11), { c: "y" }), again, { ...again, reward: 0, c: "y" }, { ...again, reward: 0.5 }];
    const report = compareMany(
      { base: none, odd: [...odd, null as never], half: [...half, { task_id: "t1", reward: 0.5 }] },
      { metrics: ["pass_at_1", "mean_reward"], clusterBy: "c" },
    );
    expect(report.notes.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        "odd: 2 rows repeating a task's rollout_index left out, 1 with another grade",
        "odd: 1 entries left out, no rows",
        "half: 1 rewards not 0 or 1 left out (mean_reward reads them)",
        "1 tasks name several clusters",
        "2 clusters: errors may be too small",
      ]),
    );
    expect(report.notes.filter(({ code }) => code === "not_rows")).toHaveLength(1);
  });

  test("differences that only rounding made are none, as compareRuns has it", () => {
    const thirds = (values: readonly number[]) => flat(values.map((value) => value / 3));
    const [a, b] = [thirds([1, 2, 1, 2, 1, 2, 1]), thirds([1, 2, 1, 2, 1, 2, 1].map((value) => value * (1 + 2e-16)))];
    const report = compareMany({ a, b }, { metrics: ["mean_reward"] });
    expect(report.comparisons[0]).toMatchObject({ adjustedP: 1, nNonTied: 0 });
  });

  test("several metrics are one family; less may be better", () => {
    const cost = (value: number) => ({ markers: { cost: value } });
    const report = compareMany(
      { base: flat(fill(0, 12), cost(3)), b: flat(fill(1, 12), cost(1)) },
      { metrics: ["marker:cost", "pass_at_1"], lowerIsBetter: ["marker:cost"] },
    );
    expect(report.comparisons.map(({ metric, verdict, outcome }) => [metric, verdict, outcome])).toEqual([
      ["marker:cost", "a_better", "better"],
      ["pass_at_1", "b_better", "better"],
    ]);
    expect(report.best).toMatchObject({ candidate: "b", delta: -2 });
  });

  test("where a comparison is unpaired, Holm takes the place of joint flips", () => {
    const elsewhere = all.map((row) => ({ ...row, task_id: `x${row.task_id}` }));
    const report = compareMany({ base: none, elsewhere, half }, { changed: ["situations"] });
    expect(report.correction).toBe("holm");
    expect(report.notes.map(({ code }) => code)).toContain("holm_instead");
    expect(report.comparisons[0]).toMatchObject({ paired: false, outcome: "better" });
    expect(compareMany({ base: none, elsewhere }).comparisons[0]?.outcome).toBe("not comparable");
  });

  test("clusters are flipped whole", () => {
    const clustered = (rows: Row[]) => rows.map((row, task) => ({ ...row, semantic_cluster: `c${task % 4}` }));
    const report = compareMany(
      { base: clustered(none), b: clustered(all), c: clustered(half) },
      { clusterBy: "semantic_cluster" },
    );
    // Four clusters, all up: 2 / 2^4.
    expect(report.comparisons[0]).toMatchObject({ pValue: 0.125, adjustedP: 0.125, outcome: "no difference shown" });
  });

  test("names print on one line, whatever they hold", () => {
    const text = `${compareMany({ base: none, "a\n\u001b[31mb": all, c: half })}`;
    expect(text).toContain("  a [31mb    0.000     1.000");
    expect(text).not.toContain("\u001b");
  });

  test("takes a Map, a baseline by name, and names that look like numbers", () => {
    const runs = new Map([
      ["10", half],
      ["9", none],
      ["__proto__", all],
    ]);
    const report = compareMany(runs, { baseline: "9" });
    expect(report.comparisons.map(({ candidate }) => candidate)).toEqual(["10", "__proto__"]);
    expect(compareMany(runs).baseline).toBe("10");
  });

  test.each<[string, unknown, unknown, string]>([
    ["one run", { base: none }, {}, "at least two runs"],
    ["a list", [none, all], {}, "at least two runs"],
    ["null", null, {}, "something else"],
    ["an unknown baseline", { base: none, b: all }, { baseline: "bse" }, 'Did you mean "base"?'],
    ["an unknown metric", { base: none, b: all }, { metrics: ["pass_at1"] }, 'Did you mean "pass_at_1"?'],
    ["an unmeasured marker", { base: none, b: all }, { metrics: ["marker:m"] }, "unknown metric"],
    ["a direction for no metric", { base: none, b: all }, { lowerIsBetter: ["cost"] }, "lowerIsBetter"],
    ["an unknown option", { base: none, b: all }, { metric: "pass_at_1" }, "metrics"],
    ["no rows", { base: none, b: 3 }, {}, "must be a list of rows"],
  ])("refuses %s", (_, runs, options, named) => {
    expect(() => compareMany(runs as NamedRuns, options as CompareManyOptions)).toThrow(named);
  });

  test("row order reaches no digit, adjusted p-values are never below their own", () => {
    const rewards = fc.array(fc.constantFrom(0, 1), { minLength: 6, maxLength: 24 });
    fc.assert(
      fc.property(rewards, rewards, rewards, (base, first, second) => {
        const report = compareMany({ base: flat(base), first: flat(first), second: flat(second) });
        for (const { adjustedP, pValue } of report.comparisons)
          expect(adjustedP).toBeGreaterThanOrEqual(pValue as number);
        const turned = { base: flat(base).reverse(), first: flat(first).reverse(), second: flat(second).reverse() };
        expect(JSON.stringify(compareMany(turned))).toBe(JSON.stringify(report));
      }),
      { numRuns: 50 },
    );
  });

  test("holds the chance of any false result over five candidates", () => {
    const stream = derive(11, "null");
    let [falseAlarms, uncorrected] = [0, 0];
    const trials = 150;
    for (let trial = 0; trial < trials; trial++) {
      const rates = Array.from({ length: 30 }, () => stream.uniform());
      const run = () =>
        rates.flatMap((rate, task) => [0, 1].map(() => ({ task_id: `t${task}`, reward: stream.uniform() < rate })));
      const runs = { base: run(), a: run(), b: run(), c: run(), d: run(), e: run() } as unknown as NamedRuns;
      const moved = (options: CompareManyOptions) =>
        compareMany(runs, { draws: 500, ...options }).comparisons.some(
          ({ outcome }) => outcome !== "no difference shown",
        );
      if (moved({})) falseAlarms++;
      if (moved({ correction: "none" })) uncorrected++;
    }
    expect(falseAlarms / trials).toBeLessThanOrEqual(0.09);
    expect(uncorrected).toBeGreaterThan(falseAlarms);
  });
});
