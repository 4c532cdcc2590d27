import * as wai from "whileai";
import { modelOf, orderAsks, systemPrompt, tools } from "./order-desk.js";

const TASKS = 3;
const RUNS = 3;

const model = modelOf(process.argv.slice(2));
const data = await wai.simulate({
  agent: model,
  tools,
  systemPrompt,
  simulator: false,
  seeds: orderAsks(TASKS),
  budget: TASKS,
  runs: RUNS,
  // The same model plays the customer, two turns on average. Its first call of each conversation fails, the next one works.
  turns: { mean: 2, user: model, patience: "endless", max: 10 },
  faults: { plan: [{ tool: "*", mode: "timeout", firstN: 1 }] },
  // So warm that a small model does not call the same tool over and over.
  sampling: { temperature: 1.2, maxTokens: 60 },
  // A busy machine may take long for each of a conversation's calls.
  limits: { concurrency: 2, timeoutMs: 1_200_000 },
  store: { dir: false },
});

const userTurns = (row: wai.Row): number => 1 + (row.steps ?? []).filter((step) => step.user !== undefined).length;

/** Whether the agent called a tool again after a fault had hit it. */
function isRetried(row: wai.Row): boolean {
  const steps = row.steps ?? [];
  return (row.faults_fired ?? []).some(({ step, tool }) => steps.slice(step + 1).some((later) => later.tool === tool));
}

for (const message of wai.conversation(data.rows.find((row) => userTurns(row) > 1) ?? {})) {
  const calls = message.tool_calls?.map((call) => `${call.name}(${JSON.stringify(call.arguments)})`).join(" ") ?? "";
  console.log(`${message.role}: ${String(message.content)} ${calls}`.trimEnd());
}
console.log(`${data}`);
const runOf = (row: wai.Row): unknown => row.lineage?.eval_run;
console.log(
  JSON.stringify({
    rows: data.length,
    rows_per_run: Array.from({ length: RUNS }, (_, run) => data.rows.filter((row) => runOf(row) === run).length),
    tasks_per_run: Array.from(
      { length: RUNS },
      (_, run) => new Set(data.rows.filter((row) => runOf(row) === run).map(wai.taskKey)).size,
    ),
    replayed: data.rows.filter((row) => row.lineage?.replayed === true).length,
    user_turns: data.rows.map(userTurns),
    faults_fired: data.rows.filter((row) => (row.faults_fired ?? []).length > 0).length,
    retried: data.rows.filter(isRetried).length,
  }),
);
