import { describe, expect, it } from "vitest";
import type { Row } from "../row/row.js";
import { attachVerdict } from "./attach-verdict.js";
import { normalizeJudgeResult } from "./normalize-judge-result.js";
import { judgedSteps } from "./step-rewards.js";

const steps = [{ text: "a" }, { tool: "b", reward: 0.3 }, null] as unknown as NonNullable<Row["steps"]>;

describe("judgedSteps", () => {
  it("writes one reward a step on copies, and passes over what is no step", () => {
    const row: Row = { steps };
    expect(judgedSteps(row, [1, null, 0])).toEqual({
      steps: [{ text: "a", reward: 1 }, { tool: "b", reward: null }, null],
      written: 2,
    });
    expect(row.steps?.[1]).toEqual({ tool: "b", reward: 0.3 });
  });

  it.each([[[1, 0]], [[1, "x", 0]], [[1, Number.NaN, 0]], ["all"], [null]])("refuses %j", (given) => {
    expect(judgedSteps({ steps }, given)).toEqual({ steps: undefined, written: null });
  });

  it("leaves steps alone without any, and takes away what an earlier judge wrote", () => {
    expect(judgedSteps({ steps }, undefined)).toEqual({ steps: undefined, written: 0 });
    expect(judgedSteps({}, undefined)).toEqual({ steps: undefined, written: 0 });
    expect(judgedSteps({ steps, judge_meta: { step_rewards: 1 } }, undefined)).toEqual({
      steps: [{ text: "a" }, { tool: "b" }, null],
      written: 0,
    });
  });
});

describe("attachVerdict", () => {
  const origin = { judgeName: "j", runId: "score_0", index: 4 };

  it("puts step rewards on the steps and their number into judge_meta", () => {
    const graded = attachVerdict(
      { steps: [{ text: "a" }] },
      normalizeJudgeResult({ reward: 1, step_rewards: [0.5] }),
      origin,
    );
    expect(graded).toMatchObject({ steps: [{ text: "a", reward: 0.5 }], judge_meta: { step_rewards: 1 } });
    const odd = attachVerdict(
      { steps: [{ text: "a" }] },
      normalizeJudgeResult({ reward: 1, step_rewards: [1, 1] }),
      origin,
    );
    expect(odd).toMatchObject({ steps: [{ text: "a" }], judge_meta: { step_rewards: [1, 1] } });
  });

  it("writes the row's place where that is asked for, and forgets an old one", () => {
    const placed = attachVerdict({} as Row, normalizeJudgeResult(1), { ...origin, isIndexed: true });
    expect(placed.lineage).toMatchObject({ scoring_row: 4 });
    expect(attachVerdict(placed, normalizeJudgeResult(1), origin).lineage).not.toHaveProperty("scoring_row");
  });
});
