import type { ToolSchema } from "@whileai/core";
import { type CellGrid, cellGrid } from "../cell-grid.js";

const schema = (properties: Record<string, unknown>): Record<string, unknown> => ({
  type: "object",
  properties,
  required: Object.keys(properties),
});

const ID = { type: "string" };

/** The tools of a small shop; the first alone is the order grid. */
export const TOOLS: readonly ToolSchema[] = [
  { name: "get_order", description: "Look up an order by id.", parameters: schema({ order_id: ID }) },
  {
    name: "issue_refund",
    description: "Refund an order, in full or in part.",
    parameters: schema({ order_id: ID, amount: { type: "number", minimum: 1 } }),
  },
  {
    name: "reschedule_delivery",
    description: "Move a delivery to another day.",
    parameters: schema({ delivery_id: ID, new_date: { type: "string", format: "date" } }),
  },
  { name: "search_products", description: "Search the catalogue.", parameters: schema({ query: ID }) },
];

export const RULES: readonly string[] = [
  "Look up the order before discussing it",
  "Refunds over $200 need a manager",
  "Never change a delivery within 24 hours of the slot",
  "Verify the customer's email first",
  "Be polite and brief in every answer",
  "Do not promise a date you have not seen",
  "Escalate threats to the safety team",
  "Never read out a full card number",
  "Ask before cancelling anything",
  "Only one refund per order is allowed",
  "Offer store credit before a refund",
  "Answer in the customer's language",
];

export const policyOf = (rules: readonly string[]): string => rules.map((rule) => `- ${rule}`).join("\n");

export const gridOf = (tools: readonly ToolSchema[], rules: readonly string[]): CellGrid =>
  cellGrid({ tools, systemPrompt: policyOf(rules) });
