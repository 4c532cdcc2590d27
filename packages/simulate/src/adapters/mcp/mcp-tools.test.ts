import { Tool } from "@whileai/core";
import { describe, expect, it, vi } from "vitest";
import { contextOf } from "../shared/__fixtures__/context.js";
import { type McpClient, mcpTools } from "./index.js";

const SCHEMA = { $schema: "x", type: "object", properties: { order_id: { type: "string" } }, required: ["order_id"] };
const LISTED = { name: "get_order", description: "Look up.", inputSchema: SCHEMA, annotations: { readOnlyHint: true } };
const context = { signal: new AbortController().signal, rolloutIndex: 0, prompt: "" };

function clientOf(pages: readonly (readonly object[])[], answer: object = { content: [] }) {
  const callTool = vi.fn(async (_params: object, _schema?: undefined, _options?: object) => answer);
  const listTools = vi.fn(async (params?: { cursor?: string }) => {
    const page = Number(params?.cursor ?? 0);
    return { tools: pages[page] ?? [], ...(page + 1 < pages.length ? { nextCursor: `${page + 1}` } : {}) };
  });
  return { listTools, callTool } satisfies McpClient;
}

describe("mcpTools", () => {
  it("lists all pages with schemas and annotations, and calls nothing", async () => {
    const output = { type: "object", properties: { state: { type: "string" } } };
    const client = clientOf([[LISTED], [{ name: "ping", outputSchema: output }]]);
    const tools = await mcpTools(client);
    expect(tools).toMatchObject([
      { name: "get_order", description: "Look up.", annotations: { readOnlyHint: true } },
      { name: "ping", description: "", parameters: { type: "object", properties: {} }, output },
    ]);
    expect(tools[0]?.parameters).toEqual({ ...SCHEMA, $schema: undefined });
    expect(JSON.parse(JSON.stringify(tools[0]))).toMatchObject({ type: "function", function: { name: "get_order" } });
    expect(tools[1]).not.toHaveProperty("annotations");
    expect(client.listTools.mock.calls).toEqual([[undefined], [{ cursor: "1" }]]);
    await contextOf(tools).world.call("get_order", { order_id: "DL-1" });
    expect(client.callTool).not.toHaveBeenCalled();
  });

  it.each<[string, object, unknown]>([
    [
      "structured content",
      { structuredContent: { state: "packed" }, content: [{ type: "text", text: "x" }] },
      { state: "packed" },
    ],
    ["text that is JSON", { content: [{ type: "text", text: '{"state":"packed"}' }] }, { state: "packed" }],
    [
      "text",
      {
        content: [
          { type: "text", text: "packed" },
          { type: "text", text: "today" },
        ],
      },
      "packed\ntoday",
    ],
    ["a number as text", { content: [{ type: "text", text: "7" }] }, "7"],
    [
      "a picture",
      { content: [{ type: "image", data: "aGk=" }] },
      { status: "ok", content: [{ type: "image", data: "aGk=" }] },
    ],
    ["nothing", {}, ""],
    [
      "an error",
      { isError: true, content: [{ type: "text", text: "out of stock" }] },
      { status: "error", error: "out of stock" },
    ],
    [
      "an error with a picture",
      { isError: true, content: [{ type: "image" }] },
      { status: "error", error: [{ type: "image" }] },
    ],
  ])("calls the server through dispatch and reads %s", async (_, answer, expected) => {
    const client = clientOf([[LISTED]], answer);
    const run = Tool.dispatch(await mcpTools(client));
    expect(await run("get_order", { order_id: "DL-1" }, context)).toEqual(expected);
    const params = { name: "get_order", arguments: { order_id: "DL-1" } };
    expect(client.callTool).toHaveBeenCalledWith(params, undefined, { signal: context.signal });
  });

  it("refuses a tool without a name and a list without an end", async () => {
    await expect(mcpTools(clientOf([[{ description: "x" }]]))).rejects.toMatchObject({ name: "ToolSchemaError" });
    const endless = { ...clientOf([]), listTools: async () => ({ tools: [], nextCursor: "again" }) };
    await expect(mcpTools(endless)).rejects.toThrow(/more than 1000 pages/);
  });
});
