import { Tool } from "@whileai/core";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { CONVERSATION, contextOf, DISTRACTOR, UNKNOWN_PART } from "../shared/__fixtures__/context.js";
import { langChainAgent, langChainTools } from "./index.js";

const SCHEMA = z.object({ order_id: z.string() });
const realBody = () => vi.fn(async (_input: unknown, _config?: unknown) => "real");
const toolWith = (invoke: unknown, more: object = {}) => ({
  name: "get_order",
  description: "Look up.",
  schema: SCHEMA,
  returnDirect: false,
  invoke,
  ...more,
});

const ai = (more: object) => ({ getType: () => "ai", content: "", ...more });
const calling = (id: string, more: object = {}) =>
  ai({
    tool_calls: [{ id, name: "get_order", args: { order_id: "DL-20418" } }],
    usage_metadata: { input_tokens: 10, output_tokens: 5 },
    ...more,
  });

interface Options {
  readonly tools?: { invoke(input: unknown): Promise<string> }[];
  readonly middleware?: Options[];
  readonly [key: string]: unknown;
}

/** Behaves as an agent of createAgent: its options in a field, its tools called with whole tool calls. */
class FakeAgent {
  static made: FakeAgent[] = [];
  static asked: [state: { messages: object[] }, config: object][] = [];
  readonly options: Options;

  constructor(options: Options) {
    this.options = options;
    FakeAgent.made.push(this);
  }

  async invoke(state: never, config: never): Promise<unknown> {
    FakeAgent.asked.push([state, config]);
    const [tool] = [
      ...(this.options.tools ?? []),
      ...(this.options.middleware ?? []).flatMap((each) => each.tools ?? []),
    ];
    const answer = await tool?.invoke({
      type: "tool_call",
      id: "a",
      name: "get_order",
      args: { order_id: "DL-20418" },
    });
    const { reply = ai({ content: [{ type: "text", text: "On its way." }] }) } = this.options as { reply?: object };
    return {
      messages: [
        { getType: () => "human", content: "earlier" },
        ai({ content: "earlier" }),
        { getType: () => "human", content: "now" },
        calling("a", {
          content: [
            { type: "thinking", thinking: "hm" },
            { type: "text", text: "Let me look." },
          ],
          invalid_tool_calls: [{ id: "b", name: "get_order", args: '{"order' }],
        }),
        { getType: () => "tool", tool_call_id: "a", content: answer },
        { getType: () => "tool", tool_call_id: "b", content: "Error: no JSON" },
        reply,
      ],
    };
  }
}

