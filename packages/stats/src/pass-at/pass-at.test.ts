import { OptionError, type Row } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bcaInterval } from "../inference/bca-interval.js";
import { createPassAt } from "./create-pass-at.js";
import { passAt } from "./pass-at.js";

const group = (task: string, ...rewards: unknown[]): Row[] =>
  rewards.map((reward) => ({ scenario_id: task, reward }) as Row);
const codes = (report: { notes: readonly { code: string }[] }) => report.notes.map(({ code }) => code);

describe("passAt on known bugs of others", () => {
  test("k above every group is null with a note, never 1", () => {
    const report = passAt(group("a", 0, 0), { k: 5 });
    expect(report).toMatchObject({ passAt1: 0, passAtK: null, passPowK: null, headroom: null });
    expect(codes(report)).toContain("no_group_at_k");
  });

  test("tasks are not rollouts: one rollout a task gives no pass@10", () => {
    const rows = Array.from({ length: 164 }, (_, index) => ({ scenario_id: `t${index}`, reward: index < 50 ? 1 : 0 }));
    const report = passAt(rows, { k: 10 });
    expect(report.passAt1).toBeCloseTo(0.305, 3);
    expect(report.passAtK).toBeNull();
  });

  test("ten tasks that all pass still carry an interval with width", () => {
    const rows = Array.from({ length: 10 }, (_, index) => group(`t${index}`, 1, 1, 1, 1)).flat();
    const report = passAt(rows);
    expect(report.smallSampleCi95?.low).toBeCloseTo(0.6737, 4);
    expect(report.smallSampleCi95?.high).toBe(1);
    expect(codes(report)).toEqual(["degenerate"]);
    expect(`${report}`).toContain("small-sample interval 0.67..1.00");
  });

  test("headroom compares one set of tasks", () => {
    const rows = [...group("a", 1, null, null, null), ...group("b", 0, 0, 0, 1)];
    const report = passAt(rows, { k: 4 });
    expect(report).toMatchObject({
      passAt1: 0.625,
      passAtK: 1,
      headroom: 0.75,
      headroomAllTasks: 0.375,
      nGroupsAtK: 1,
    });
  });

  test("fractions are no successes", () => {
    const report = passAt(group("a", 0.5, 0.5));
    expect(report).toMatchObject({ nRows: 0, nPartial: 2, passAt1: null, meanReward: 0.5 });
  });

  test("a function that finds no interval leaves none", () => {
    const rows = ["a", "b", "c"].flatMap((task) => group(task, 1, 0));
    const report = passAt(rows, { interval: () => undefined as never });
    expect(report.ci95).toBeNull();
    expect(report.toJSON().ci95).toBeNull();
  });

  test("the same rollout four times is one rollout", () => {
    const row = { scenario_id: "a", rollout_index: 0, reward: 1 };
    const report = passAt([row, row, { ...row }, { ...row, reward: 0 }]);
    expect(report).toMatchObject({ nRows: 1, nDuplicates: 3, nContradicting: 1, passAt1: 1 });
    expect(codes(report)).toContain("duplicate_rollouts");
    expect(report.note).toContain("3 rows repeating a task's rollout_index left out, 1 with another grade");
  });
});

