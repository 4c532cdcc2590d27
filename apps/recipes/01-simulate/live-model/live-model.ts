import * as wai from "whileai";
import { modelOf, orderAsks, systemPrompt, tools } from "./order-desk.js";

const TASKS = 20;
const REPEATS = 2;
const TEMPERATURE = 0.7;

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

const [protocol] = process.argv.slice(2);

const data = await wai.simulate({
  agent: modelOf(process.argv.slice(2)),
  tools,
  systemPrompt,
  simulator: false,
  seeds: orderAsks(TASKS),
  repeats: REPEATS,
  repeatPolicy: "fixed",
  budget: TASKS * REPEATS,
  faults: { share: 0.5 },
  turns: { max: 3 },
  sampling: { temperature: TEMPERATURE, maxTokens: 80, logprobs: true },
  limits: { concurrency: 4 },
  // Every call asks the model anew.
  store: { dir: false },
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
