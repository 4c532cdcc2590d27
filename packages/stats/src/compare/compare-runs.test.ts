import type { Row } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { groupSequentialBoundaries } from "../inference/group-sequential-boundaries.js";
import { nonInferiority } from "../inference/non-inferiority.js";
import { compareMany } from "./compare-many.js";
import { compareRuns } from "./compare-runs.js";
import type { CompareRunsOptions } from "./compare-runs-types.js";

type Groups = Readonly<Record<string, readonly unknown[]>>;

const rowsOf = (groups: Groups, extra: object = {}): Row[] =>
  Object.entries(groups).flatMap(([task_id, rewards]) =>
    rewards.map((reward) => ({ task_id, reward, ...extra }) as Row),
  );
/** One rollout a task. */
const flat = (rewards: readonly number[], extra: object = {}): Row[] =>
  rewards.map((reward, task) => ({ task_id: `t${task}`, reward, ...extra }));
const repeat = (value: number, times: number): number[] => Array.from({ length: times }, () => value);
const codes = (a: Row[], b: Row[], options: CompareRunsOptions = {}) =>
  compareRuns(a, b, options).notes.map(({ code }) => code);

describe("public bug cases", () => {
  test("S5: three re-runs of four tasks are four tasks, not twelve wins", () => {
    const tasks = ["a", "b", "c", "d"];
    const side = (reward: number) => rowsOf(Object.fromEntries(tasks.map((task) => [task, repeat(reward, 3)])));
    const paired = compareRuns(side(0), side(1), { minPaired: 4 });
    expect(paired.pValue).toBe(0.125);
    expect(paired).toMatchObject({ verdict: "no_difference_detected", outcome: "no difference shown", nUsed: 4 });
    const unpaired = compareRuns(side(0), side(1));
    expect(unpaired.paired).toBe(false);
    expect(unpaired.pValue).toBeCloseTo(2 / 70, 12);
    // Five tasks, all up: p = 0.0625.
    const five = compareRuns(flat(repeat(0, 5)), flat(repeat(1, 5)));
    expect(five).toMatchObject({ pValue: 0.0625, verdict: "no_difference_detected" });
    expect(five.whatWouldChangeIt).toContain("At least 6 shared tasks that differ, not 5");
  });

  test("S6: paired data get the paired test, exact and mid-p", () => {
    const a = [...repeat(1, 140), ...repeat(1, 18), ...repeat(0, 6), ...repeat(0, 56)];
    const b = [...repeat(1, 140), ...repeat(0, 18), ...repeat(1, 6), ...repeat(0, 56)];
    const report = compareRuns(flat(a), flat(b));
    expect(report.pValue).toBeCloseTo(0.0227, 4);
    expect(report.midP).toBeCloseTo(0.0146, 4);
    expect(report).toMatchObject({ outcome: "worse", nNonTied: 24, pValueMethod: "sign_flip_exact" });
    expect(compareRuns(flat(a), flat(b), { pValue: "midp" }).pValue).toBe(report.midP);
  });

  test("S7: runs that never disagree are no difference shown, not an error", () => {
    const side = flat([1, 0, 1, 1, 0, 1]);
    expect(compareRuns(side, side)).toMatchObject({
      delta: 0,
      pValue: 1,
      ci95: { low: 0, high: 0 },
      outcome: "no difference shown",
    });
  });

  test("S8: the smallest p-value is that of all sign flips, never 0", () => {
    expect(compareRuns(flat(repeat(0, 8)), flat(repeat(1, 8))).pValue).toBe(0.0078125);
    const irregular = Array.from({ length: 40 }, (_, index) => Math.sqrt(index + 1) / 7);
    const drawn = compareRuns(flat(repeat(0, 40)), flat(irregular), { metric: "mean_reward", draws: 100 });
    expect(drawn.pValue).toBeCloseTo(1 / 101, 12);
    expect(drawn).toMatchObject({ pValueMethod: "sign_flip_monte_carlo", midP: null });
  });

  test("S11: fractions are no successes, a rollout counts once", () => {
    const halves = rowsOf({ a: [0.5, 0.5], b: [1], c: [0], d: [1], e: [1] });
    const again = [...halves, ...repeat(1, 4).map((reward) => ({ task_id: "f", rollout_index: 3, reward }))];
    const report = compareRuns(again, [...again, { task_id: "f", rollout_index: 3, reward: 0 }]);
    expect(`${report}`).toContain("b: 4 rows repeating a task's rollout_index left out, 1 with another grade.");
    expect(report.rowsA).toMatchObject({ nTasks: 5, nRows: 5, nSkipped: 2, nDuplicates: 3 });
    expect(report.notes.map(({ code }) => code)).toEqual(
      expect.arrayContaining(["partial_rewards", "duplicate_rollouts"]),
    );
    expect(compareRuns(again, again, { metric: "mean_reward" }).rowsA.nTasks).toBe(6);
  });
});

