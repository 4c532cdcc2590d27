import * as wai from "whileai";
import { z } from "zod";

const TASKS = 20;
const REPEATS = 2;
const TEMPERATURE = 0.7;

const orderId = z
  .string()
  .regex(/^OR-[0-9]{4}$/)
  .describe("The order's id, such as OR-1042.");
const tools = [
  wai.tool({ name: "get_order", description: "Look up an order by its id.", input: z.object({ order_id: orderId }) }),
  wai.tool({ name: "cancel_order", description: "Cancel an order by its id.", input: z.object({ order_id: orderId }) }),
] as const;

const asks = [
  "Where is order {id}?",
  "Please cancel {id}, I ordered it twice.",
  "Can you tell me when {id} will arrive?",
  "I changed my mind about {id}. Cancel it, please.",
  "What did I pay for {id}?",
];
const seeds = Array.from({ length: TASKS }, (_, index) =>
  (asks[index % asks.length] as string).replace("{id}", `OR-${1042 + 37 * index}`),
);

/** Passes when some call went to the tool that the ask names, with the id from the ask. */
function rightCall(row: wai.Row): { reward: 0 | 1; reason: string } {
  const ask = String(row.prompt);
  const id = /OR-\d+/.exec(ask)?.[0];
  const wanted = /cancel/i.test(ask) ? "cancel_order" : "get_order";
  const calls = (row.steps ?? []).filter((step) => step.tool !== undefined);
  const right = calls.some((step) => step.tool === wanted && step.arguments?.order_id === id);
  return {
    reward: right ? 1 : 0,
    reason: right ? `${wanted} was called with the id` : `${calls.length} calls, none right`,
  };
}

const [protocol, url = "", model = "smollm2-135m-instruct"] = process.argv.slice(2);
const agents: Record<string, () => wai.Backend> = {
  openai: () => wai.Endpoint(model, { url: `${url}/v1` }),
  anthropic: () => wai.Anthropic(model, { baseURL: url, apiKey: "local" }),
};
const agent = agents[protocol ?? ""];
if (agent === undefined || url === "") {
  console.error(`usage: live-model.ts ${Object.keys(agents).join("|")} URL [MODEL]`);
  process.exit(64);
}

const data = await wai.simulate({
  agent: agent(),
  tools,
  systemPrompt: "You help customers with their orders. Use the tools; never make up an order.",
  simulator: false,
  seeds,
  repeats: REPEATS,
  repeatPolicy: "fixed",
  budget: TASKS * REPEATS,
  faults: { share: 0.5 },
  turns: { max: 3 },
  sampling: { temperature: TEMPERATURE, maxTokens: 80, logprobs: true },
  limits: { concurrency: 4 },
});
const scored = await data.grade(rightCall);
const passAt = scored.passAt();
const calls = scored.rows.flatMap((row) => row.steps.filter((step) => step.tool !== undefined));
const fired = scored.rows.flatMap((row) => row.faults_fired ?? []);
const withLogprobs = scored.rows.filter((row) => typeof row.logprob === "number");

console.log(`${data}`);
console.log(`${passAt}`);
console.log(
  JSON.stringify({
    protocol,
    tasks: new Set(scored.rows.map(wai.taskKey)).size,
    rows: scored.length,
    calls: calls.length,
    faults_fired: fired.length,
    rows_with_logprobs: withLogprobs.length,
    passed: scored.rows.filter((row) => row.reward === 1).length,
  }),
);
