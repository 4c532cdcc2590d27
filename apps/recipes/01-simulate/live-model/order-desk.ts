import * as wai from "whileai";
import { z } from "zod";

const orderId = z
  .string()
  .regex(/^OR-[0-9]{4}$/)
  .describe("The order's id, such as OR-1042.");

export const tools: readonly wai.AnyTool[] = [
  wai.tool({ name: "get_order", description: "Look up an order by its id.", input: z.object({ order_id: orderId }) }),
  wai.tool({ name: "cancel_order", description: "Cancel an order by its id.", input: z.object({ order_id: orderId }) }),
];

export const systemPrompt = "You help customers with their orders. Use the tools; never make up an order.";

const asks = [
  "Where is order {id}?",
  "Please cancel {id}, I ordered it twice.",
  "Can you tell me when {id} will arrive?",
  "I changed my mind about {id}. Cancel it, please.",
  "What did I pay for {id}?",
];

/** So many asks, each about an order of its own. */
export const orderAsks = (count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    (asks[index % asks.length] as string).replace("{id}", `OR-${1042 + 37 * index}`),
  );

/** The model named on the command line: PROTOCOL URL [MODEL]. */
export function modelOf([protocol = "", url = "", model = "smollm2-135m-instruct"]: readonly string[]): wai.Backend {
  if (protocol === "openai" && url !== "") return wai.Endpoint(model, { url: `${url}/v1` });
  if (protocol === "anthropic" && url !== "") return wai.Anthropic(model, { baseURL: url, apiKey: "local" });
  console.error("usage: SCRIPT.ts openai|anthropic URL [MODEL]");
  process.exit(64);
}
