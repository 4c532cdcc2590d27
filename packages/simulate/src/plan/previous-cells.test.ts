import type { Row } from "@whileai/core";
import { describe, expect, it } from "vitest";
import { seededAgent } from "../seeded-agent/seeded-agent.js";
import { simulate } from "../simulate.js";
import { previousCells } from "./previous-cells.js";

const tool = (name: string, description: string) => ({
  name,
  description,
  parameters: { type: "object", properties: { order_id: { type: "string" } }, required: ["order_id"] },
});
const tools = [tool("get_order", "Look up an order."), tool("cancel_order", "Cancel an order.")];
const RULES = [
  "Refunds over $200 need a manager.",
  "Never change a delivery within 24 hours of the slot.",
  "Verify the customer's email before you change anything.",
  "Cancel only orders that have not been shipped.",
  "Answer questions about orders only.",
];
const run = (rules: readonly string[], previous?: Iterable<Row>) =>
  simulate({
    agent: seededAgent(tools),
    tools,
    systemPrompt: rules.map((rule) => `- ${rule}`).join("\n"),
    simulator: false,
    budget: 240,
    onProgress: () => {},
    ...(previous === undefined ? {} : { coverage: { previous } }),
  });

describe("coverage.previous", () => {
  it.each([
    ["removed", RULES.filter((_, index) => index !== 2)],
    ["added", [...RULES.slice(0, 2), "Never share one customer's data with another.", ...RULES.slice(2)]],
    ["reworded", RULES.with(2, "Ask for the customer's date of birth before you change anything.")],
  ])("keeps the ids of situations that a rule which is %s has nothing to do with", async (_, edited) => {
    const before = await run(RULES);
    const array = before.rows.slice(0, 90).filter((row) => edited.includes(row.scenario_dimensions.rule as string));
    const after = await run(edited, before.rows);
    const ids = new Set(after.rows.map((row) => row.scenario_id));
    const kept = array.filter((row) => ids.has(row.scenario_id)).length;
    expect(array.length).toBeGreaterThan(40);
    expect(kept / array.length).toBeGreaterThanOrEqual(0.9);
    expect(after.report.coverage?.fraction).toBe(1);
  });

  it("reads whole cells alone, each once, of rows and of results", () => {
    const cell = { tool: "f", rule: "r", stance: "s", world_state: "w", tool_condition: "c", history: "h" };
    const rows = [
      { scenario_dimensions: cell },
      { scenario_dimensions: { ...cell } },
      { scenario_dimensions: { tool: "f" } },
    ];
    expect(previousCells([...rows, null, {}, 5] as never)).toEqual([cell]);
    expect(previousCells({ rows })).toEqual([cell]);
  });

  it("is refused when it is no rows", async () => {
    expect(() => simulate({ tools, simulator: false, agent: () => "x", coverage: { previous: 5 as never } })).toThrow(
      /coverage\.previous` must be rows/,
    );
  });
});
