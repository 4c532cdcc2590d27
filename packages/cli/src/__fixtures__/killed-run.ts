/**
 * A run that its parent kills: a model for the agent, one for the situations, a grader that costs a call, prompts that are
 * probed and filled, played twice. Arguments: the server's URL and the run's folder, else the default one.
 */

import { Endpoint } from "@whileai/core/backends";
import { simulate } from "@whileai/simulate";

const [url = "", dir] = process.argv.slice(2);
const model = Endpoint("m", { url: `${url}/v1`, sleep: async () => {} });

process.stdout.write("started\n");
const { report } = await simulate({
  agent: model,
  simulator: model,
  tools: [
    {
      name: "get_order",
      description: "Look up an order by id.",
      parameters: { type: "object", properties: { order_id: { type: "string" } }, required: ["order_id"] },
    },
  ],
  systemPrompt: "Help customers with orders. Never promise a refund.",
  mode: "rl",
  repeats: 4,
  budget: 24,
  runs: 2,
  grader: async ({ rollout_id, final_text }) => {
    const response = await fetch(`${url}/grade`, { method: "POST", body: JSON.stringify({ rollout_id, final_text }) });
    return ((await response.json()) as { reward: number }).reward;
  },
  limits: { concurrency: 4 },
  store: { dir },
  onProgress: () => {},
});
process.stdout.write(`${JSON.stringify({ rows: report.rows, resumed: report.resumed, folder: report.folder })}\n`);
