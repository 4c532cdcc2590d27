import * as wai from "whileai";

const tools = [
  {
    name: "get_order",
    description: "Look up an order by id.",
    parameters: { type: "object", properties: { order_id: { type: "string" } }, required: ["order_id"] },
  },
];

/** Stands in for a model with this prompt: it misbehaves on a share of rollouts that one rule brings down. */
const sideWith = (systemPrompt: string) => ({
  systemPrompt,
  agent: wai.seededAgent(tools, { rate: systemPrompt.includes("Never claim") ? 0.15 : 0.4, seed: systemPrompt.length }),
});

const OLD = "Help customers with orders.";
const shared = {
  tools,
  simulator: false,
  budget: 24,
  judge: (row: wai.SimulatedRow) => (row.seeded?.length ? 0 : 1),
  target: "pass_at_1",
} as const;

const rewrite = await wai.compare({
  ...shared,
  before: sideWith(OLD),
  after: sideWith(`${OLD} Never claim what a tool did not confirm.`),
});
console.log(`a rule that matters\n${rewrite}\n`);

const reworded = await wai.compare({
  ...shared,
  before: sideWith(OLD),
  after: sideWith("Help customers with their orders."),
});
console.log(`the same in other words\n${reworded}`);
