import type { Row } from "@whileai/core";
import { describe, expect, it } from "vitest";
import { grade } from "../grade/grade.js";
import { blindRow } from "./blind-row.js";

describe("blindRow", () => {
  it("is the same row whoever graded it, rewards on its steps included", async () => {
    const row: Row = { scenario_id: "a", final_text: "x", _gold: "y", steps: [{ tool: "t", result: 1 }] };
    for (const reward of [0, 1]) {
      const judge = { name: `judge ${reward}`, judge: () => ({ reward, reason: "r", step_rewards: [reward] }) };
      const { rows } = await grade([row], judge);
      expect(rows[0]?.steps?.[0]?.reward).toBe(reward);
      expect(blindRow({ ...rows[0], gold_reward: 1, mine: 0 }, ["mine"])).toEqual(row);
    }
  });

  it("keeps rewards that came with the rollout", () => {
    const row = { final_text: "x", steps: [{ tool: "t", result: 1, reward: 0.5 }] };
    expect(blindRow(row)).toEqual(row);
  });
});