describe("passAt reads hostile rows", () => {
  test.each([
    ["nothing", [], 0, 0],
    ["entries that are not rows", [null, 3, "x", undefined, [], true], 0, 6],
    ["booleans", group("a", true, false), 2, 0],
    ["texts", group("a", "1", "0", "yes", ""), 2, 0],
    ["numbers JSON cannot hold", group("a", Number.NaN, Number.POSITIVE_INFINITY, 1), 1, 0],
    ["objects as rewards", group("a", {}, [1], 1), 1, 0],
    ["odd plans", [{ scenario_id: "a", reward: 1, sampling_plan: { policy: "probe", probe: "2", k: null } }], 1, 0],
    [
      "odd fields",
      [{ scenario_id: "a", reward: 1, lineage: 3, sampling: [], judge_meta: "x", messages: [null] }],
      1,
      0,
    ],
    [
      "odd indexes",
      [
        { scenario_id: "a", reward: 1, rollout_index: -1 },
        { scenario_id: "a", reward: 1, rollout_index: 1e9 },
      ],
      2,
      0,
    ],
  ])("%s", (_, rows, nRows, nSkipped) => {
    const report = passAt(rows as Row[]);
    expect(report).toMatchObject({ nRows, nSkipped });
    expect(JSON.stringify(report)).not.toContain("undefined");
    expect(`${report}`).not.toContain("NaN");
  });

  test("task names are never property names", () => {
    const rows = [...group("__proto__", 1), ...group("constructor", 0), ...group("10", 1), ...group("9", 1)];
    expect([...passAt(rows).perTask]).toEqual([
      ["__proto__", 1],
      ["constructor", 0],
      ["10", 1],
      ["9", 1],
    ]);
  });

  test("rewards beyond all measuring are left out and counted, so that no number is infinite", () => {
    const report = passAt([...group("a", 1.7e308), ...group("b", -1.7e308), ...group("c", 1), ...group("d", 0)]);
    expect(report).toMatchObject({ nRows: 2, nPartial: 2, meanReward: 0.5, passAt1: 0.5 });
  });

  test("the share of cut rows says what it is a share of", () => {
    const ended = (finish_reason: string) => ({ scenario_id: "a", reward: 1, finish_reason });
    const silent = { scenario_id: "b", reward: 0 };
    const said = (rows: Row[]) => /\d+% of rows cut [^;)]*/.exec(`${passAt(rows)}`)?.[0];
    expect(said([ended("MAX_TOKENS"), silent, silent])).toBe(
      "100% of rows cut by the token cap, of those with a finish_reason",
    );
    expect(said([ended("length"), ended("stop"), silent])).toMatch(/^50% of rows/);
    expect(said([ended("stop"), silent])).toBeUndefined();
  });

  test("rows without any key count as one task and are told", () => {
    const report = passAt([{ reward: 1 }, { reward: 0 }]);
    expect(report).toMatchObject({ nGroups: 1, nUnkeyed: 2 });
    expect(`${report}`).toContain("2 rows without scenario_id, task_id or prompt counted as one task");
  });

  test.each([["a path"], [null], [3], [undefined], [{}]])("%j instead of rows throws", (rows) => {
    expect(() => passAt(rows as unknown as Row[])).toThrow(OptionError);
  });

  test.each([
    [{ k: 0 }, "`k` must be"],
    [{ k: 2.5 }, "`k` must be"],
    [{ minK: -1 }, "`minK`"],
    [{ interval: "recomended" }, 'Did you mean "recommended"'],
    [{ mink: 2 }, "Did you mean `minK`"],
    [{ seed: Number.NaN }, "`seed`"],
  ])("%j throws even without rows", (options, message) => {
    expect(() => passAt([], options as object)).toThrow(message);
  });

  test("changes nothing", () => {
    const rows = [...group("a", 1, 0), ...group("b", 1, 1)];
    const before = structuredClone(rows);
    for (const row of rows) Object.freeze(row);
    passAt(Object.freeze(rows));
    expect(rows).toEqual(before);
  });
});

