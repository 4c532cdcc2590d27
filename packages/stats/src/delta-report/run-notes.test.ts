import { describe, expect, test } from "vitest";
import { codes, high, low, passes, runRows } from "./__fixtures__/run-rows.js";
import { deltaReport } from "./delta-report.js";

describe("how the sides were made", () => {
  const plan = { sampling_plan: { policy: "probe", probe: 2, k: 4 } };
  const probed = runRows({
    rewards: Array.from({ length: 12 }, (_, task) => (task % 3 === 0 ? [1, 0, 1, 1] : [1, 1])),
    fields: () => plan,
  });
  const fixed = runRows({ rewards: passes(12, 3) });

  test("sampling plans that differ are told", () => {
    const { notes } = deltaReport(probed, fixed);
    expect(notes.find(({ code }) => code === "different_plans")?.message).toBe(
      "rollouts were planned differently: probe 2 of 4 before, fixed after.",
    );
    expect(codes(deltaReport(probed, probed))).not.toContain("different_plans");
  });

  test("what a probed run can show is sized by the rollouts that its rates come from", () => {
    const probesAlone = runRows({
      rewards: Array.from({ length: 12 }, (_, task) => (task % 3 === 0 ? [1, 0] : [1, 1])),
    });
    const report = deltaReport(probed, probed);
    expect(report.config.before.k).toBe(4);
    expect(report.detectableEffect).toBe(deltaReport(probesAlone, probesAlone).detectableEffect);
  });

  test("few clusters, and tasks of several, are told", () => {
    const related = deltaReport(low, high, { clusterBy: (row) => `${String(row.scenario_id).length}${row.reward}` });
    expect(codes(related)).toEqual(expect.arrayContaining(["few_clusters", "torn_clusters"]));
    expect(codes(deltaReport(low, high))).not.toContain("few_clusters");
  });

  test("rewards that pass@1 leaves out are counted", () => {
    const partly = [...low, ...runRows({ rewards: [[0.5, 0.25]], from: 30 })];
    const { notes } = deltaReport(partly, partly);
    expect(notes.find(({ code }) => code === "partial_rewards")?.message).toBe(
      "4 rewards not 0 or 1 left out of pass_at_1.",
    );
  });
});
