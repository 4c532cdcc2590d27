import { derive, type RandomStream, type Row } from "@whileai/core";
import { describe, expect, test } from "vitest";
import { compareRuns } from "./compare-runs.js";

const TRIALS = 60;

/** An agent that passes 97% of the time on every task: differences between two of its runs are chance. */
const run = (stream: RandomStream, prefix: string, tasks: number, rollouts: number): Row[] =>
  Array.from({ length: tasks * rollouts }, (_, index) => ({
    scenario_id: `${prefix}${Math.floor(index / rollouts)}`,
    reward: stream.uniform() < 0.97 ? 1 : 0,
  }));

// Taken as they are, the sign flip calls about 12% of such pairs different, the permutation test 14%.
describe.each([
  ["the same tasks", "t", "t", ["sign_flip_exact", "sign_flip_stratified"]],
  ["other tasks", "a", "b", ["permutation_exact", "permutation_bounded"]],
])("one rollout beside eight, %s", (_, prefixA, prefixB, methods) => {
  test("does not make two runs of one agent differ", () => {
    const reports = Array.from({ length: TRIALS }, (_unused, trial) => {
      const stream = derive(trial, "uneven", prefixB);
      return compareRuns(run(stream, prefixA, 60, 1), run(stream, prefixB, 60, 8));
    });
    expect(reports.filter(({ verdict }) => verdict !== "no_difference_detected").length).toBeLessThanOrEqual(3);
    for (const { pValueMethod } of reports) expect(methods).toContain(pValueMethod);
    expect(reports.some(({ pValueMethod }) => pValueMethod === methods[1])).toBe(true);
  });

  test("finds a real difference, and the same one from the other side", () => {
    const stream = derive(1, "uneven and better", prefixB);
    const a: Row[] = Array.from({ length: 40 }, (_unused, task) => ({
      scenario_id: `${prefixA}${task}`,
      reward: stream.uniform() < 0.4 ? 1 : 0,
    }));
    const b = run(stream, prefixB, 40, 8);
    const [forward, backward] = [compareRuns(a, b), compareRuns(b, a)];
    expect([forward.verdict, backward.verdict]).toEqual(["b_better", "a_better"]);
    expect(backward.pValue).toBe(forward.pValue);
  });
});
