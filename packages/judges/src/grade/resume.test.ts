import { type JudgeObject, OptionError, type Row } from "@whileai/core";
import { ScriptedBackend } from "@whileai/core/backends";
import { describe, expect, it, vi } from "vitest";
import { Judge } from "../judge/judge.js";
import { verify } from "../verify/verify.js";
import { grade } from "./grade.js";

const rowsOf = (...replies: string[]): Row[] =>
  replies.map((final_text, index) => ({ scenario_id: `t${index}`, final_text, answer: "yes" }));
const versioned = (version: string, judge: JudgeObject["judge"]): JudgeObject => ({ name: "mine", version, judge });

describe("resume", () => {
  it("keeps the verdicts of the same version, asks for the others, and counts", async () => {
    let isDown = true;
    const judge = vi.fn((row: Readonly<Row>) => {
      if (isDown && row.final_text === "no") throw new Error("down");
      return { reward: row.final_text === "yes", reason: `read ${row.final_text}` };
    });
    const first = await grade(rowsOf("yes", "no", "yes"), versioned("1", judge));
    expect(first.rows.map((row) => row.reward)).toEqual([1, null, 1]);
    isDown = false;
    const again = await grade(first.rows, versioned("1", judge), { resume: true });
    expect(judge).toHaveBeenCalledTimes(4);
    expect(again.rows.map((row) => row.reward)).toEqual([1, 0, 1]);
    expect(again.rows[0]).toEqual(first.rows[0]);
    expect(again.rows[0]).not.toBe(first.rows[0]);
    expect(again.report).toMatchObject({ kept: 2, graded: 3, passed: 2, failed: 1 });
    expect(`${again.report}`).toContain("2 rows kept the verdict that version 1 of the judge had given");
  });

  it("changes nothing of the rows that it is given, whatever stands in them", async () => {
    const lineage = Object.freeze({ scoring_run_id: "", judge_version: "1" });
    const row: Row = Object.freeze({ final_text: "yes", reward: 1, judge_status: "ok", lineage });
    const { rows, report } = await grade(
      [row],
      versioned("1", () => 0),
      { resume: true },
    );
    expect(rows[0]).toMatchObject({ reward: 1, lineage: { scoring_run_id: report.runId } });
  });

  it("judges everything anew for another version, and without the option", async () => {
    const judge = vi.fn(() => 1);
    const { rows } = await grade(rowsOf("a", "b"), versioned("1", judge));
    await grade(rows, versioned("2", judge), { resume: true });
    expect(judge).toHaveBeenCalledTimes(4);
    await grade(rows, versioned("1", judge));
    expect(judge).toHaveBeenCalledTimes(6);
  });

  it("reads the version where chat judges write it, and verifiers", async () => {
    const backend = ScriptedBackend(() => '{"score": 1}');
    const judge = Judge({ model: backend });
    const { rows } = await grade(rowsOf("a"), judge);
    await grade([{ ...rows[0], lineage: {} }], judge, { resume: true });
    expect(backend.requests).toHaveLength(1);
    const exact = await grade(rowsOf("yes"), verify.ExactMatch());
    expect((await grade(exact.rows, verify.ExactMatch(), { resume: true })).report.kept).toBe(1);
    expect((await grade(exact.rows, verify.Includes(), { resume: true })).report.kept).toBe(0);
  });

  it.each([
    ["a status that is not ok", { judge_status: "error" }],
    ["no status", { judge_status: undefined }],
    ["a reward out of range", { reward: 2 }],
    ["a reward that is no number", { reward: "1" }],
    ["no version", { lineage: null }],
  ])("does not keep a verdict with %s", async (_name, change) => {
    const { rows } = await grade(rowsOf("yes"), verify.ExactMatch());
    const { report } = await grade([{ ...rows[0], ...change } as Row], verify.ExactMatch(), { resume: true });
    expect(report.kept).toBe(0);
  });

  it("needs a judge with a version, and so does a cache", async () => {
    const judge = vi.fn(() => 1);
    await expect(grade(rowsOf("a"), judge, { resume: true })).rejects.toThrow(OptionError);
    await expect(grade(rowsOf("a"), judge, { cache: new Map() as never })).rejects.toThrow(
      "needs a judge with a version",
    );
    expect(judge).not.toHaveBeenCalled();
  });
});

describe("a verdict on a row that had one", () => {
  it("leaves nothing of the old one behind", async () => {
    const old = {
      final_text: "x",
      reward: 0,
      reason: "made it up",
      failure_class: "fabrication",
      judge_meta: { old: 1 },
    };
    const { rows } = await grade([old], () => 1);
    expect(rows[0]).not.toHaveProperty("reason");
    expect(rows[0]).not.toHaveProperty("failure_class");
    expect(rows[0]).not.toHaveProperty("judge_meta");
    expect(old.reason).toBe("made it up");
  });

  it("is made from a copy that the judge cannot change", async () => {
    const row = { final_text: "x", steps: [{ tool: "a" }] };
    const { rows } = await grade([row], (given) => {
      (given.steps as { tool: string }[])[0] = { tool: "forged" };
      return 1;
    });
    expect(row.steps).toEqual([{ tool: "a" }]);
    expect(rows[0]).toMatchObject({ judge_status: "error", steps: [{ tool: "a" }] });
  });
});

describe("rewards on steps", () => {
  const row = (): Row => ({ scenario_id: "s", steps: [{ text: "a" }, { tool: "b", reward: 0.3 }, { text: "c" }] });

  it("are kept on the steps, counted and printed; a second judge's take their place", async () => {
    const { rows, report } = await grade([row()], () => ({ reward: 0.5, step_rewards: [1, null, -0.25] }));
    expect(rows[0]).toMatchObject({
      reward: 0.5,
      judge_meta: { step_rewards: 2 },
      steps: [
        { text: "a", reward: 1 },
        { tool: "b", reward: null },
        { text: "c", reward: -0.25 },
      ],
    });
    expect(report).toMatchObject({ withStepRewards: 1, partial: 1, meanReward: 0.5 });
    expect(`${report}`).toMatch(/rewards on the steps of 1 row$/m);
    const again = await grade(rows, () => 1);
    expect(again.rows[0]?.steps).toEqual([{ text: "a" }, { tool: "b" }, { text: "c" }]);
    expect(again.report.withStepRewards).toBe(0);
  });

  it("that came with the rollout stay where the judge has none", async () => {
    const { rows } = await grade([row()], () => 1);
    expect(rows[0]?.steps).toEqual(row().steps);
  });

  it.each<[unknown, unknown]>([
    [
      [1, 0],
      [1, 0],
    ],
    ["all", "all"],
    [
      [1, "x", 0],
      [1, "x", 0],
    ],
    [
      [1, Number.NaN, 0],
      [1, "NaN", 0],
    ],
  ])("%j do not fit and are noted", async (step_rewards, kept) => {
    const { rows, report } = await grade([row()], () => ({ reward: 1, step_rewards }));
    expect(rows[0]?.steps).toEqual(row().steps);
    expect(rows[0]?.judge_meta?.step_rewards).toEqual(kept);
    expect(report.withStepRewards).toBe(0);
    expect(report.notes.map(({ code }) => code)).toEqual(["step_rewards_misfit"]);
  });
});
