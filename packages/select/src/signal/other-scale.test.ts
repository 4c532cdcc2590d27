import { GateError, type Row } from "@whileai/core";
import { describe, expect, test } from "vitest";
import { curriculum } from "../curriculum/curriculum.js";
import { nextRound } from "../curriculum/next-round.js";
import { retireSolved } from "../curriculum/retire-solved.js";
import { hackScan } from "../hack-scan/hack-scan.js";
import { optimize } from "../optimize/optimize.js";
import { buildPreferencePairs } from "../pairs/build-preference-pairs.js";
import { calibrate } from "../split/calibrate.js";
import { gradientGate } from "../split/gradient-gate.js";
import { groupAdvantages } from "./group-advantages.js";
import { groupSignal } from "./group-signal.js";

/** Six tasks of six rollouts; half of the rewards of the first `scaled` tasks are 5 where they would be 1. */
const rollouts = (scaled: number): Row[] =>
  Array.from({ length: 36 }, (_, at) => ({
    rollout_id: `r${at}`,
    task_id: `t${Math.floor(at / 6)}`,
    prompt: `Where is order ${Math.floor(at / 6)}?`,
    final_text: `It is on its way, number ${at}.`,
    reward: at % 2 === 1 ? (at < scaled * 6 ? 5 : 1) : 0,
  }));
const scaledOf = (rows: number) => `${rows} rewards lie outside 0 to 1, so `;

const CALLS: Readonly<Record<string, (rows: Row[]) => { report: unknown; notes: readonly { code: string }[] }>> = {
  curriculum: (rows) => reported(curriculum(rows)),
  nextRound: (rows) => reported(nextRound(rows)),
  "optimize, prior": (rows) => reported(optimize(rollouts(0), { prior: rows }).report),
  "optimize, sft": (rows) => reported(optimize(rows, { mode: "sft" }).report),
  calibrate: (rows) => reported(calibrate(rows).report),
  gradientGate: (rows) => reported(gradientGate(rows, { strict: false })),
  hackScan: (rows) => reported(hackScan(rows)),
  groupSignal: (rows) => reported(groupSignal(rows)),
  groupAdvantages: (rows) => reported(groupAdvantages(rows)),
  buildPreferencePairs: (rows) => reported(buildPreferencePairs(rows).report),
};
const reported = (report: { notes: readonly { code: string }[] }) => ({ report, notes: report.notes });

describe.each(Object.entries(CALLS))("%s", (_, call) => {
  test("says once how many rewards are on another scale", () => {
    const { report, notes } = call(rollouts(2));
    expect(notes.filter(({ code }) => code === "rewards_out_of_range")).toHaveLength(1);
    expect(`${report}`).toContain(scaledOf(6));
    expect(`${report}`).toContain("Scale the rewards to 0 to 1.");
  });

  test("and nothing where none is", () => {
    expect(call(rollouts(0)).notes.map(({ code }) => code)).not.toContain("rewards_out_of_range");
  });
});

