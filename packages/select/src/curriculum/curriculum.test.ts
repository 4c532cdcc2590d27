import { frozenCopy, OptionError, type Row } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { curriculum } from "./curriculum.js";
import { retireSolved } from "./retire-solved.js";

const group = (task: string, rewards: readonly unknown[]): Row[] =>
  rewards.map((reward, index) => frozenCopy({ rollout_id: `${task}${index}`, task_id: task, reward }) as Row);
const codes = (report: { notes: readonly { code: string }[] }) => report.notes.map((note) => note.code);

const rows = [
  ...group("easy", [1, 1, 1, 0]),
  ...group("half", [1, 0]),
  ...group("solved", [1, 1, 1, 1, 1, 1, 0]),
  ...group("edge", [1, 1, 1, 1, 0]),
  ...group("hard", [0, 0, 0, 0, 0, 1]),
  ...group("thin", [1]),
  ...group("waiting", [null, null]),
];

describe("curriculum", () => {
  test("schedules what is neither solved nor out of reach, easy first", () => {
    const report = curriculum(rows);
    expect(report.schedule).toEqual(["edge", "easy", "half"]);
    expect(report.tiers).toEqual([["edge"], ["easy"], ["half"]]);
    expect(report.trainable[0]).toEqual({ taskId: "edge", n: 5, passRate: 0.8, inBand: true, tier: 1 });
    expect(report).toMatchObject({
      nTasks: 7,
      nTrainable: 3,
      nInBand: 3,
      retired: [{ taskId: "solved", n: 7 }],
      notReady: [{ taskId: "hard" }],
      thin: [
        { taskId: "thin", n: 1, passRate: 1 },
        { taskId: "waiting", n: 0, passRate: null },
      ],
      nUngraded: 2,
    });
    expect(codes(report)).toEqual(["ungraded_rows"]);
  });

  test("rates that lie on an edge on paper lie on it", () => {
    const edge = [0.3, 0.2, 0.1].map((reward) => ({ task_id: "low", reward }));
    expect(edge.reduce((sum, { reward }) => sum + reward, 0) / 3).toBeLessThan(0.2);
    expect(curriculum(edge).schedule).toEqual(["low"]);
  });

  test("its text", () => {
    expect(`${curriculum(rows, { tiers: 2 })}`.split("\n")).toEqual([
      "tasks 7  trainable 3 (in band 3)  retired 1  not ready 1  thin 2",
      "  tier 1: 2 tasks, pass 0.80 -> 0.75",
      "  tier 2: 1 tasks, pass 0.50 -> 0.50",
      "  note: 2 rows without a usable reward were left out.",
    ]);
  });

  test("a narrower band is counted, not enforced", () => {
    const report = curriculum(rows, { band: [0.4, 0.6] });
    expect(report).toMatchObject({ nTrainable: 3, nInBand: 1, band: [0.4, 0.6] });
  });

  test("fractions have a rate too, failed judges have none", () => {
    const failed = { task_id: "a", reward: 1, judge_status: "error" } as Row;
    const report = curriculum([...group("a", [0.25, 0.5]), failed]);
    expect(report.trainable).toMatchObject([{ taskId: "a", n: 2, passRate: 0.375 }]);
  });

  test("equal rates stand in the order of their names", () => {
    expect(curriculum([...group("b", [1, 0]), ...group("a", [0, 1])]).schedule).toEqual(["a", "b"]);
  });

  test("more tiers than tasks skip numbers, which is said", () => {
    const report = curriculum(rows, { tiers: 10 });
    expect(report.trainable.map(({ tier }) => tier)).toEqual([1, 4, 7]);
    expect(`${report}`).toContain(
      "note: 10 tiers are more than the 3 tasks to train on, so 7 of them are empty. Ask for fewer tiers.",
    );
    expect(codes(curriculum(rows, { tiers: 3 }))).toEqual(["ungraded_rows"]);
  });

  test("what is no row is counted, and an empty schedule is said", () => {
    const report = curriculum([null as unknown as Row, ...group("a", [1, 1])]);
    expect(report.nSkipped).toBe(1);
    expect(codes(report)).toEqual(["skipped_entries", "nothing_trainable"]);
    expect(codes(curriculum([]))).toEqual([]);
  });

  test("every task has one place, and every tier its share", () => {
    const tasks = fc.array(fc.array(fc.constantFrom(0, 1, 0.5, null), { maxLength: 6 }), { maxLength: 20 });
    fc.assert(
      fc.property(tasks, fc.integer({ min: 1, max: 5 }), (given, tiers) => {
        const report = curriculum(
          given.flatMap((rewards, index) => group(`t${index}`, rewards)),
          { tiers },
        );
        const placed = [
          ...report.schedule,
          ...[...report.retired, ...report.notReady, ...report.thin].map((task) => task.taskId),
        ];
        expect(placed.sort()).toEqual(
          given.flatMap((rewards, index) => (rewards.length > 0 ? [`t${index}`] : [])).sort(),
        );
        expect(report.tiers.flat()).toEqual(report.schedule);
        expect(report.tiers).toHaveLength(tiers);
        const sizes = report.tiers.map((tier) => tier.length);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
        const rates = report.trainable.map((task) => task.passRate);
        expect(rates).toEqual(rates.toSorted((left, right) => right - left));
      }),
    );
  });

  test.each([
    [{ solved: 2 }, "`solved` must be a number from 0 to 1"],
    [{ tiers: 0 }, "`tiers` must be a whole number of at least 1"],
    [{ minRollouts: 0 }, "`minRollouts`"],
    [{ band: [1, 0] }, "`band`"],
    [{ floor: 0.9 }, "`floor` (0.9) is above `solved` (0.8)"],
    [{ flor: 0.1 }, "Did you mean `floor`?"],
  ])("options %j are refused", (options, message) => {
    expect(() => curriculum([], options as object)).toThrow(OptionError);
    expect(() => curriculum([], options as object)).toThrow(message);
  });
});

describe("retireSolved", () => {
  test("drops the rows of solved tasks alone", () => {
    const kept = retireSolved([null as unknown as Row, ...rows]);
    expect(new Set(kept.map((row) => row.task_id))).toEqual(
      new Set(["easy", "half", "edge", "hard", "thin", "waiting"]),
    );
    expect(kept[0]).toBe(rows[0]);
  });

  test("by its own threshold", () => {
    expect(retireSolved(rows, { solved: 0.7, minRollouts: 5 }).map((row) => row.task_id)).not.toContain("edge");
    expect(retireSolved(rows, { solved: 0.7, minRollouts: 5 }).map((row) => row.task_id)).toContain("easy");
    expect(() => retireSolved(rows, { floor: 0.2 } as object)).toThrow(OptionError);
    expect(() => retireSolved("rows" as never)).toThrow("must be a list of rows");
  });
});
