import { OptionError, type Row } from "@whileai/core";
import { expect, test } from "vitest";
import { groupSignal } from "./group-signal.js";

const group = (task: string, rewards: readonly unknown[]): Row[] =>
  rewards.map((reward) => ({ task_id: task, reward }) as Row);

test("counts what can be learnt from", () => {
  const rows = [
    ...group("mixed", [1, 0, 1, 1]),
    ...group("hard", [0, 0, 0, 1, 0, 0, 0, 0, 0, 0]),
    ...group("pass", [1, 1, 1, 1]),
    ...group("fail", [0, 0, 0, 0]),
    ...group("one", [1]),
  ];
  const signal = groupSignal(rows);
  expect(signal).toMatchObject({ nGroups: 5, nSingle: 1, nMixed: 2, nInBand: 1, nAllOne: 1, nAllZero: 1, k: 4 });
  expect(signal.mixedRate).toBe(0.5);
  expect(signal.passAt1).toBeCloseTo((0.75 + 0.1 + 1 + 0 + 1) / 5);
  expect(signal.passPowK).toBeCloseTo(1 / 4);
  expect(signal.headroom).toBeCloseTo((signal.passAtK as number) - (signal.passAt1 as number));
  expect(`${signal}`).toContain("groups 5  mixed 2 (in band 1)");
});

test("fractions count as contrast when they spread, and give no pass@k", () => {
  const signal = groupSignal([...group("a", [0.4, 0.6, 0.5, 0.5]), ...group("b", [0.3, 0.3, 0.3, 0.3])]);
  expect(signal).toMatchObject({ nMixed: 1, nInBand: 1, nFlat: 1, passAtK: null, headroom: null });
});

test("rewards that are no shares of 1 are counted and said", () => {
  const signal = groupSignal(group("a", [1, -1, -1, "2", -0, true]));
  expect(signal).toMatchObject({ nMixed: 1, nOutOfRange: 3 });
  expect(`${signal}`).toContain(
    "warning: 3 rewards lie outside 0 to 1, so groups that hold one are in no band and in no pass@1.",
  );
});

test("nothing graded gives nulls and a note", () => {
  const signal = groupSignal([null as unknown as Row, ...group("a", [null, undefined])]);
  expect(signal).toMatchObject({ nGroups: 0, mixedRate: null, passAt1: null, k: 1, nUngraded: 2, nSkipped: 1 });
  expect(signal.notes.map(({ code }) => code)).toEqual(["ungraded_rows", "skipped_entries"]);
});

test.each([[[0.8, 0.2]], [[0, 2]], ["wide"], [[0.1]]])("a band of %j is refused", (band) => {
  expect(() => groupSignal([], { band } as object)).toThrow(OptionError);
});

test("a path is no list of rows", () => {
  expect(() => groupSignal("rows.jsonl" as never)).toThrow("must be a list of rows, got string");
});

test("a group whose graded rollouts agree is unanimous so far, one without any reward is no group", () => {
  const rows = [
    ...group("mixed", [1, 0, null, null]),
    ...group("sofar", [1, null, null, null]),
    ...group("settled", [1, 1]),
    ...group("nothing", [null, null, null, null]),
  ];
  const signal = groupSignal(rows);
  expect(signal).toMatchObject({ nGroups: 3, nMixed: 1, nSingle: 1, nUnanimousSoFar: 1, nGroupsUngraded: 1 });
  expect(signal.passAt1).toBeCloseTo((0.5 + 1 + 1) / 3);
  expect(signal.notes.map(({ code }) => code)).toEqual(["ungraded_rows", "unanimous_so_far"]);
});

test("a reward beside a failed verdict is no label", () => {
  const rows = group("a", [1, 0]).map((row, index) => (index === 1 ? { ...row, judge_status: "error" } : row));
  expect(groupSignal(rows)).toMatchObject({ nSingle: 1, nMixed: 0, nUngraded: 1 });
  expect(groupSignal(group("a", [1, 0]).map((row) => ({ ...row, judge_status: "" as never }))).nMixed).toBe(1);
});

test("runs that stopped on outcomes are pointed out", () => {
  const rows = group("a", [1, 0]).map((row) => ({
    ...row,
    sampling_plan: { policy: "probe" as const, probe: 2, k: 8 },
  }));
  expect(groupSignal(rows).notes[0]?.code).toBe("stopped_on_outcomes");
});
