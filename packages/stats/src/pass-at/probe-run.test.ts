import type { Row } from "@whileai/core";
import { describe, expect, test } from "vitest";
import { taskValues } from "../metric/task-values.js";
import { betaAgent, kindsAgent, meanOverSeeds, probeRun, steadyAgent, truth } from "./__fixtures__/probe-run.js";
import { passAt } from "./pass-at.js";

const codes = (report: { notes: readonly { code: string }[] }) => report.notes.map(({ code }) => code);
const plan = { policy: "probe" as const, probe: 2, k: 8 };
const probed = (task: string, rewards: readonly (number | null)[], first = 0): Row[] =>
  rewards.map((reward, index) => ({ scenario_id: task, rollout_index: first + index, reward, sampling_plan: plan }));

describe("passAt on runs that probe and fill", () => {
  test.each([steadyAgent(0.2), steadyAgent(0.5), steadyAgent(0.8), steadyAgent(0.9), betaAgent(4)])(
    "is near the truth for $name, where averaging groups may not be",
    (agent) => {
      const measured = meanOverSeeds(agent, passAt, { tasks: 1000, probe: 2, k: 8, seeds: 3 });
      const known = truth(agent, 8);
      expect(Math.abs(measured.passAt1 - known.passAt1)).toBeLessThan(0.015);
      expect(Math.abs(measured.passAtK - known.passAtK)).toBeLessThan(0.03);
      expect(Math.abs(measured.passPowK - known.passPowK)).toBeLessThan(0.03);
      expect(Math.abs(measured.headroom - known.headroom)).toBeLessThan(0.03);
    },
  );

  test("averaging groups would be off by 0.07 at a true 0.8", () => {
    const measured = meanOverSeeds(steadyAgent(0.8), passAt, { tasks: 1000, probe: 2, k: 8, seeds: 3 });
    expect(measured.naivePassAt1).toBeGreaterThan(0.86);
  });

  test("uses a mixture where tasks come in kinds, and says so", () => {
    const agent = kindsAgent([0.05, 0.95]);
    const report = passAt(probeRun(agent, { tasks: 1000, probe: 2, k: 8, seed: 1 }));
    const known = truth(agent, 8);
    expect(report.estimate?.model).toBe("mixture");
    expect(`${report}`).toContain("estimated with a mixture of task rates");
    expect(Math.abs((report.passAtK as number) - known.passAtK)).toBeLessThan(0.03);
    expect(report.passAtKCi95?.low).toBeLessThan(known.passAtK);
    expect(report.passAtKCi95?.high).toBeGreaterThan(known.passAtK);
  });

  test("reports the estimate, its bounds and its note, whatever the order of the rows", () => {
    const rows = probeRun(betaAgent(4), { tasks: 200, probe: 2, k: 8, seed: 1 });
    const report = passAt(rows);
    expect(codes(report)).toEqual(["estimated_kway"]);
    expect(report.k).toBe(8);
    expect(report.estimate).toMatchObject({ model: "beta_binomial", refits: 300 });
    const { passAtKBounds, passPowKBounds } = report.estimate ?? {};
    expect(passAtKBounds?.low).toBeLessThanOrEqual(report.passAtK as number);
    expect(passAtKBounds?.high).toBe(1);
    expect(passPowKBounds?.high).toBeGreaterThanOrEqual(report.passPowK as number);
    expect(report.headroom).toBeCloseTo((report.passAtK as number) - (report.passAt1 as number), 12);
    expect(report.passPowKCi95?.low).toBeLessThan(report.passPowK as number);
    expect(report.passPowKCi95?.high).toBeGreaterThan(report.passPowK as number);
    const { perTask: _, ...fields } = passAt([...rows].reverse());
    expect(report).toMatchObject(JSON.parse(JSON.stringify(fields)));
    expect(passAt(rows, { seed: 9 }).passAtK).toBe(report.passAtK);
    expect(passAt(rows, { seed: 9 }).passPowKCi95).not.toEqual(report.passPowKCi95);
  });

  test("fractions of several evaluation runs add up to the same digits whichever run came first", () => {
    const rows = [0.1, 0.3, 0.4].flatMap((reward, run) =>
      probed("a", [reward, reward]).map((row) => ({ ...row, lineage: { eval_run: run } })),
    );
    expect(passAt([...rows].reverse()).meanReward).toBe(passAt(rows).meanReward);
    const values = [rows, [...rows].reverse()].map((side) => taskValues(side, "mean_reward").perTask.get("a")?.mean);
    expect(values[0]).toBe(values[1]);
  });

  test("pass@1 reads the first probes by index, not by arrival", () => {
    const rows = probed("a", [1, 0, 1, 1, 1, 1, 1, 1]).reverse();
    expect(passAt(rows)).toMatchObject({ passAt1: 0.5, nRows: 8 });
  });

  test("an ungraded probe is not replaced by a later rollout", () => {
    const report = passAt([...probed("a", [null, 0, 1, 1, 1, 1, 1, 1]), ...probed("b", [1, 1])]);
    expect(report.perTask.get("a")).toBe(0);
  });

  test("tasks without any graded probe leave pass@1, and are told", () => {
    const report = passAt([...probed("a", [null, null, 1, 1]), ...probed("b", [1, 0, 1, 1, 0, 1, 1, 1])]);
    expect([...report.perTask.keys()]).toEqual(["b"]);
    expect(report.nGroups).toBe(2);
    expect(codes(report)).toContain("probe_missing");
  });

  test("each evaluation run has its own probes", () => {
    const again = (run: number, rewards: number[]) =>
      probed("a", rewards).map((row) => ({ ...row, lineage: { eval_run: run } }));
    expect(passAt([...again(0, [1, 1]), ...again(1, [0, 1, 0, 0, 0, 0, 0, 0])]).passAt1).toBe(0.75);
  });

  test("rows without an index are probes in the order they come", () => {
    const rows = [0, 1, 1, 1].map((reward) => ({ scenario_id: "a", reward, sampling_plan: plan }));
    expect(passAt(rows).passAt1).toBe(0.5);
  });

  test("mixed plans are told, and fixed groups among them use all rollouts", () => {
    const fixed = [1, 1, 1, 0].map((reward) => ({ scenario_id: "f", reward }));
    const report = passAt([...fixed, ...probed("a", [1, 1])]);
    expect(codes(report)).toContain("mixed_plans");
    expect(report.perTask.get("f")).toBe(0.75);
  });

  test("the hazard policy is read the same way; a fixed plan is not", () => {
    const rows = probed("a", [1, 0, 1, 1, 1, 1, 1, 1]);
    const under = (policy: "hazard" | "fixed") => rows.map((row) => ({ ...row, sampling_plan: { ...plan, policy } }));
    expect(passAt(under("hazard")).passAt1).toBe(0.5);
    expect(passAt(under("fixed"))).toMatchObject({ passAt1: 0.875, estimate: null });
  });

  test("k may be given, minK holds, and one rollout a task is not enough", () => {
    const rows = probeRun(betaAgent(4), { tasks: 50, probe: 2, k: 8, seed: 2 });
    expect(passAt(rows, { k: 16 }).passAtK).toBeGreaterThan(passAt(rows).passAtK as number);
    expect(passAt(rows, { k: 2 })).toMatchObject({ passAtK: null, estimate: null });
    const single = passAt(probed("a", [1]));
    expect(single.passAtK).toBeNull();
    expect(codes(single)).toContain("no_group_at_k");
  });

  test("meanReward reads the probes too", () => {
    expect(passAt(probed("a", [1, 0, 1, 1, 1, 1, 1, 1])).meanReward).toBe(0.5);
  });

  test("unanimousShort is told to be without effect", () => {
    const rows = probeRun(betaAgent(4), { tasks: 20, probe: 2, k: 8, seed: 2 });
    expect(codes(passAt(rows, { unanimousShort: true }))).toContain("unanimous_short_unused");
  });

  test("a task that all probes pass or fail gives certain numbers", () => {
    const all = passAt(["a", "b", "c"].flatMap((task) => probed(task, [1, 1])));
    expect(all).toMatchObject({ passAt1: 1, passAtK: 1, passPowK: 1, headroom: 0 });
    const none = passAt(["a", "b", "c"].flatMap((task) => probed(task, [0, 0])));
    expect(none).toMatchObject({ passAt1: 0, passAtK: 0, passPowK: 0 });
  });

  test("a plan may name any k: the cost does not grow with it", () => {
    const huge = { policy: "probe", probe: 2, k: Number.MAX_SAFE_INTEGER } as const;
    const rows = ["a", "b", "c", "d"].flatMap((scenario_id, task) =>
      [0, 1].map((rollout_index) => ({
        scenario_id,
        rollout_index,
        reward: task > rollout_index ? 1 : 0,
        sampling_plan: huge,
      })),
    );
    const report = passAt(rows);
    expect(report.passAt1).toBe(0.625);
    expect(report.passPowK).toBeLessThanOrEqual(0.625);
    expect(report.passAtK).toBeGreaterThanOrEqual(0.625);
  });
});