describe("laws", () => {
  const group = fc.array(fc.constantFrom(0, 1), { minLength: 1, maxLength: 4 });
  const task = fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h", "10", "9");
  const side = fc.dictionary(task, group, { minKeys: 1, maxKeys: 10 }).map((groups) => rowsOf(groups));
  const settings = fc.record({
    interval: fc.constantFrom("exact", "t"),
    minPaired: fc.constantFrom(1, 5),
    level: fc.constantFrom(0.8, 0.95),
  }) as fc.Arbitrary<CompareRunsOptions>;

  test("swapping the runs mirrors everything", () => {
    const mirrored = { b_better: "a_better", a_better: "b_better" } as Record<string, string>;
    fc.assert(
      fc.property(side, side, settings, (a, b, options) => {
        const forward = compareRuns(a, b, options);
        const backward = compareRuns(b, a, options);
        expect(backward.delta).toBe(0 - (forward.delta as number));
        expect(backward.pValue).toBe(forward.pValue);
        expect(backward.verdict).toBe(mirrored[forward.verdict] ?? forward.verdict);
        expect(backward.ci95?.low).toBe(forward.ci95 === null ? undefined : 0 - forward.ci95.high);
        expect(backward.ci95?.high).toBe(forward.ci95 === null ? undefined : 0 - forward.ci95.low);
        expect([backward.nOnlyA, backward.meanB]).toEqual([forward.nOnlyB, forward.meanA]);
      }),
    );
  });

  test("neither row order nor the kind of iterable reaches a digit", () => {
    fc.assert(
      fc.property(side, side, settings, fc.integer(), (a, b, options, seed) => {
        const wanted = compareRuns(a, b, options);
        const shuffled = [...a].sort((x, y) => ((JSON.stringify(x).length * seed) % 7) - (y.reward === 1 ? 3 : 1));
        const stream = (function* () {
          for (const row of [...b].reverse()) yield row;
        })();
        const got = compareRuns(new Set(shuffled), stream, options);
        expect(JSON.stringify(got)).toBe(JSON.stringify(wanted));
        expect(`${got}`).toBe(`${wanted}`);
      }),
    );
  });

  test("a verdict needs both the interval and the p-value", () => {
    fc.assert(
      fc.property(side, side, settings, (a, b, options) => {
        const { verdict, ci95, pValue, level } = compareRuns(a, b, options);
        expect(verdict === "insufficient_data").toBe(ci95 === null);
        const off = ci95 !== null && (ci95.low > 0 || ci95.high < 0);
        const moved = off && (pValue as number) <= 1 - level + 1e-12;
        expect(verdict === "b_better" || verdict === "a_better").toBe(moved);
      }),
    );
  });

  test("whatever the rows, there is a report without NaN", () => {
    const hostile = fc.array(
      fc.oneof(
        fc.anything(),
        fc.record({ task_id: fc.anything(), reward: fc.anything(), markers: fc.anything(), final_text: fc.string() }),
      ),
    );
    fc.assert(
      fc.property(hostile, hostile, (a, b) => {
        const before = [a, b].map((rows) => rows.length);
        const report = compareRuns(a as Row[], b as Row[], { clusterBy: "semantic_cluster", margin: 0.1 });
        expect(`${report}${JSON.stringify(report)}`).not.toContain("NaN");
        expect([a, b].map((rows) => rows.length)).toEqual(before);
      }),
    );
  });
});