describe("langChainAgent", () => {
  it("plays the agent with tools that the world answers", async () => {
    const body = realBody();
    const settings = {
      model: { model: "gpt-test" },
      systemPrompt: "Be kind.",
      tools: [toolWith(body)],
      middleware: [{ name: "plain" }],
      checkpointer: {},
      store: {},
    };
    const original = new FakeAgent(settings as never);
    const { agent, tools, systemPrompt } = langChainAgent(original);
    const { signal } = new AbortController();
    const reply = await agent("", contextOf(tools, { signal, faults: [{ tool: "*", mode: "timeout", firstN: 1 }] }));
    expect(reply).toMatchObject({
      steps: [
        {
          text: "Let me look.",
          reasoning: "hm",
          call_id: "a",
          turn: 0,
          result: { status: "timeout" },
          input_tokens: 10,
        },
        { call_id: "b", arguments_raw: '{"order', result: "Error: no JSON" },
        { text: "On its way.", turn: 1 },
      ],
      final_text: "On its way.",
      finish_reason: "stop",
      usage: { input_tokens: null, output_tokens: null },
    });
    expect(body).not.toHaveBeenCalled();
    expect([systemPrompt, agent.name]).toEqual(["Be kind.", "gpt-test"]);
    expect(FakeAgent.asked.at(-1)?.[1]).toEqual({ signal });
    const copy = FakeAgent.made.at(-1);
    expect(Object.keys(copy?.options ?? {})).toEqual(["model", "systemPrompt", "tools", "middleware"]);
    expect(copy?.options.tools?.[0]).toMatchObject({ name: "get_order", schema: SCHEMA, returnDirect: false });
    expect(original.options).toBe(settings);
  });

  it("takes the tools of middleware along", async () => {
    const body = realBody();
    const middleware = [{ name: "orders", tools: [toolWith(body)] }];
    const { agent, tools } = langChainAgent(new FakeAgent({ model: "openai:gpt-test", middleware } as never));
    expect(tools.map(({ name }) => name)).toEqual(["get_order"]);
    expect(await agent("", contextOf(tools))).toMatchObject({ final_text: "On its way." });
    expect([body.mock.calls.length, agent.name]).toEqual([0, "openai:gpt-test"]);
  });

  it("hands a function the tools, and takes what it makes", async () => {
    const body = realBody();
    const makeAgent = async (tools: object[]) => new FakeAgent({ tools } as never);
    const { agent, tools, systemPrompt } = langChainAgent(makeAgent, { tools: [toolWith(body)] });
    expect(await agent("", contextOf(tools))).toMatchObject({ final_text: "On its way." });
    expect([body.mock.calls.length, systemPrompt, agent.name]).toEqual([0, undefined, "langchain_agent"]);
  });

  it("refuses what a function makes with the real tools", async () => {
    const real = [toolWith(realBody())];
    const invoke = vi.fn(async () => ({ messages: [] }));
    for (const made of [
      { invoke, options: { tools: real } },
      { invoke, nodes: { tools: { bound: { tools: real } } } },
      { invoke, nodes: { act: { bound: { nodes: { inner: { bound: { tools: [toolWith(realBody())] } } } } } } },
      { invoke, options: { tools: [toolWith(realBody())] } },
      { invoke, options: { tools: [], middleware: [{ tools: [toolWith(realBody())] }] } },
      { invoke, options: { tools: [{ type: "web_search" }] } },
    ]) {
      const { agent, tools } = langChainAgent(() => made, { tools: real });
      await expect(async () => agent("", contextOf(tools))).rejects.toThrow(/made an agent with a real tool/);
    }
    expect(invoke).not.toHaveBeenCalled();
  });

  it("offers what the rollout shows: distractors, and under other names only those", async () => {
    const body = realBody();
    const { agent, tools } = langChainAgent(
      new FakeAgent({ model: "m", tools: [toolWith(body, { returnDirect: true })] } as never),
    );
    await agent("", contextOf(tools, { shown: [...tools, DISTRACTOR] }));
    const offered = FakeAgent.made.at(-1)?.options.tools;
    expect(offered).toMatchObject([
      { name: "get_order", returnDirect: true },
      { name: "book_room", description: DISTRACTOR.description, schema: DISTRACTOR.parameters, returnDirect: false },
    ]);
    const context = contextOf(tools, { shown: [DISTRACTOR] });
    await agent("", context);
    expect(FakeAgent.made.at(-1)?.options.tools).toHaveLength(1);
    expect(context.world.events).toMatchObject([{ tool: "book_room" }]);
    expect(body).not.toHaveBeenCalled();
    const bare = langChainAgent(new FakeAgent({ model: "m" } as never));
    await bare.agent("", contextOf([], { shown: [DISTRACTOR] }));
    expect(FakeAgent.made.at(-1)?.options.tools).toEqual([]);
  });

  it("answers from the world however a tool is called", async () => {
    const body = realBody();
    type Called = Record<"invoke" | "call" | "_call" | "func", (input: unknown) => Promise<string>>;
    const makeAgent = ([tool]: object[]) => ({
      invoke: async () => {
        const called = tool as Called;
        for (const way of ["invoke", "call", "_call", "func"] as const) await called[way]({ order_id: "DL-20418" });
        return { messages: [ai({ content: "Done." })] };
      },
    });
    const { agent, tools } = langChainAgent(makeAgent, { tools: [toolWith(body)] });
    const context = contextOf(tools);
    await agent("", context);
    expect([context.world.events.length, body.mock.calls.length]).toEqual([4, 0]);
  });

  it("ends at the recursion limit in its tools, and throws on anything else", async () => {
    const failing = (error: object) => (tools: object[]) => ({
      invoke: async () => {
        const [tool] = tools as { invoke(input: unknown): Promise<string> }[];
        await tool?.invoke({ type: "tool_call", id: "a", args: { order_id: "DL-20418" } });
        throw error;
      },
    });
    const limit = Object.assign(new Error("limit"), { lc_error_code: "GRAPH_RECURSION_LIMIT" });
    const looping = langChainAgent(failing(limit), { tools: [toolWith(realBody())] });
    expect(await looping.agent("", contextOf(looping.tools))).toMatchObject({
      steps: [{ tool: "get_order", call_id: "a" }],
      final_text: "",
      finish_reason: "tool",
    });
    const broken = langChainAgent(failing(new Error("no model")), { tools: [toolWith(realBody())] });
    await expect(async () => broken.agent("", contextOf(broken.tools))).rejects.toThrow("no model");
  });

  it.each([
    [ai({ content: "On", response_metadata: { finish_reason: "length" } }), { finish_reason: "length" }],
    [ai({ content: "On", response_metadata: { stop_reason: "max_tokens" } }), { finish_reason: "length" }],
    [ai({ content: "On", response_metadata: { finishReason: "MAX_TOKENS" } }), { finish_reason: "length" }],
    [
      { type: "ai", content: "x", additional_kwargs: { reasoning_content: "hm" } },
      { steps: [{}, {}, { reasoning: "hm" }] },
    ],
    [
      {
        type: "ai",
        content: [
          { type: "reasoning", reasoning: "hm" },
          { type: "text", text: "x" },
        ],
      },
      { final_text: "x" },
    ],
  ])("reads the reply %#", async (reply, expected) => {
    const { agent, tools } = langChainAgent(
      new FakeAgent({ model: {}, name: "support", tools: [toolWith(realBody())], reply } as never),
    );
    expect(await agent("", contextOf(tools))).toMatchObject(expected);
    expect(agent.name).toBe("support");
  });

  it("gives the conversation as messages that LangChain reads", async () => {
    const { agent, tools } = langChainAgent(new FakeAgent({ model: "m", tools: [toolWith(realBody())] } as never));
    await agent("", contextOf(tools, { messages: CONVERSATION }));
    expect(FakeAgent.asked.at(-1)?.[0].messages).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "See" },
          { type: "image_url", image_url: { url: "data:image/png;base64,aGk=" } },
          { type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,aGk=" } },
        ],
      },
      {
        role: "assistant",
        content: "Let me look.",
        tool_calls: [
          { type: "tool_call", id: "h1", name: "get_order", args: { order_id: "DL-1" } },
          { type: "tool_call", id: undefined, name: "get_order", args: {} },
        ],
      },
      { role: "tool", tool_call_id: "h1", content: '{"state":"packed"}' },
      { role: "tool", tool_call_id: "", name: "get_order", content: "broken" },
      { role: "assistant", content: "It is packed." },
      { role: "user", content: [{ type: "image_url", image_url: { url: "https://h.example/a.png" } }] },
    ]);
    await expect(async () => agent("", contextOf(tools, { messages: UNKNOWN_PART }))).rejects.toThrow(/type "audio"/);
  });

  it.each([
    ["a graph", { invoke: () => null }, undefined, "agent"],
    ["a function without tools", () => null, undefined, "tools"],
  ])("refuses %s", (_, agent, options, option) => {
    expect(() => langChainAgent(agent as never, options as never)).toThrow(
      expect.objectContaining({ name: "OptionError", option }),
    );
  });
});

