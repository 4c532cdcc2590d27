import { test } from "vitest";
import { seededAgent } from "./seeded-agent/seeded-agent.js";
import { simulate } from "./simulate.js";

const tools = [
  {
    name: "get_order",
    description: "Look up an order by id.",
    parameters: { type: "object", properties: { order_id: { type: "string" } }, required: ["order_id"] },
  },
];

const tasks = Array.from({ length: 2500 }, (_, index) => ({
  scenario_id: `sc-${index}`,
  prompt: `Where is my order DL-${10_000 + index}?`,
}));

test("rollouts", async ({ bench }) => {
  await bench("replay 2 500 prompts, 4 rollouts each", async () => {
    await simulate({ agent: seededAgent(tools), tools, tasks, repeats: 4 });
  }).run({ iterations: 2, warmupIterations: 1 });
});