test("numbers beyond all measuring are no values, and what cannot be text is no reply", () => {
  const report = compareRuns(flat(repeat(1.7e308, 8)), flat(repeat(-1.7e308, 8)), { metric: "mean_reward" });
  expect(report).toMatchObject({ outcome: "not enough data", rowsA: { nSkipped: 8 }, rowsB: { nSkipped: 8 } });
  const wide = compareRuns(flat(repeat(1e75, 8)), flat([...repeat(-1e75, 7), 0]), { metric: "mean_reward" });
  expect(Number.isFinite(wide.standardError)).toBe(true);
  const reward = JSON.parse('{"toString": 1, "valueOf": 1}');
  expect(compareRuns([{ task_id: "a", final_text: "Done.", reward }], flat([1])).outcome).toBe("not enough data");
});

describe("outcomes and their words", () => {
  const up = [flat(repeat(0, 10)), flat(repeat(1, 10))] as const;

  test.each<[string, Row[], Row[], CompareRunsOptions, string, RegExp, RegExp]>([
    ["better", ...up, {}, "better", /10 shared tasks .* leaves out 0; p=0.002 at alpha 0.050/, /Repeated runs/],
    ["lower is better", ...up, { lowerIsBetter: true }, "worse", /leaves out 0/, /Repeated/],
    [
      "few that differ",
      flat([0, 0, 0, 1, 1]),
      flat([1, 0, 0, 1, 1]),
      {},
      "no difference shown",
      /holds 0/,
      /At least 6/,
    ],
    [
      "a small difference",
      flat([...repeat(0, 20), ...repeat(1, 20)]),
      flat([...repeat(1, 11), ...repeat(0, 18), ...repeat(1, 11)]),
      {},
      "no difference shown",
      /40 shared/,
      /About \d+ tasks/,
    ],
    [
      "no difference at all",
      flat([...repeat(0, 4), ...repeat(1, 4)]),
      flat([...repeat(1, 4), ...repeat(0, 4)]),
      {},
      "no difference shown",
      /p=1.000/,
      /A larger difference/,
    ],
    [
      "three unpaired tasks",
      flat(repeat(0, 3)),
      flat(repeat(1, 3)),
      {},
      "no difference shown",
      /p=0.100/,
      /^About 4 tasks, if/,
    ],
    [
      "three unpaired tasks at a small alpha",
      flat(repeat(0, 3)),
      flat(repeat(1, 3)),
      { level: 0.999 },
      "no difference shown",
      /alpha 0.001/,
      /^About 7 tasks, if/,
    ],
    [
      "three clusters",
      flat(repeat(0, 9)).map((row, task) => ({ ...row, document: task % 3 })),
      flat(repeat(1, 9)),
      { clusterBy: "document" },
      "no difference shown",
      /p=0.250/,
      /^At least 6 clusters that differ, not 3/,
    ],
    [
      "two clusters",
      flat(repeat(0, 9)).map((row, task) => ({ ...row, document: task % 2 })),
      flat(repeat(1, 9)),
      { clusterBy: "document" },
      "not enough data",
      /3 independent clusters/,
      /^At least 3 shared clusters/,
    ],
    [
      "two tasks, paired",
      flat([0, 0]),
      flat([1, 1]),
      { minPaired: 1 },
      "not enough data",
      /3 independent tasks/,
      /^At least 3 shared tasks/,
    ],
    [
      "more than draws can show",
      flat(Array.from({ length: 40 }, (_, task) => Math.sin(task) / 3)),
      flat(Array.from({ length: 40 }, (_, task) => 3 + Math.cos(task) / 3)),
      { metric: "mean_reward", level: 0.9999 },
      "no difference shown",
      /p<0.001 at alpha 0.00010/,
      /^More than 2000 draws/,
    ],
    ["nothing graded", flat([0, 1]), [{ task_id: "t0" }], {}, "not enough data", /No readable value in b/, /Graded/],
    ["two tasks", flat([0, 1]), flat([1, 1]), {}, "not enough data", /3 independent tasks/, /5 shared/],
    [
      "other tasks",
      flat(repeat(0, 6)),
      rowsOf({ x: [1], y: [1], z: [1], u: [1], v: [0] }),
      {},
      "not comparable",
      /situations/,
      /changed: \["situations"\]/,
    ],
    [
      "other tasks, meant",
      flat(repeat(0, 6)),
      rowsOf({ x: [1], y: [1], z: [1], u: [1], v: [1] }),
      { changed: ["situations"] },
      "better",
      /5 unpaired/,
      /Repeated/,
    ],
    [
      "another prompt",
      flat(repeat(0, 10), { policy_version: "m@1" }),
      flat(repeat(1, 10), { policy_version: "m@2" }),
      {},
      "not comparable",
      /prompt_hash/,
      /changed: \["prompt_hash"\]/,
    ],
    [
      "another prompt, declared",
      flat(repeat(0, 10), { policy_version: "m@1" }),
      flat(repeat(1, 10), { policy_version: "m@2" }),
      { changed: ["system_prompt"] },
      "better",
      /leaves out/,
      /Repeated/,
    ],
  ])("%s", (_, a, b, options, outcome, reason, way) => {
    const report = compareRuns(a, b, options);
    expect(report.outcome).toBe(outcome);
    expect(report.outcomeReason).toMatch(reason);
    expect(report.whatWouldChangeIt).toMatch(way);
  });

  test("the tasks it asks for are more where alpha is smaller", () => {
    const [a, b] = [flat([...repeat(0, 20), ...repeat(1, 20)]), flat([...repeat(1, 26), ...repeat(0, 14)])];
    const asked = (level: number) =>
      Number(/About (\d+) tasks/.exec(compareRuns(a, b, { level, minPaired: 99 }).whatWouldChangeIt)?.[1]);
    // (2.576 + 0.842)² against (1.960 + 0.842)².
    expect(asked(0.99) / asked(0.95)).toBeCloseTo(1.49, 1);
  });

  test("prints one line, the outcome and the notes", () => {
    const report = compareRuns(flat([0, 0, 0, 0, 0, 0]), flat([1, 1, 1, 1, 1, 1, 0]), { margin: 0.05 });
    expect(`${report}`.split("\n")).toEqual([
      "pass_at_1                    0.000 -> 1.000  +1.000 [+1.000..+1.000]  up  (6 paired)  p=0.031",
      "  better: On 6 shared tasks the interval +1.000..+1.000 leaves out 0; p=0.031 at alpha 0.050.",
      "  would change it: Repeated runs: they show how much re-runs differ.",
      "  a loss of 0.05 is ruled out",
      "  warning: tasks of one side left out: 0 of a, 1 of b",
    ]);
    expect(`${compareRuns(...up, { lowerIsBetter: true })}`).toContain("  UP  (10 paired)  p=0.002  lower is better");
    expect(`${compareRuns(up[1], up[0])}`).toContain("  DOWN  ");
    const ungraded = [...flat([0, 1, 0, 1, 1]), { task_id: "t9", reward: null }];
    expect(`${compareRuns(ungraded, ungraded)}`).toContain("rows without a value: 1 of a, 1 of b");
    expect(`${compareRuns([], [])}`).toMatch(
      /^pass_at_1 +insufficient data\n {2}not enough data: No readable value in a and b/,
    );
    expect(`${compareRuns(flat([0, 1]), flat([1, 1]))}`).toContain("[n/a]  n/a  (2 unpaired)");
  });

  test("means over shared tasks stand beside those over all", () => {
    const report = compareRuns(flat([0, 0, 1, 1, 1]), flat([1, 0, 1, 1, 1, 0, 0, 0]));
    expect(report).toMatchObject({ meanA: 0.6, meanB: 0.5, meanASharedTasks: 0.6, meanBSharedTasks: 0.8, nOnlyB: 3 });
    expect(report.delta).toBeCloseTo(0.2, 12);
  });
});

