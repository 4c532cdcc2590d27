import assert from "node:assert/strict";
import { test } from "node:test";
import { openAIAgent } from "../../packages/simulate/src/adapters/openai-agents/index.js";
import { simulate } from "../../packages/simulate/src/index.js";
import {
  DESCRIPTION,
  holds,
  INSTRUCTIONS,
  installed,
  type MakeSubject,
  MODEL,
  modelServer,
  ORDER,
  RealBody,
} from "./support.js";

const { sdk, skip } = await installed(() => import("@openai/agents"));

function parts(baseURL: string, body: RealBody) {
  const { OpenAIProvider, Runner, tool } = sdk;
  const modelProvider = new OpenAIProvider({ apiKey: "k", baseURL, useResponses: false });
  const runner = new Runner({ tracingDisabled: true, modelProvider });
  const getOrder = tool({ name: "get_order", description: DESCRIPTION, parameters: ORDER, execute: body.run });
  return { runner, getOrder };
}

const asAgent: MakeSubject = (baseURL, body) => {
  const { runner, getOrder } = parts(baseURL, body);
  const agent = new sdk.Agent({ name: "support", instructions: INSTRUCTIONS, model: MODEL, tools: [getOrder] });
  return { adapted: openAIAgent(agent, runner), direct: () => runner.run(agent, "Where is DL-1?") };
};

const asFactory: MakeSubject = (baseURL, body) => {
  const { runner, getOrder } = parts(baseURL, body);
  const makeAgent = (tools: (typeof getOrder)[]) =>
    new sdk.Agent({ name: "support", instructions: INSTRUCTIONS, model: MODEL, tools });
  return { adapted: openAIAgent(makeAgent, { run: runner.run.bind(runner), tools: [getOrder] }) };
};

holds("OpenAI Agents SDK, Agent", asAgent, { skip });
holds("OpenAI Agents SDK, function", asFactory, { skip });

test("OpenAI Agents SDK: an agent that is handed over to is in the world too", { skip }, async () => {
  const server = await modelServer(({ body }) => {
    const names = body.tools.map((tool: { function: { name: string } }) => tool.function.name);
    const isAnswered = body.messages.at(-1).role === "tool" && names.includes("get_order");
    if (names.includes("transfer_to_clerk"))
      return { toolCalls: [{ id: "call_t", name: "transfer_to_clerk", arguments: {} }] };
    const [answer] = body.messages.slice(-1);
    if (isAnswered && answer.tool_call_id === "call_o") return "Found.";
    return { toolCalls: [{ id: "call_o", name: "get_order", arguments: { order_id: "DL-20418", parts: null } }] };
  });
  const body = new RealBody();
  const { runner, getOrder } = parts(`${server.url}/v1`, body);
  const clerk = new sdk.Agent({ name: "clerk", model: MODEL, tools: [getOrder] });
  const front = new sdk.Agent({
    name: "front",
    model: MODEL,
    instructions: INSTRUCTIONS,
    handoffs: [sdk.handoff(clerk)],
  });
  const adapted = openAIAgent(front, runner);
  assert.deepEqual(
    adapted.tools.map(({ name }) => name),
    ["get_order"],
  );
  const { rows } = await simulate({ ...adapted, simulator: false, budget: 2, onProgress: () => undefined });
  for (const row of rows) {
    assert.deepEqual(
      row.steps.map(({ tool, call_id, text }) => tool ?? text ?? call_id),
      ["transfer_to_clerk", "get_order", "Found."],
    );
    assert.notEqual(row.steps[1]?.result, null);
  }
  assert.deepEqual(body.ran, []);
  body.remove();
});

test("OpenAI Agents SDK: a run that reaches its last turn is a rollout that ended in its tools", { skip }, async () => {
  const server = await modelServer(({ index }) => ({
    toolCalls: [{ id: `call_${index}`, name: "get_order", arguments: { order_id: "DL-20418", parts: null } }],
  }));
  const body = new RealBody();
  const { runner, getOrder } = parts(`${server.url}/v1`, body);
  const agent = new sdk.Agent({ name: "support", instructions: INSTRUCTIONS, model: MODEL, tools: [getOrder] });
  const adapted = openAIAgent(agent, { run: runner.run.bind(runner), maxTurns: 3 });
  const { rows } = await simulate({ ...adapted, simulator: false, budget: 1, onProgress: () => undefined });
  assert.deepEqual([rows[0]?.finish_reason, rows[0]?.final_text, rows[0]?.steps.length], ["tool", "", 3]);
  assert.deepEqual(rows[0]?.usage, { input_tokens: 30, output_tokens: 15 });
  body.remove();
});
