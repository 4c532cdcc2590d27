import { type Row, tool } from "@whileai/core";
import { z } from "zod";
import { seededAgent } from "./seeded-agent/seeded-agent.js";
import { simulate } from "./simulate.js";

const getOrder = tool({
  name: "get_order",
  description: "Look up an order by id.",
  input: z.object({ order_id: z.string() }),
});
const refund = tool({
  name: "issue_refund",
  description: "Refund an order.",
  input: z.object({ order_id: z.string(), amount: z.number() }),
});

export async function stepsAreTyped(): Promise<number> {
  const data = await simulate({ tools: [getOrder, refund], systemPrompt: "Be kind.", mode: "rl", repeats: 8 });
  const rows: readonly Row[] = data.rows;
  let refunded = rows.length;
  for (const row of data.rows) {
    for (const step of row.steps) {
      if (step.tool === "issue_refund") refunded += step.arguments.amount;
      // @ts-expect-error no such tool
      if (step.tool === "get_ordr") refunded++;
    }
  }
  return refunded;
}

export async function rowsAreStreamed(): Promise<string[]> {
  const texts: string[] = [];
  await using run = simulate({ tools: [getOrder], simulator: false, agent: seededAgent([getOrder]), budget: 64 });
  for await (const row of run) texts.push(row.final_text);
  return texts;
}

// @ts-expect-error misspelt option
simulate({ tools: [getOrder], systemPrompt: "Be kind.", repeat: 4 });

// @ts-expect-error no such mode
simulate({ tools: [getOrder], mode: "grpo" });