describe("notes", () => {
  const a = flat([0, 1, 0, 1, 0, 1]);
  const probe = { sampling_plan: { policy: "probe", probe: 2, k: 8 } };

  test.each<[string, string, Row[], Row[], CompareRunsOptions]>([
    ["different plans", "different_plans", a, flat([0, 1, 0, 1, 0, 1], probe), {}],
    ["mostly unpaired", "mostly_unpaired", flat(repeat(0, 20)), flat(repeat(1, 6)), {}],
    [
      "the judge changed",
      "runs_differ",
      flat([0, 1], { judge_meta: { version: "1" } }),
      flat([0, 1], { judge_meta: { version: "2" } }),
      {},
    ],
    ["entries that are no rows", "not_rows", [...a, null as never], a, {}],
    ["a marker on one side only", "metric_missing", flat([0, 1], { markers: { m: 1 } }), a, { metric: "marker:m" }],
    [
      "the same replies",
      "same_replies",
      flat([0, 1], { final_text: "x".repeat(200) }),
      flat([0, 1], { final_text: "x".repeat(200) }),
      {},
    ],
    ["few clusters", "few_clusters", flat([0, 1, 0, 1, 1, 0], { c: 1 }), a, { clusterBy: "c" }],
    ["tasks in two clusters", "torn_clusters", [...flat([0], { c: 1 }), ...flat([1], { c: 2 })], a, { clusterBy: "c" }],
    ["an interval that was not asked for", "interval_method", a, a, { interval: () => null }],
  ])("%s", (_, code, before, after, options) => {
    expect(codes(before, after, options)).toContain(code);
  });

  test("equal rewards alone are not the same replies, and other replies are other", () => {
    expect(codes(a, a)).toEqual([]);
    const said = (text: string) => a.map((row) => ({ ...row, final_text: text.repeat(60) }));
    expect(codes(said("yes"), said("no "))).toEqual([]);
    expect(codes(said("yes"), said("yes").reverse())).toEqual(["same_replies"]);
  });
});

