import { describe, expect, it } from "vitest";
import type { Row } from "../row/row.js";
import { attachVerdict } from "./attach-verdict.js";
import { normalizeJudgeResult } from "./normalize-judge-result.js";

const origin = { judgeName: "judge_a", runId: "score_0123456789ab", index: 3 };

describe("attachVerdict", () => {
  it("writes a verdict on a copy", () => {
    const row: Row = { prompt: "hi", id: "r1" };
    const verdict = normalizeJudgeResult({
      reward: 0,
      reason: "wrong",
      failure_class: "fabrication",
      markers: { kind: 1, odd: "x" },
    });
    const graded = attachVerdict(row, verdict, { ...origin, kind: "rule", version: "1", model: "m", source: "eval" });
    expect(row).toEqual({ prompt: "hi", id: "r1" });
    expect(graded).toEqual({
      prompt: "hi",
      id: "r1",
      reward: 0,
      reason: "wrong",
      judge_status: "ok",
      judge_name: "judge_a",
      judge_meta: { failure_class: "fabrication", scorer_kind: "rule" },
      failure_class: "fabrication",
      markers: { kind: 1 },
      lineage: {
        scoring_run_id: "score_0123456789ab",
        source: "eval",
        judge: "judge_a",
        parent: "r1",
        model: "m",
        judge_version: "1",
      },
    });
  });

  it("leaves nothing of an older verdict but merged markers and the earlier run", () => {
    const row: Row = {
      scenario_id: 0,
      reward: 0,
      reason: "old",
      failure_class: "fabrication",
      judge_meta: { old: 1 },
      markers: { kept: 1, shared: 0, junk: "x" as never, empty: null },
      lineage: { scoring_run_id: "score_old", judge_version: "old", model: "old", seed: 1 },
    };
    const graded = attachVerdict(row, normalizeJudgeResult({ reward: 1, markers: { shared: true, unknown: null } }), {
      ...origin,
      kind: "llm",
    });
    expect(graded).toEqual({
      scenario_id: 0,
      reward: 1,
      judge_status: "ok",
      judge_name: "judge_a",
      markers: { kept: 1, shared: 1, unknown: null },
      lineage: {
        scoring_run_id: "score_0123456789ab",
        source: "grade",
        judge: "judge_a",
        parent: 0,
        seed: 1,
        prior_scoring_run_id: "score_old",
      },
    });
  });

  it("takes the reward away from a row that could not be judged", () => {
    const graded = attachVerdict({ reward: 1 }, normalizeJudgeResult("pass"), origin);
    expect(graded).toMatchObject({ reward: null, judge_status: "invalid_result", lineage: { parent: "row_3" } });
  });

  it("copes with a row whose fields throw", () => {
    const row = {
      prompt: "hi",
      get bad(): string {
        throw new Error("gone");
      },
    };
    expect(attachVerdict(row, normalizeJudgeResult(1), origin)).toMatchObject({ prompt: "hi", reward: 1 });
  });

  it("writes a failure class that is no text as JSON, whatever it makes of itself", () => {
    const judgment = normalizeJudgeResult({ reward: 0, failure_class: { toString: null } });
    const row: Row = {};
    expect(attachVerdict(row, judgment, origin).failure_class).toBe('{"toString":null}');
  });

  it("keeps a hostile marker name as a name", () => {
    const row = { markers: JSON.parse('{"__proto__": 1}') };
    expect(JSON.stringify(attachVerdict(row, normalizeJudgeResult(1), origin).markers)).toBe('{"__proto__":1}');
  });
});
