import type { Row } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { worstCaseBounds } from "../inference/worst-case-bounds.js";
import { passAt } from "./pass-at.js";

const group = (task: string, ...rewards: unknown[]): Row[] =>
  rewards.map((reward) => ({ scenario_id: task, reward }) as Row);

describe("what passAt says of rows that were not graded", () => {
  test("the bounds agree with pass@1 where every row was", () => {
    expect(passAt([...group("a", 1, 0), ...group("b", 1)]).worstCase).toEqual({
      allFail: 0.75,
      allPass: 0.75,
      nMissing: 0,
    });
    expect(passAt([]).worstCase).toEqual({ allFail: null, allPass: null, nMissing: 0 });
  });

  test("are the bounds of the counts, and hold pass@1 between them where every task has a grade", () => {
    const reward = fc.constantFrom(0, 1, null, 0.5);
    fc.assert(
      fc.property(fc.array(fc.array(reward, { maxLength: 5 }), { minLength: 1, maxLength: 8 }), (tasks) => {
        const rows = tasks.flatMap((rewards, index) => group(`t${index}`, ...rewards));
        const counts = tasks.map((rewards) => ({
          passes: rewards.filter((value) => value === 1).length,
          graded: rewards.filter((value) => value === 0 || value === 1).length,
          missing: rewards.filter((value) => value === null || value === 0.5).length,
        }));
        const { low, high, nMissing } = worstCaseBounds(counts);
        const report = passAt(rows);
        expect(report.worstCase).toEqual({ allFail: low, allPass: high, nMissing });
        if (counts.some(({ graded, missing }) => graded === 0 && missing > 0) || report.passAt1 === null) return;
        expect(report.worstCase.allFail).toBeLessThanOrEqual(report.passAt1 + 1e-12);
        expect(report.worstCase.allPass).toBeGreaterThanOrEqual(report.passAt1 - 1e-12);
      }),
    );
  });

  test("a rollout that was graded in the end is not missing, whichever row came first", () => {
    const first = { scenario_id: "a", rollout_index: 0, reward: null };
    const graded = { scenario_id: "a", rollout_index: 0, reward: 1 };
    const other = { scenario_id: "a", rollout_index: 1, reward: null };
    for (const rows of [
      [first, graded, other, other],
      [graded, first, other, other],
    ])
      expect(passAt(rows).worstCase).toEqual({ allFail: 0.5, allPass: 1, nMissing: 1 });
  });

  test("of probed tasks, only probes count", () => {
    const sampling_plan = { policy: "probe", probe: 2, k: 8 } as const;
    const rows = [null, 1, null, 1, 1].map((reward, rollout_index) => ({
      scenario_id: "a",
      rollout_index,
      reward,
      sampling_plan,
    }));
    expect(passAt(rows).worstCase).toEqual({ allFail: 0.5, allPass: 1, nMissing: 1 });
  });

  test("the line tells the graded share and the bounds, and never rounds it to all", () => {
    expect(`${passAt(group("a", 1, 1, null, 0))}`).toContain(
      "75% of rows graded, pass@1 0.50..0.75 whatever the others are",
    );
    const nearly = [...group("a", ...Array.from({ length: 999 }, () => 1)), ...group("a", null)];
    expect(`${passAt(nearly)}`).toContain("; 99% of rows graded");
    expect(`${passAt(group("a", 1, 0))}`).not.toContain("graded");
    expect(`${passAt(group("a", null))}`).not.toContain("whatever");
  });
});

describe("meanRewardCi95", () => {
  const tasks = (...rewards: number[]) => rewards.flatMap((reward, index) => group(`t${index}`, reward));

  test("is the recommended interval where rewards lie in [0, 1]", () => {
    const report = passAt(tasks(0.25, 0.5, 1, 0.75, 0.5));
    expect(report.meanReward).toBe(0.6);
    expect(report.meanRewardCi95?.low).toBeGreaterThan(0);
    expect(report.meanRewardCi95?.high).toBeLessThan(1);
    const { low, high } = passAt(tasks(1, 1, 0, 1)).smallSampleCi95 as { low: number; high: number };
    expect(passAt(tasks(1, 1, 0, 1)).meanRewardCi95).toEqual({ low, high });
  });

  test("is Student's elsewhere, and null below three tasks", () => {
    const report = passAt(tasks(-1, 3, 10));
    // mean 4, standard deviation 5.567764, t(2) 4.302653
    expect(report.meanRewardCi95?.low).toBeCloseTo(4 - (4.302652729911 * 5.5677643628) / Math.sqrt(3), 8);
    expect(report.meanRewardCi95?.high).toBeCloseTo(4 + (4.302652729911 * 5.5677643628) / Math.sqrt(3), 8);
    expect(passAt(tasks(0.5, 0.25)).meanRewardCi95).toBeNull();
  });
});