describe("options", () => {
  test("clusters: evidence counts by cluster", () => {
    const clustered = (reward: number) =>
      Array.from({ length: 20 }, (_, task) => ({ task_id: `t${task}`, reward, semantic_cluster: `c${task % 5}` }));
    const plain = compareRuns(clustered(0), clustered(1));
    const byCluster = compareRuns(clustered(0), clustered(1), { clusterBy: "semantic_cluster" });
    expect(plain.outcome).toBe("better");
    // Five clusters, all up: 2 / 2^5.
    expect(byCluster).toMatchObject({ pValue: 0.0625, nClusters: 5, outcome: "no difference shown" });
    const byFunction = compareRuns(clustered(0), clustered(1), { clusterBy: (row) => row.semantic_cluster });
    expect(byFunction.pValue).toBe(0.0625);
    const unpaired = compareRuns(clustered(0), clustered(1), { clusterBy: "semantic_cluster", minPaired: 99 });
    expect(unpaired.pValue).toBeCloseTo(2 / 252, 12);
  });

  test("a task that each side puts into another cluster is told, and the sides stay mirror images", () => {
    const side = (reward: (task: number) => number, cluster: (task: number) => string): Row[] =>
      Array.from({ length: 12 }, (_, task) => ({ task_id: `t${task}`, reward: reward(task), c: cluster(task) }));
    const before = side(
      (task) => task % 2,
      (task) => `a${task % 4}`,
    );
    const after = side(
      () => 1,
      (task) => `${task < 6 ? "a" : "A"}${task % 3}`,
    );
    const there = compareRuns(before, after, { clusterBy: "c" });
    expect(there.notes.find(({ code }) => code === "torn_clusters")?.message).toMatch(/^9 tasks /);
    const back = compareRuns(after, before, { clusterBy: "c" });
    expect([back.pValue, back.nClusters, -(back.delta as number)]).toEqual([
      there.pValue,
      there.nClusters,
      there.delta,
    ]);
    const many = compareMany({ before, after }, { clusterBy: "c" }).comparisons[0];
    expect(many?.pValue).toBe(there.pValue);
  });

  test("a margin asks whether a loss is ruled out", () => {
    const side = (shift: number) => flat(Array.from({ length: 40 }, (_, task) => ((task + shift) % 10 < 7 ? 1 : 0)));
    const report = compareRuns(side(0), side(0), { margin: 0.02 });
    expect(report.nonInferiority).toEqual({
      outcome: "shown",
      margin: 0.02,
      worstCase: 0,
      dropFound: false,
    });
    const noisy = compareRuns(side(0), side(4), { margin: 0.02 });
    expect(noisy.nonInferiority).toEqual(nonInferiority(noisy.ci95, 0.02));
    expect(noisy.nonInferiority?.outcome).not.toBe("shown");
    expect(noisy.nonInferiority?.worstCase).toBe(noisy.ci95?.low);
    expect(`${noisy}`).toContain("a loss of 0.02 is not ruled out");
    const cost = compareRuns(side(0), side(4), { margin: 0.02, lowerIsBetter: true });
    expect(cost.nonInferiority?.worstCase).toBe(-(noisy.ci95?.high as number));
    expect(compareRuns([], [], { margin: 0.1 }).nonInferiority).toEqual({
      outcome: "not_shown",
      margin: 0.1,
      worstCase: null,
      dropFound: false,
    });
  });

  test("a planned look spends its own alpha", () => {
    const [first, , last] = groupSequentialBoundaries({ looks: 3 }).map(({ p }) => p) as [number, number, number];
    const runs = [flat(repeat(0, 10)), flat(repeat(1, 10))] as const;
    const early = compareRuns(...runs, { looks: { look: 1, of: 3, alpha: first } });
    expect(early).toMatchObject({ outcome: "no difference shown", level: 1 - first, looks: { look: 1, of: 3 } });
    expect(early.whatWouldChangeIt).toMatch(/^At least 1\d shared tasks/);
    expect(compareRuns(...runs, { looks: { look: 3, of: 3, alpha: last } }).outcome).toBe("better");
    const never = compareRuns(...runs, { looks: { look: 1, of: 3, alpha: 0 } });
    expect(never).toMatchObject({ outcome: "no difference shown", level: 0.95 });
    expect(never.whatWouldChangeIt).toBe("The next look: this one cannot stop.");
    const plan = { look: 3, of: 3, alpha: last };
    const report = compareRuns(...runs, { looks: plan });
    plan.look = 1;
    expect(report.looks?.look).toBe(3);
  });

  test("a p-value that equals alpha is within it", () => {
    const report = compareRuns(flat(repeat(0, 5)), flat(repeat(1, 5)), { level: 1 - 0.0625 });
    expect(report.verdict).toBe("b_better");
  });

  test.each<[string, unknown, string]>([
    ["an unknown option", { metrc: "pass_at_1" }, "metric"],
    ["a bad level", { level: 95 }, "level"],
    ["an unknown change", { changed: ["promt_hash"] }, "changed"],
    ["an unknown interval", { interval: "bca" }, "interval"],
    ["a look beyond the plan", { looks: { look: 3, of: 2, alpha: 0.01 } }, "look at most of"],
    ["a look without its alpha", { looks: { look: 1, of: 2 } }, "{ look, of, alpha }"],
    ["a look that spends everything", { looks: { look: 1, of: 2, alpha: 1 } }, "alpha below 1"],
    ["a look out of range", { looks: { look: 0, of: 2, alpha: 0.01 } }, "looks.look"],
    ["an unknown metric", { metric: "pass@1" }, "pass_at_1"],
  ])("refuses %s", (_, options, named) => {
    expect(() => compareRuns([], [], options as CompareRunsOptions)).toThrow(named);
  });

  test("refuses a marker that no row carries, and names the nearest", () => {
    const rows = flat([1, 0], { markers: { polite: 1, terse: 0 } });
    expect(() => compareRuns(rows, rows, { metric: "marker:poilte" })).toThrow('Did you mean "marker:polite"?');
    expect(() => compareRuns(rows, rows, { metric: "polite" })).toThrow("marker:<name>");
    expect(compareRuns([], [], { metric: "marker:polite" }).outcome).toBe("not enough data");
  });

  test("refuses what is no list of rows", () => {
    expect(() => compareRuns([], null as never)).toThrow("compareRuns: `rows` must be a list of rows, got null");
  });
});
