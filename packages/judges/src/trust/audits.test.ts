import { JudgeError, OptionError, type Row } from "@whileai/core";
import { ScriptedBackend } from "@whileai/core/backends";
import { describe, expect, it } from "vitest";
import { Judge } from "../judge/judge.js";
import { auditGrades } from "./audit-grades.js";
import { auditVerifier, SAME_RESULT_RUBRIC } from "./audit-verifier.js";

const graded = (n: number): Row[] =>
  Array.from({ length: n }, (_, index) => ({
    scenario_id: `s${index}`,
    final_text: `reply ${index}`,
    reward: index % 2,
    reason: index % 2 ? "Looks right." : `Off by ${index}.`,
    judge_name: "first",
    judge_meta: { model: "acme/grader-1" },
  }));

describe("auditGrades", () => {
  it("asks a second judge blind and says where they differ, by reason", async () => {
    const seen: Row[] = [];
    const report = await auditGrades(graded(20), (row) => {
      seen.push(row as Row);
      return Number(row.scenario_id?.toString().slice(1)) % 4 !== 3;
    });
    expect(seen.every((row) => Object.keys(row).join() === "scenario_id,final_text")).toBe(true);
    expect(report).toMatchObject({
      audited: 20,
      agreed: 5,
      disagreed: 15,
      falsePass: 5,
      falseFail: 10,
      unreachable: 0,
    });
    expect(report.byJudgeReason).toMatchObject([
      { reason: "off by #.", audited: 10, disagreed: 10, disagreeRate: 1, examples: ["s0", "s2", "s4"] },
      { reason: "looks right.", audited: 10, disagreed: 5, disagreeRate: 0.5 },
    ]);
    expect(report.findings).toHaveLength(2);
    expect(`${report}`.split("\n")).toEqual([
      "audit by lambda_judge: 25% agreed (5 of 20); 5 passed that it fails, 10 failed that it passes",
      "  rejected 10 of 10: off by #.",
      "  rejected 5 of 10: looks right.",
      "disagreements to review: 15",
    ]);
  });

  it("refuses the grader itself, by model or by name", async () => {
    const backend = ScriptedBackend(() => '{"reason": "", "score": 1}', { model: "Grader-1" });
    await expect(auditGrades(graded(2), backend)).rejects.toThrow(JudgeError);
    await expect(auditGrades(graded(2), { name: "first", judge: () => 1 })).rejects.toThrow("agree with itself");
    expect(backend.requests).toHaveLength(0);
    const other = ScriptedBackend(() => '{"reason": "fine", "score": 1}', { model: "qwen3-8b" });
    const family = graded(2).map((row) => ({ ...row, lineage: { model: "Qwen/Qwen3-4B" } }));
    const report = await auditGrades(family, Judge({ rubric: "r", model: other }));
    expect(report).toMatchObject({ audited: 2 });
    expect(report.notes.map(({ code }) => code)).toEqual(["same_family"]);
  });

  it("samples, counts what it cannot reach, and says when there is nothing", async () => {
    const report = await auditGrades(graded(50), (row) => (row.scenario_id === "s1" ? null : 1) as number, {
      sample: 10,
      seed: 3,
    });
    expect(report.audited + report.unreachable).toBe(10);
    const one = await auditGrades(graded(2), (row) => (row.scenario_id === "s1" ? null : 0) as number);
    expect(one.notes.map(({ code }) => code)).toEqual(["unreachable"]);
    expect((await auditGrades([{ reward: 0.5 }, null] as Row[], () => 1)).notes.map(({ code }) => code)).toEqual([
      "nothing_audited",
    ]);
    const partly = await auditGrades([...graded(2), { reward: 0.5 }, null] as Row[], (row) => row.scenario_id !== "s0");
    expect(partly).toMatchObject({ audited: 2, nSkipped: 2 });
    expect(partly.notes.map(({ message }) => message)).toEqual(["2 entries without a reward of 0 or 1 are left out."]);
    expect(`${await auditGrades(graded(1), () => null as never)}`).toContain("gave no verdict of 0 or 1");
    await expect(auditGrades([], () => 1, { samples: 1 } as never)).rejects.toThrow(OptionError);
  });
});

describe("auditVerifier", () => {
  const rows = (n: number): Row[] =>
    Array.from({ length: n }, (_, index) => ({
      prompt: "p",
      answer: "12",
      final_text: index % 3 === 0 ? "twelve" : "13",
      reward: 0,
      reason: `expected 12, got ${index}`,
    }));

  it("finds right answers that the rule fails", async () => {
    const report = await auditVerifier(rows(30), (row) => row.final_text === "twelve");
    expect(report.fails).toMatchObject({
      total: 30,
      audited: 30,
      wrong: 10,
      rate: 1 / 3,
      reasons: [["expected #, got #", 10]],
    });
    expect(report.fails.estimatedWrong).toBeCloseTo(10, 9);
    expect(report.passes).toBeNull();
    expect(`${report}`.split("\n")).toEqual([
      "failed rows: 33% look wrongly decided (95% 19%..51%, 10 of 30 looked at, of 30)",
      "  10 x expected #, got #",
      expect.stringContaining("warning: The verifier fails right answers: 10 of 30 that were looked at."),
    ]);
  });

  it("asks a model whether the result is the same, with the reference", async () => {
    const backend = ScriptedBackend(({ messages }) =>
      JSON.stringify({ reason: "", score: Number(JSON.stringify(messages.at(-1)).includes("twelve")) }),
    );
    const report = await auditVerifier(rows(6), backend);
    expect(report).toMatchObject({ judge: "same_result", fails: { wrong: 2, audited: 6 } });
    expect(JSON.stringify(backend.requests[0]?.messages[0])).toContain(SAME_RESULT_RUBRIC.slice(0, 40));
    expect(JSON.stringify(backend.requests[0]?.messages[1])).toContain("reference");
    expect(report.notes.map(({ code }) => code)).toEqual(["fails_right_answers", "few_audited"]);
  });

  it("looks at passes when asked, and tells what it could not see", async () => {
    const passed = rows(60).map((row) => ({ ...row, reward: 1 }));
    const report = await auditVerifier(
      [...passed, { reward: 0, final_text: "x" }, null] as Row[],
      (row) => row.final_text === "twelve",
      {
        passes: true,
        seed: 1,
      },
    );
    expect(report.passes).toMatchObject({ total: 60, audited: 40 });
    expect(report.passes?.wrong).toBeGreaterThan(20);
    expect(report.fails).toMatchObject({ total: 1, audited: 0, rate: null, ci95: null, noReference: 1 });
    expect(report.notes.map(({ code }) => code)).toEqual(["no_reference", "passes_wrong_answers", "rows_left_out"]);
    expect(report.nSkipped).toBe(1);
    expect(report.notes[0]?.message).toBe("1 of 1 row that it fails has no right answer to compare with.");
    const lost = await auditVerifier([{ reward: 0, answer: { a: 1 }, final_text: "x" }], () => null as never);
    expect(lost.fails.unreachable).toBe(1);
    expect(`${lost}`).toContain("failed rows: none looked at (of 1)");
    await expect(auditVerifier([], () => 1, { pass: true } as never)).rejects.toThrow(OptionError);
  });
});
