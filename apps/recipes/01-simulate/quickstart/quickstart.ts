import * as wai from "whileai";
import { z } from "zod";

const getOrder = wai.tool({
  name: "get_order",
  description: "Look up an order by id.",
  input: z.object({ order_id: z.string() }),
});

const data = await wai.simulate({
  agent: wai.seededAgent([getOrder]),
  tools: [getOrder],
  systemPrompt: "Help customers with orders.",
  simulator: false,
  mode: "rl",
  repeats: 4,
  repeatPolicy: "fixed",
  budget: 64,
});
const scored = await data.grade((row) => (row.seeded?.length ? 0 : 1));
console.log(`${scored.passAt()}`);

const rows = scored.select({ mode: "rl" });
console.log(`${rows}`);

const exported = await rows.export(process.argv[2] ?? "train.jsonl");
console.log(`${exported}`);