describe("langChainTools", () => {
  it("describes tools as LangChain does", () => {
    const plain = { type: "object", properties: { a: { type: "string" } } };
    const valibot = { "~standard": { vendor: "valibot", validate: () => null, jsonSchema: { input: () => plain } } };
    const tools = langChainTools([
      toolWith(realBody()),
      toolWith(realBody(), { name: "b", schema: plain }),
      toolWith(realBody(), { name: "c", schema: valibot }),
    ]);
    expect(tools.map(({ parameters }) => parameters)).toEqual([
      {
        type: "object",
        properties: { order_id: { type: "string" } },
        required: ["order_id"],
        additionalProperties: false,
      },
      plain,
      plain,
    ]);
  });

  it("runs a body through dispatch", async () => {
    const body = realBody();
    const context = { signal: new AbortController().signal, rolloutIndex: 0, prompt: "" };
    const run = Tool.dispatch(langChainTools([toolWith(body)]));
    expect(await run("get_order", { order_id: "DL-1" }, context)).toBe("real");
    expect(body).toHaveBeenCalledWith({ order_id: "DL-1" }, { signal: context.signal });
  });

  it.each([
    ["a tool of the provider", { type: "web_search" }],
    ["a tool without a name", toolWith(realBody(), { name: undefined })],
    ["a tool without a schema", toolWith(realBody(), { schema: undefined })],
  ])("refuses %s", (_, tool) => {
    expect(() => langChainTools([tool])).toThrow(expect.objectContaining({ name: "ToolSchemaError" }));
  });
});
