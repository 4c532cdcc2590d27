import { z } from "zod";
import type { StepOf } from "./step-of.js";
import { tool } from "./tool.js";

const getOrder = tool({
  name: "get_order",
  description: "Look up an order by id.",
  input: z.object({ order_id: z.string() }),
  execute: async ({ order_id }) => ({ status: "ok" as const, order_id: order_id.toUpperCase() }),
});
const refund = tool({
  name: "issue_refund",
  description: "Refund an order.",
  input: z.object({ order_id: z.string(), amount: z.number() }),
});

type S = StepOf<readonly [typeof getOrder, typeof refund]>;

export function typedFromTools(step: S): number {
  // @ts-expect-error no such tool
  if (step.tool === "get_ordr") return 1;
  if (step.tool === "issue_refund") return step.arguments.amount + 1;
  if (step.tool === "get_order") return step.arguments.order_id.length;
  if (step.user !== undefined) return 2;
  return step.text?.length ?? 0;
}

export function openForSchemas(step: StepOf<[{ name: string; parameters: Record<string, unknown> }]>): boolean {
  return step.tool === "anything";
}

tool({
  name: "bad_body",
  description: "The body reads an argument that does not exist.",
  input: z.object({ order_id: z.string() }),
  // @ts-expect-error no such argument
  execute: ({ order }) => order,
});

// @ts-expect-error neither input nor parameters
export const unusable = () => tool({ name: "x", description: "Nothing to describe it." });