describe("passAt reports", () => {
  const rows = ["a", "b", "c", "d"].flatMap((task, index) => group(task, 1, index > 1 ? 1 : 0, index > 2 ? 1 : 0, 0));

  test("prints one line in the known shape", () => {
    expect(`${passAt(rows)}`).toBe(
      "pass@1 0.44 [0.25..0.62] | pass^4 (pass_pow_k) 0.00 [0.00..0.00] | pass@4 1.00 [1.00..1.00] | headroom 0.56 (4 groups, k=4)",
    );
  });

  test("is plain data with its kind, its notes and Maps as pairs", () => {
    const data = JSON.parse(JSON.stringify(passAt(rows)));
    expect(data).toMatchObject({ kind: "pass_at", schema: "whileai-report/1", notes: [], note: null });
    expect(data.perTask).toEqual([
      ["a", 0.25],
      ["b", 0.25],
      ["c", 0.5],
      ["d", 0.75],
    ]);
  });

  test("is the same streamed, looked at early, or in another order", () => {
    const shape = fc.array(fc.tuple(fc.constantFrom("a", "b", "c", "d", "e"), fc.constantFrom(0, 1, 0.1, 0.7, null)));
    fc.assert(
      fc.property(shape, (pairs) => {
        const input = pairs.map(([task, reward]) => ({ scenario_id: task, reward }) as Row);
        const tally = createPassAt({ minK: 2 });
        for (const row of input) {
          tally.add(row);
          if (input.length % 7 === 0) tally.report();
        }
        const whole = passAt(input, { minK: 2 });
        expect(tally.report()).toEqual(whole);
        const { perTask: one, ...fields } = passAt([...input].reverse(), { minK: 2 });
        const { perTask: other, ...rest } = whole;
        expect(fields).toEqual(rest);
        expect(new Map([...one].sort())).toEqual(new Map([...other].sort()));
      }),
      { numRuns: 60 },
    );
  });

  test("keeps pass^k ≤ pass@1 ≤ pass@k on one set of tasks, and every interval around its number", () => {
    const groups = fc.array(fc.array(fc.constantFrom(0, 1), { minLength: 4, maxLength: 6 }), {
      minLength: 3,
      maxLength: 9,
    });
    fc.assert(
      fc.property(groups, (lists) => {
        const report = passAt(lists.flatMap((rewards, index) => group(`t${index}`, ...rewards)));
        const { passAt1, passPowK, passAtK, headroom, ci95, smallSampleCi95 } = report;
        if (passAt1 === null || passPowK === null || passAtK === null || headroom === null || ci95 === null)
          throw new Error("all numbers are there");
        expect(passPowK).toBeLessThanOrEqual(passAt1 + 1e-12);
        expect(passAtK).toBeGreaterThanOrEqual(passAt1 - 1e-12);
        expect(headroom).toBeCloseTo(passAtK - passAt1, 12);
        expect(ci95.low).toBeLessThanOrEqual(passAt1 + 1e-12);
        expect(ci95.high).toBeGreaterThanOrEqual(passAt1 - 1e-12);
        expect(smallSampleCi95?.low).toBeLessThan(smallSampleCi95?.high as number);
      }),
      { numRuns: 60 },
    );
  });

  test.each(["exact", "t", "recommended", bcaInterval] as const)(
    "interval %s stays in [0, 1] and around pass@1",
    (interval) => {
      const report = passAt(rows, { interval });
      expect(report.ci95?.low).toBeGreaterThanOrEqual(0);
      expect(report.ci95?.low).toBeLessThan(report.passAt1 as number);
      expect(report.ci95?.high).toBeGreaterThan(report.passAt1 as number);
      expect(report.ci95?.high).toBeLessThanOrEqual(1);
    },
  );

  test("a function brings its own interval, and is asked for nothing below three tasks", () => {
    const seen: number[][] = [];
    const interval = (values: readonly number[]) => {
      seen.push([...values]);
      return { low: -1, high: 0.5 };
    };
    expect(passAt(group("a", 1, 0), { interval }).ci95).toBeNull();
    expect(seen).toEqual([]);
    expect(passAt(rows, { interval }).ci95).toEqual({ low: 0, high: 0.5 });
    expect(seen.map((values) => values.join())).toContain("0.25,0.25,0.5,0.75");
    expect(passAt(rows, { interval: () => null }).ci95).toBeNull();
  });

  test("few tasks near a border get the small-sample note", () => {
    const high = ["a", "b", "c", "d", "e"].flatMap((task) => group(task, 1, 1, 1, task === "e" ? 0 : 1));
    const report = passAt(high);
    expect(codes(report)).toEqual(["small_sample"]);
    expect(report.smallSampleCi95?.low).toBeLessThan(report.ci95?.low as number);
  });

  test.each([
    ["judge_failed", [{ scenario_id: "a", reward: null, judge_status: "error" }, { scenario_id: "b" }]],
    [
      "not_graded",
      [
        { scenario_id: "a", judge_status: "ok" },
        { scenario_id: "b", judge_status: "error" },
      ],
    ],
    ["not_graded", [{ scenario_id: "a" }]],
  ])("%s", (code, ungraded) => {
    expect(codes(passAt(ungraded as Row[]))).toEqual([code]);
  });
});

test("the same task may be run again under another eval_run", () => {
  const rows = [0, 1].flatMap((run) =>
    [1, 0].map((reward, index) => ({ scenario_id: "a", rollout_index: index, reward, lineage: { eval_run: run } })),
  );
  expect(passAt(rows)).toMatchObject({ nRows: 4, nDuplicates: 0 });
});

test("an ungraded attempt does not stand in the way of its regrade", () => {
  const rows = [
    { scenario_id: "a", rollout_index: 0, reward: null },
    { scenario_id: "a", rollout_index: 0, reward: 1 },
  ];
  expect(passAt(rows)).toMatchObject({ nRows: 1, nDuplicates: 0, passAt1: 1 });
});

test("unanimous short groups count as if they had gone on, when asked", () => {
  const rows = [...group("a", 1, 0, 1, 1), ...group("b", 1, 1), ...group("c", 0, 0), ...group("d", 1, 0)];
  expect(passAt(rows, { k: 4, unanimousShort: true })).toMatchObject({
    nGroupsAtK: 3,
    nGroupsImputed: 2,
    passAtK: 2 / 3,
  });
  expect(passAt(rows, { k: 4 })).toMatchObject({ nGroupsAtK: 1, nGroupsImputed: 0, passAtK: 1 });
});

test("far rollout indexes are told apart", () => {
  const rows = [0, 31, 32, 500, 500].map((index) => ({ scenario_id: "a", rollout_index: index, reward: 1 }));
  expect(passAt(rows)).toMatchObject({ nRows: 4, nDuplicates: 1 });
});
