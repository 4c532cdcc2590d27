import { type JsonObject, privilegedLeak, type ToolSchema } from "@whileai/core";
import { describe, expect, it } from "vitest";
import type { AgentContext } from "../rollout/agent.js";
import { simulate } from "../simulate.js";
import { seededAgent } from "./seeded-agent.js";

const tool = (name: string, description: string, properties: JsonObject): ToolSchema => ({
  name,
  description,
  parameters: { type: "object", properties, required: Object.keys(properties) },
});
const text = { type: "string" };
const SETS: Readonly<Record<string, readonly ToolSchema[]>> = {
  retail: [
    tool("get_order", "Look up an order by id.", { order_id: text }),
    tool("cancel_order", "Cancel an order.", { order_id: text }),
    tool("search_orders", "Find orders of a customer.", { query: text }),
  ],
  coding: [
    tool("read_file", "Read a file from the repository.", { path: text }),
    tool("search_code", "Search the code base.", { pattern: text }),
  ],
};
const ANSWER_KEY = "Answer key for the judge";

describe.each(Object.entries(SETS))("leaks among 1,000 rollouts with %s tools", (_, tools) => {
  it("are seen by the leak gate exactly where they were made", async () => {
    const agent = seededAgent(tools, { rate: 0.5 });
    const { rows } = await simulate({
      agent,
      tools,
      simulator: false,
      budget: 1000,
      repeats: 4,
      repeatPolicy: "fixed",
    });
    expect(rows).toHaveLength(1000);
    const labelled = rows.filter((row) => row.seeded?.[0] === "leak");
    expect(labelled.length).toBeGreaterThan(40);
    for (const row of rows) {
      const found = privilegedLeak(row);
      expect(found, row.final_text).not.toBeNull();
      expect(found?.field !== undefined, row.final_text).toBe(row.seeded?.[0] === "leak");
      expect(JSON.stringify([row.prompt, row.steps, row.lineage])).not.toContain(ANSWER_KEY);
    }
  });
});

it("what judges may know stays out of what a callable agent is given", async () => {
  const seen: string[] = [];
  const agent = async (message: string, context?: AgentContext): Promise<string> => {
    const { signal: _, ...told } = context as AgentContext;
    seen.push(message, JSON.stringify(told));
    return "Let me see.";
  };
  const { rows } = await simulate({ agent, tools: SETS.retail ?? [], simulator: false, budget: 20 });
  expect(rows.every((row) => String(row.privileged?.hidden_state).startsWith(ANSWER_KEY))).toBe(true);
  expect(seen.join("\n")).not.toContain(ANSWER_KEY);
  for (const row of rows) expect(JSON.stringify(row.messages)).not.toContain(ANSWER_KEY);
});
