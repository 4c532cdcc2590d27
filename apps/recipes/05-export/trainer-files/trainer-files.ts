import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as wai from "whileai";
import { z } from "zod";

const folder = process.argv[2] ?? "out";
await mkdir(folder, { recursive: true });

const tools = [
  wai.tool({ name: "get_order", description: "Look up an order by id.", input: z.object({ order_id: z.string() }) }),
  wai.tool({
    name: "issue_refund",
    description: "Refund an order, fully or in part.",
    input: z.object({ order_id: z.string(), amount: z.number().positive(), reason: z.string().optional() }),
  }),
] as const;

const data = await wai.simulate({
  agent: wai.seededAgent(tools),
  tools,
  systemPrompt: "Help customers with orders. Refunds above 200 need a manager.",
  simulator: false,
  mode: "rl",
  repeats: 4,
  repeatPolicy: "fixed",
  budget: 128,
});
const scored = await data.grade((row) => (row.seeded?.length ? 0 : 1));
await scored.save(join(folder, "rows.jsonl"));
const { passAt1, k } = scored.passAt();
await writeFile(join(folder, "pass_at.json"), JSON.stringify({ "rows.jsonl": { pass_at_1: passAt1, k } }));

const passed = scored.select({ mode: "sft" });
await passed.export(join(folder, "sft.openai.jsonl"), { format: "openai" });
await passed.export(join(folder, "sft.trl-messages.jsonl"), { format: "trl", unroll: false });
await passed.export(join(folder, "sft.trl-prompt-completion.jsonl"));
// An export refuses replies that quote what only the judge may know. select() has dropped them above; here we do.
const clean = wai.Rows.from(
  scored.rows.filter((row) => !row.seeded?.includes("leak")),
  scored.context,
);
await clean.export(join(folder, "kto.trl.jsonl"), { format: "trl-kto" });

const mixed = scored.select({ mode: "rl" });
console.log(`${await mixed.export(join(folder, "grpo.trl.jsonl"))}`);
