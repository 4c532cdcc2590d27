import { Tool, tool } from "@whileai/core";
import { describe, expect, it } from "vitest";
import { simulate } from "./simulate.js";

const TOOLS = [tool({ name: "get_order", description: "Look up.", parameters: { type: "object", properties: {} } })];
const BASE = { tools: TOOLS, simulator: false, agent: () => "fine" } as const;

describe("a call of simulate", () => {
  it("takes its options as they are at the call", async () => {
    const seeds = ["First ask of mine", "Second ask of mine"];
    const plan = [{ tool: "*", mode: "timeout" }];
    const sampling = { temperature: 0.5 };
    const run = simulate({ ...BASE, seeds, budget: 2, faults: { plan }, sampling });
    seeds.length = 0;
    (plan[0] as { mode: string }).mode = "stale";
    sampling.temperature = 2;
    const { rows } = await run;
    expect(rows.map((row) => row.prompt)).toEqual(["First ask of mine", "Second ask of mine"]);
    expect(rows[0]?.faults_planned).toEqual([{ tool: "*", mode: "timeout" }]);
  });

  it("plays a seed that is given twice once, and tells any two seeds apart", async () => {
    const twice = await simulate({ ...BASE, seeds: ["Mine", "Mine"], budget: 1 });
    expect(twice.rows.map((row) => row.prompt)).toEqual(["Mine"]);
    const seeds = Array.from({ length: 10_000 }, (_, index) => `Ask number ${index} about my order`);
    const { rows } = await simulate({ ...BASE, seeds, budget: seeds.length });
    expect(new Set(rows.map((row) => row.scenario_id)).size).toBe(seeds.length);
  });

  it("says so when its constraints leave nothing, and when a replay's groups do not fit", async () => {
    const constraints = ["get_order", "unrelated", "multi_tool"].map((name) => ({ tool: name }));
    await expect(simulate({ ...BASE, coverage: { constraints } })).rejects.toThrow("leave no situation");
    const tasks = Array.from({ length: 4 }, (_, rollout_index) => ({
      scenario_id: "a",
      prompt: "Mine",
      rollout_index,
    }));
    await expect(simulate({ ...BASE, tasks, budget: 3 })).rejects.toThrow("smaller than one group of 4");
  });

  it("keeps every row when onProgress throws", async () => {
    const { rows, report } = await simulate({
      ...BASE,
      execute: Tool.dispatch(TOOLS),
      budget: 12,
      onProgress: () => {
        throw new RangeError("no screen");
      },
    });
    expect(rows).toHaveLength(12);
    expect(report.notes).toMatchObject([{ code: "progress_failed", message: expect.stringContaining("no screen") }]);
  });
});
