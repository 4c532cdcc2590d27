import type { Row } from "@whileai/core";
import { expect, test } from "vitest";
import { optimize } from "../optimize/optimize.js";
import { exportRows } from "./export-rows.js";

const group = (task: string, rewards: readonly unknown[], extra: Row = {}): Row[] =>
  rewards.map((reward, index) => ({
    rollout_id: `${task}-${index}`,
    scenario_id: task,
    prompt: `Please handle ${task} for me today`,
    final_text: `Reply ${index} to ${task} is done.`,
    reward: reward as number,
    ...extra,
  }));
const infoOf = (rows: Iterable<Row>) =>
  exportRows(rows, { format: "trl-grpo" }).records.map(({ info }) => {
    const { pass_rate, n } = JSON.parse(info as string);
    return { pass_rate, n };
  });

test.each<[string, Row[], { pass_rate: number | null; n: number }]>([
  ["passes and fails", group("a", [1, 0, true, "0"]), { pass_rate: 0.5, n: 4 }],
  ["fractions", group("a", [0.2, 0.4, 0.6, 0.8]), { pass_rate: 0.5, n: 4 }],
  ["what is no reward", group("a", [1, null, "good"]), { pass_rate: 1, n: 1 }],
  ["a reward on another scale", group("a", [1, null, 7, 0]), { pass_rate: null, n: 0 }],
  ["nothing graded", group("a", [null, null]), { pass_rate: null, n: 0 }],
  ["a judge that failed", group("a", [1, 0], { judge_status: "error" }), { pass_rate: null, n: 0 }],
])("%s: the pass rate of a prompt is that of its selection", (_, rows, expected) => {
  expect(infoOf(rows)).toEqual([
    { pass_rate: expected.pass_rate === null ? null : expect.closeTo(expected.pass_rate, 12), n: expected.n },
  ]);
});

test("it agrees with the stamp where nothing was dropped", () => {
  for (const rewards of [
    [1, 0, 1, 0],
    [0.3, 0.7, 0.4],
  ]) {
    const { rows } = optimize(group("a", rewards));
    expect(rows[0]?.calibration).toMatchObject({ n: rewards.length, ...infoOf(rows)[0] });
  }
});

test("it agrees with the stamp where a penalty took a reward away", () => {
  const rows = group("a", [1, 0, 1, 1]);
  rows[3] = { ...(rows[3] as Row), finish_reason: "length" };
  const selected = optimize(rows, { truncated: "penalize" }).rows;
  expect(selected.map((row) => row.reward)).toEqual([1, 0, 1, 0]);
  expect(infoOf(selected)).toEqual([{ pass_rate: 0.75, n: 4 }]);
});
