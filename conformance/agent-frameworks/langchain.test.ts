import assert from "node:assert/strict";
import { test } from "node:test";
import { langChainAgent } from "../../packages/simulate/src/adapters/langchain/index.js";
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

const { sdk, skip } = await installed(async () => ({
  ...(await import("langchain")),
  ...(await import("@langchain/openai")),
  ...(await import("@langchain/langgraph/prebuilt")),
}));

function parts(baseURL: string, body: RealBody) {
  const { ChatOpenAI, tool } = sdk;
  const model = new ChatOpenAI({ model: MODEL, apiKey: "k", maxRetries: 0, configuration: { baseURL } });
  const getOrder = tool(body.run, { name: "get_order", description: DESCRIPTION, schema: ORDER });
  return { model, getOrder };
}

const asked = { messages: [{ role: "user", content: "Where is DL-1?" }] };

const asAgent: MakeSubject = (baseURL, body) => {
  const { model, getOrder } = parts(baseURL, body);
  const agent = sdk.createAgent({ model, tools: [getOrder], systemPrompt: INSTRUCTIONS });
  return { adapted: langChainAgent(agent), direct: () => agent.invoke(asked) };
};

const asGraph: MakeSubject = (baseURL, body) => {
  const { model, getOrder } = parts(baseURL, body);
  const makeAgent = (tools: (typeof getOrder)[]) => sdk.createReactAgent({ llm: model, tools, prompt: INSTRUCTIONS });
  return { adapted: langChainAgent(makeAgent, { tools: [getOrder] }) };
};

holds("LangChain, createAgent", asAgent, { skip });
holds("LangGraph, createReactAgent in a function", asGraph, { skip });

test("LangChain: a run that reaches the recursion limit is a rollout that ended in its tools", { skip }, async () => {
  const server = await modelServer(({ index }) => ({
    toolCalls: [{ id: `call_${index}`, name: "get_order", arguments: { order_id: "DL-20418", parts: null } }],
  }));
  const body = new RealBody();
  const { model, getOrder } = parts(`${server.url}/v1`, body);
  const agent = sdk.createAgent({ model, tools: [getOrder], systemPrompt: INSTRUCTIONS });
  const { rows } = await simulate({
    ...langChainAgent(agent),
    simulator: false,
    budget: 1,
    onProgress: () => undefined,
  });
  assert.deepEqual([rows[0]?.finish_reason, rows[0]?.final_text, body.ran], ["tool", "", []]);
  assert.ok((rows[0]?.steps.length ?? 0) > 3);
  body.remove();
});

test("LangChain: tools of middleware are in the world too", { skip }, async () => {
  const server = await modelServer();
  const body = new RealBody();
  const { model, getOrder } = parts(`${server.url}/v1`, body);
  const middleware = [sdk.createMiddleware({ name: "orders", tools: [getOrder] })];
  const adapted = langChainAgent(sdk.createAgent({ model, tools: [], systemPrompt: INSTRUCTIONS, middleware }));
  assert.deepEqual(
    adapted.tools.map(({ name }) => name),
    ["get_order"],
  );
  const { rows } = await simulate({ ...adapted, simulator: false, budget: 1, onProgress: () => undefined });
  assert.deepEqual([rows[0]?.tools_used, body.ran], [["get_order"], []]);
  body.remove();
});

test("LangGraph: a graph that a function makes with the real tools is refused", { skip }, async () => {
  const server = await modelServer();
  const body = new RealBody();
  const { model, getOrder } = parts(`${server.url}/v1`, body);
  const tools = [getOrder];
  const { agent, ...rest } = langChainAgent(() => sdk.createReactAgent({ llm: model, tools }), { tools });
  const run = simulate({ agent, ...rest, simulator: false, budget: 1, onProgress: () => undefined });
  await assert.rejects(async () => run, /with a real tool/);
  assert.deepEqual([body.ran, server.requests.length], [[], 0]);
  body.remove();
});
