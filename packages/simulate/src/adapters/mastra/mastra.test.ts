import { Tool } from "@whileai/core";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { contextOf, DISTRACTOR } from "../shared/__fixtures__/context.js";
import { mastraAgent, mastraTools } from "./index.js";

const SCHEMA = z.object({ order_id: z.string() });
const realBody = () => vi.fn(async (_input: unknown, _context?: unknown) => ({ real: true }));
const toolWith = (execute: unknown, more: object = {}) => ({
  id: "get-order",
  description: "Look up.",
  inputSchema: SCHEMA,
  execute,
  ...more,
});

interface StandardSchema {
  "~standard": { validate(value: unknown): unknown; jsonSchema: { input(): object; output(): object } };
}

interface Parts {
  readonly tools: Record<string, object>;
  readonly agents?: object;
  readonly workflows?: object;
  readonly hasWorkspace?: boolean;
  readonly hasBrowser?: boolean;
  readonly defaultOptions?: object;
  readonly keepsTools?: boolean;
  readonly model?: unknown;
}

/** Behaves as Mastra's agent: copies share nothing, tools run inside `generate`. */
class FakeAgent {
  static asked: [messages: unknown, options: object][] = [];
  readonly id = "support";
  #tools: Record<string, object>;
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#tools = parts.tools;
  }

  listTools = async () => this.#tools;
  listAgents = async () => this.#parts.agents ?? {};
  listWorkflows = async () => this.#parts.workflows ?? {};
  hasOwnWorkspace = () => this.#parts.hasWorkspace ?? false;
  hasOwnBrowser = () => this.#parts.hasBrowser ?? false;
  getDefaultOptions = async () => this.#parts.defaultOptions;
  getInstructions = async () => "Be kind.";
  getModel = async () => this.#parts.model;
  __fork = () => new FakeAgent(this.#parts);
  __setTools = (tools: Record<string, object>) => {
    if (!this.#parts.keepsTools) this.#tools = tools;
  };

  async generate(messages: never, options: never): Promise<unknown> {
    FakeAgent.asked.push([messages, options]);
    const { execute } = (this.#tools.get_order ?? {}) as { execute(input: unknown, context: object): Promise<unknown> };
    await execute({ order_id: "DL-20418" }, { agent: { toolCallId: "a" } });
    const usage = { inputTokens: 10, outputTokens: 5 };
    return {
      steps: [
        {
          text: "Let me look.",
          reasoningText: "hm",
          toolCalls: [
            { type: "tool-call", payload: { toolCallId: "a", toolName: "get_order", args: { order_id: "DL-20418" } } },
            { toolCallId: "b", toolName: "get_order", input: { order_id: 7 } },
          ],
          toolResults: [{ payload: { toolCallId: "b", result: { error: true } } }],
          usage,
          finishReason: "tool-calls",
        },
        { text: "On its w", usage, finishReason: "length" },
      ],
    };
  }
}

describe("mastraAgent", () => {
  it("plays a copy of the agent with tools that the world answers", async () => {
    const body = realBody();
    const guards = { requireApproval: true, toModelOutput: vi.fn(), onInputAvailable: vi.fn() };
    const original = new FakeAgent({ tools: { get_order: toolWith(body, guards) }, model: { modelId: "gpt-test" } });
    const { agent, tools, systemPrompt } = await mastraAgent(original);
    const { signal } = new AbortController();
    const reply = await agent("", contextOf(tools, { signal, faults: [{ tool: "*", mode: "timeout", firstN: 1 }] }));
    expect(reply).toMatchObject({
      steps: [
        {
          text: "Let me look.",
          reasoning: "hm",
          call_id: "a",
          result: { status: "timeout" },
          turn: 0,
          input_tokens: 10,
        },
        { call_id: "b", arguments: { order_id: 7 }, result: { error: true } },
        { text: "On its w", turn: 1, truncated: true },
      ],
      finish_reason: "length",
      usage: { input_tokens: 20, output_tokens: 10 },
    });
    expect(body).not.toHaveBeenCalled();
    expect([systemPrompt, agent.name, tools[0]?.name]).toEqual(["Be kind.", "gpt-test", "get_order"]);
    expect(FakeAgent.asked.at(-1)).toEqual([
      [{ role: "user", content: "Where is DL-20418?" }],
      { abortSignal: signal, activeTools: ["get_order"] },
    ]);
    expect((await original.listTools()).get_order).toHaveProperty("execute", body);
  });

  it("hands a function the tools, and takes what it makes", async () => {
    const body = realBody();
    const makeAgent = async (tools: Record<string, object>) => new FakeAgent({ tools });
    const { agent, tools, systemPrompt } = await mastraAgent(makeAgent, { tools: { get_order: toolWith(body) } });
    expect(await agent("", contextOf(tools))).toMatchObject({ final_text: "On its w" });
    expect([body.mock.calls.length, systemPrompt, agent.name]).toEqual([0, undefined, "mastra_agent"]);
  });

  it("refuses what a function makes with the real tools", async () => {
    const real = { get_order: toolWith(realBody()) };
    const { agent, tools } = await mastraAgent(() => new FakeAgent({ tools: real }), { tools: real });
    await expect(async () => agent("", contextOf(tools))).rejects.toThrow(/made an agent with a real tool/);
  });

  it("refuses what a function makes with a tool or an agent of its own", async () => {
    const body = realBody();
    for (const parts of [{ tools: { extra: toolWith(body) } }, { tools: {}, agents: { clerk: {} } }]) {
      const make = (tools: object) => new FakeAgent({ ...parts, tools: { ...tools, ...parts.tools } });
      const { agent, tools } = await mastraAgent(make, { tools: { get_order: toolWith(body) } });
      await expect(async () => agent("", contextOf(tools))).rejects.toThrow(/with a real tool|has agents of its own/);
    }
    expect(body).not.toHaveBeenCalled();
  });

  it("offers what the rollout shows: distractors, and under other names only those", async () => {
    const body = realBody();
    const offered: Record<string, object>[] = [];
    const makeAgent = (tools: Record<string, object>) => {
      offered.push(tools);
      return { generate: async () => ({ steps: [{ text: "Done." }] }) };
    };
    const { agent, tools } = await mastraAgent(makeAgent, { tools: { get_order: toolWith(body) } });
    await agent("", contextOf(tools, { shown: [...tools, DISTRACTOR] }));
    const context = contextOf(tools, { shown: [DISTRACTOR] });
    await agent("", context);
    expect(offered.map((each) => Object.keys(each))).toEqual([["get_order", "book_room"], ["book_room"]]);
    const made = offered[1]?.book_room as { inputSchema: StandardSchema; execute(input: object): Promise<unknown> };
    expect(made).toMatchObject({ id: "book_room", description: DISTRACTOR.description });
    const { validate, jsonSchema } = made.inputSchema["~standard"];
    expect([validate(7), jsonSchema.input(), jsonSchema.output()]).toEqual([
      { value: 7 },
      DISTRACTOR.parameters,
      DISTRACTOR.parameters,
    ]);
    await made.execute({ room: "A" });
    expect([context.world.events[0]?.tool, body.mock.calls.length]).toEqual(["book_room", 0]);
    const bare = await mastraAgent(makeAgent, { tools: {} });
    await bare.agent("", contextOf([], { shown: [DISTRACTOR] }));
    expect(offered[2]).toEqual({});
  });

  it("does not play a copy that keeps its real tools", async () => {
    const body = realBody();
    const { agent, tools } = await mastraAgent(
      new FakeAgent({ tools: { get_order: toolWith(body) }, keepsTools: true }),
    );
    await expect(async () => agent("", contextOf(tools))).rejects.toThrow(/whose tools can be replaced/);
    expect([body.mock.calls.length, agent.name]).toEqual([0, "support"]);
  });

  it.each([
    ["agents", { agents: { other: {} } }],
    ["workflows", { workflows: { ship: {} } }],
    ["a workspace", { hasWorkspace: true }],
    ["a browser", { hasBrowser: true }],
    ["toolsets", { defaultOptions: { toolsets: { shop: { get_order: {} } } } }],
    ["toolsets", { defaultOptions: { clientTools: { get_order: {} } } }],
  ])("refuses an agent with %s of its own", async (what, parts) => {
    const making = mastraAgent(new FakeAgent({ tools: {}, ...parts }));
    await expect(making).rejects.toMatchObject({ name: "OptionError", message: expect.stringContaining(what) });
  });

  it.each([
    ["no agent", { generate: () => null }, undefined],
    ["nothing", null, undefined],
    ["a function without tools", () => null, undefined],
  ])("refuses %s", async (_, agent, options) => {
    await expect(mastraAgent(agent as never, options as never)).rejects.toMatchObject({ name: "OptionError" });
  });
});

describe("mastraTools", () => {
  const context = { signal: new AbortController().signal, rolloutIndex: 0, prompt: "" };
  const run = (tool: object, args: object = { order_id: "DL-1" }) =>
    Tool.dispatch(mastraTools({ get_order: tool }))("get_order", args as never, context);

  it("describes tools as Mastra does", () => {
    const plain = { type: "object", properties: {} };
    const tools = mastraTools({
      a: toolWith(realBody(), { outputSchema: z.object({ state: z.string() }) }),
      b: toolWith(undefined, { inputSchema: undefined }),
      c: toolWith(realBody(), { inputSchema: plain }),
      d: toolWith(realBody(), { inputSchema: { jsonSchema: plain } }),
    });
    expect(tools[0]).toMatchObject({
      name: "a",
      parameters: { required: ["order_id"], additionalProperties: false },
      output: { required: ["state"] },
    });
    expect(tools.slice(1).map(({ parameters }) => parameters)).toEqual([plain, plain, plain]);
    expect(tools[1]?.execute).toBeUndefined();
  });

  it("runs a body through dispatch", async () => {
    const body = realBody();
    expect(await run(toolWith(body))).toEqual({ real: true });
    expect(body).toHaveBeenCalledWith({ order_id: "DL-1" }, { abortSignal: context.signal });
  });

  it.each([
    [{ requireApproval: true }],
    [{ requireApproval: async () => true }],
    [{ needsApprovalFn: ({ order_id }: { order_id: string }) => order_id === "DL-1" }],
  ])("does not run what needs approval: %s", async (guard) => {
    const body = realBody();
    expect(await run(toolWith(body, guard))).toEqual({ status: "permission_denied", reason: "needs_approval" });
    expect(body).not.toHaveBeenCalled();
  });

  it.each([
    ["a tool of the provider", toolWith(undefined, { type: "provider-defined" })],
    ["what is no schema", toolWith(undefined, { inputSchema: "object" })],
  ])("refuses %s", (_, tool) => {
    expect(() => mastraTools({ get_order: tool })).toThrow(expect.objectContaining({ name: "ToolSchemaError" }));
  });
});
