import assert from "node:assert/strict";
import { test } from "node:test";
import { Tool } from "../../packages/core/src/index.js";
import { mcpTools } from "../../packages/simulate/src/adapters/mcp/index.js";
import { type AgentFunction, simulate } from "../../packages/simulate/src/index.js";
import { DESCRIPTION, installed, ORDER, RealBody, statusOf } from "./support.js";

const { sdk, skip } = await installed(async () => ({
  ...(await import("@modelcontextprotocol/sdk/client/index.js")),
  ...(await import("@modelcontextprotocol/sdk/server/mcp.js")),
  ...(await import("@modelcontextprotocol/sdk/inMemory.js")),
}));

async function connected(body: RealBody) {
  const server = new sdk.McpServer({ name: "orders", version: "1.0.0" });
  const annotations = { readOnlyHint: true, title: "Order" };
  server.registerTool(
    "get_order",
    { description: DESCRIPTION, inputSchema: ORDER.shape, annotations },
    async (args) => ({
      content: [{ type: "text", text: JSON.stringify(await body.run(args)) }],
    }),
  );
  server.registerTool("fail", { description: "Fails." }, async () => {
    throw new Error("out of stock");
  });
  const client = new sdk.Client({ name: "simulation", version: "1.0.0" });
  const [near, far] = sdk.InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  return { client, close: () => client.close() };
}

const agent: AgentFunction = async (_message, { world }) => {
  await world.call("get_order", { order_id: "DL-20418", parts: null });
  await world.call("get_order", { order_id: "DL-20418", parts: null });
  await world.call("fail", {});
  return "Done.";
};

const OPTIONS = { agent, simulator: false, budget: 3, onProgress: () => undefined } as const;
const faults = { plan: [{ tool: "get_order", mode: "timeout", firstN: 1 }] };

test("MCP: the world answers for a server, which is not called", { skip }, async () => {
  const body = new RealBody();
  const { client, close } = await connected(body);
  const tools = await mcpTools(client);
  const { rows } = await simulate({ ...OPTIONS, tools, faults });
  for (const { steps, faults_fired } of rows) {
    assert.deepEqual(faults_fired, [{ step: 0, tool: "get_order", mode: "timeout" }]);
    assert.equal(statusOf(steps[0]?.result), "timeout");
    assert.notEqual(statusOf(steps[1]?.result), "timeout");
  }
  assert.deepEqual(body.ran, []);
  await close();
  body.remove();
});

test("MCP: the server is called when it is asked for", { skip }, async () => {
  const body = new RealBody();
  const { client, close } = await connected(body);
  const tools = await mcpTools(client);
  const { rows } = await simulate({ ...OPTIONS, tools, faults, execute: Tool.dispatch(tools) });
  assert.equal(body.ran.length, OPTIONS.budget);
  for (const { steps } of rows) {
    assert.deepEqual(steps[1]?.result, { status: "ok", source: "the real body" });
    assert.deepEqual(steps[2]?.result, { status: "error", error: "out of stock" });
  }
  await close();
  body.remove();
});

test("MCP: tools are described as the server describes them", { skip }, async () => {
  const body = new RealBody();
  const { client, close } = await connected(body);
  const [tool] = await mcpTools(client);
  const [listed] = (await client.listTools()).tools;
  const { $schema: _, ...schema } = (listed?.inputSchema ?? {}) as Record<string, unknown>;
  assert.deepEqual(tool?.parameters, schema);
  assert.equal(tool?.description, DESCRIPTION);
  assert.deepEqual(tool?.annotations, { readOnlyHint: true, title: "Order" });
  await close();
  body.remove();
});