describe("no pass rate is made of the zeros that are left", () => {
  const [mixed, all] = [rollouts(2), rollouts(6)];

  test("curriculum lists their tasks apart", () => {
    const report = curriculum(mixed);
    expect(report).toMatchObject({ nTasks: 6, nTrainable: 4, nNotReady: 0, nOutOfRange: 2, nRowsOutOfRange: 6 });
    expect(report.outOfRange).toEqual([
      { taskId: "t0", n: 3, passRate: null },
      { taskId: "t1", n: 3, passRate: null },
    ]);
    expect(`${report}`).toContain("not ready 0  thin 0  out of range 2\n");
    expect(curriculum(all).notes.map(({ code }) => code)).toEqual(["rewards_out_of_range"]);
  });

  test("retireSolved keeps them", () => {
    const ones = [1, 1, 1, 5].map((reward) => ({ task_id: "a", reward }));
    expect(retireSolved(ones)).toEqual(ones);
  });

  test("nextRound keeps them as unknown, and takes a rate that was measured elsewhere", () => {
    const plan = nextRound(mixed);
    expect(plan).toMatchObject({ nUnsolved: 0, unknown: ["t0", "t1"], outOfRange: ["t0", "t1"], nOutOfRange: 6 });
    expect(plan.tasks[0]).toEqual({ taskId: "t0", calibration: null });
    const carried = mixed.map(
      (row) => ({ ...row, calibration: { task_id: row.task_id, pass_rate: 0.5, n: 8 } }) as Row,
    );
    expect(nextRound(carried)).toMatchObject({ unknown: [], outOfRange: [], nOutOfRange: 6, nKept: 6 });
  });

  test("optimize drops none of them as unsolved by an earlier round", () => {
    const { prior } = optimize(rollouts(0), { prior: mixed }).report as { prior: unknown };
    expect(prior).toMatchObject({ droppedUnsolved: 0, unknown: 2, rowsDropped: 0, outOfRange: ["t0", "t1"] });
  });

  test("a round that has all its rates in spite of them is not said to lack one", () => {
    const prior = [{ task_id: "t0", prompt: "x", reward: 5, pass_rate: 0.5, n: 8 }];
    expect(`${optimize(rollouts(0), { prior }).report}`).toContain(
      "so no pass rate is made of what is left of their tasks.",
    );
    expect(`${nextRound(mixed, { tasks: ["zz"] })}`).toContain(
      "so no pass rate is made of what is left of their tasks.",
    );
  });

  test("optimize's band does not judge them", () => {
    const rewards = [0, 0, 0, 0, 0, 0, 0, 1, ...Array.from({ length: 8 }, () => 5)];
    const rows = [
      ...rollouts(0),
      ...rewards.map((reward, at) => ({ task_id: "a", prompt: "a?", final_text: `${at}.`, reward })),
    ];
    expect(optimize(rows).report).toMatchObject({ bandGroupsDropped: 0, groupsSelected: 7 });
    const onScale = rows.filter(({ reward }) => reward !== 5);
    expect(optimize(onScale).report).toMatchObject({ bandGroupsDropped: 1, groupsSelected: 6 });
  });

  test("calibrate stamps none of them, in whatever order the rows come", () => {
    for (const rows of [mixed, mixed.toReversed()]) {
      const { rows: stamped, report } = calibrate(rows);
      expect(stamped.filter((row) => row.calibration === undefined)).toHaveLength(12);
      expect(report).toMatchObject({ nStamped: 24, nUnstamped: 12, nOutOfRange: 6 });
      expect(report.outOfRange.toSorted()).toEqual(["t0", "t1"]);
    }
  });

  test("groupSignal leaves their groups out of the band and of pass@1", () => {
    expect(groupSignal(mixed)).toMatchObject({ nMixed: 6, nInBand: 4, passAt1: 0.5 });
    expect(groupSignal(all)).toMatchObject({ nMixed: 6, nInBand: 0, passAt1: null });
  });

  test("gradientGate names the scale as the cause", () => {
    expect(() => gradientGate(all)).toThrow(GateError);
    expect(() => gradientGate(all)).toThrow(/from 0 to 1; 18 rewards lie outside 0 to 1 and took no part/);
    expect(gradientGate(all, { strict: false }).notes[0]).toMatchObject({ fix: "Scale the rewards to 0 to 1." });
    const fives = all.map((row) => ({ ...row, reward: 5 }));
    expect(() => gradientGate(fives)).toThrow("No row has a reward from 0 to 1: 36 rewards lie outside 0 to 1.");
  });

  test("hackScan tells no capacity", () => {
    expect(hackScan(mixed).support.capacity).toBeNull();
    expect(hackScan(rollouts(0)).support.capacity).toBe(1);
  });
});

test("optimize says it of what it leaves out, and sft not to whoever asks for another scale", () => {
  expect(`${optimize(rollouts(2))}`).toContain("(out of range 6); none of them counts as a failure. Scale the rewards");
  const failed = rollouts(2).map((row, at) => (at > 34 ? { ...row, reward: null, judge_status: "error" } : row));
  expect(`${optimize(failed)}`).toContain("Scale the rewards to 0 to 1. Grade the others again.");
  const asked = optimize(rollouts(2), { mode: "sft", minReward: 4 });
  expect(asked.rows.every(({ reward }) => reward === 5)).toBe(true);
  expect(asked.report.notes.map(({ code }) => code)).not.toContain("rewards_out_of_range");
});
