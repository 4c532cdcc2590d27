import { Tool } from "@whileai/core";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { CONVERSATION, contextOf, DISTRACTOR, UNKNOWN_PART } from "../shared/__fixtures__/context.js";
import { aiSdkAgent, aiSdkTools } from "./index.js";

const SCHEMA = z.object({
  order_id: z.string(),
  part: z.object({ name: z.string() }).optional(),
  more: z.union([z.array(z.object({ a: z.string() })), z.record(z.string(), z.object({ b: z.number() }))]).optional(),
});
const marked = (jsonSchema: unknown, validate?: unknown) => ({
  [Symbol.for("vercel.ai.schema")]: true,
  jsonSchema,
  validate,
});
const OBJECT = { type: "object", properties: { order_id: { type: "string" } }, required: ["order_id"] };

interface Settings {
  readonly tools: Record<
    string,
    { inputSchema: { jsonSchema: object }; execute(input: unknown, call?: object): unknown }
  >;
  readonly [key: string]: unknown;
}

/** Behaves as the SDK's agent does: settings in a field, tools run by `generate`. */
class FakeAgent {
  static made: FakeAgent[] = [];
  static asked: { messages: unknown; abortSignal: AbortSignal }[] = [];
  readonly settings: Settings;

  constructor(settings: Settings) {
    this.settings = settings;
    FakeAgent.made.push(this);
  }

  async generate(options: never) {
    FakeAgent.asked.push(options);
    const { prepareCall } = this.settings as { prepareCall?: (call: Settings) => Promise<Settings> };
    const { tools } = prepareCall ? await prepareCall(this.settings) : this.settings;
    const output = await tools.get_order?.execute({ order_id: "DL-20418" }, { toolCallId: "a" });
    const usage = { inputTokens: 10, outputTokens: 5 };
    return {
      steps: [
        {
          content: [
            { type: "reasoning", text: "hm" },
            { type: "text", text: "Let me look." },
            { type: "tool-call", toolCallId: "a", toolName: "get_order", input: { order_id: "DL-20418" } },
            { type: "tool-call", toolCallId: "b", toolName: "get_order", input: "{", invalid: true },
            { type: "tool-call", toolCallId: "c", toolName: "nope", input: {}, error: new Error("no such tool") },
            { type: "tool-call", toolCallId: "d", toolName: "hosted", input: {} },
            { type: "tool-call", toolCallId: "e", toolName: "pending", input: {} },
            { type: "tool-result", toolCallId: "a", output },
            { type: "tool-error", toolCallId: "c", error: new Error("no such tool") },
            { type: "tool-result", toolCallId: "d", output: { found: 1 } },
          ],
          finishReason: "tool-calls",
          usage,
        },
        { content: [{ type: "text", text: "On its way." }], finishReason: "stop", usage },
      ],
    };
  }
}

const realBody = () => vi.fn(async (_input: unknown, _options?: unknown) => ({ real: true }));
const toolsWith = (execute: unknown, more: object = {}) => ({
  get_order: { description: "Look up.", inputSchema: SCHEMA, execute, ...more },
});

describe("aiSdkAgent", () => {
  it("plays the agent with tools that the world answers", async () => {
    const body = realBody();
    const settings = {
      model: { modelId: "gpt-test" },
      instructions: "Be kind.",
      toolApproval: {},
      tools: toolsWith(body),
    };
    const original = new FakeAgent(settings as never);
    const { agent, tools, systemPrompt } = aiSdkAgent(original);
    const signal = new AbortController().signal;
    const context = contextOf(tools, { signal, faults: [{ tool: "get_order", mode: "timeout", firstN: 1 }] });
    const reply = await agent("", context);
    expect(reply).toMatchObject({
      steps: [
        { text: "Let me look.", reasoning: "hm", call_id: "a", result: { status: "timeout" }, input_tokens: 10 },
        { call_id: "b", arguments_raw: "{", result: { reason: "invalid_json" } },
        { call_id: "c", result: { status: "error", error: "Error: no such tool" } },
        { call_id: "d", result: { found: 1 } },
        { call_id: "e", result: null },
        { text: "On its way.", turn: 1 },
      ],
      final_text: "On its way.",
      usage: { input_tokens: 20, output_tokens: 10 },
    });
    expect(body).not.toHaveBeenCalled();
    expect([systemPrompt, agent.name]).toEqual(["Be kind.", "gpt-test"]);
    expect(FakeAgent.asked.at(-1)?.abortSignal).toBe(signal);
    const copy = FakeAgent.made.at(-1);
    expect(copy).not.toBe(original);
    expect(copy?.settings).not.toHaveProperty("toolApproval");
    expect(copy?.settings.tools.get_order?.inputSchema.jsonSchema).toMatchObject(tools[0]?.parameters as object);
    expect(original.settings).toBe(settings);
  });

  it("hands a function the tools, and takes what it makes", async () => {
    const body = realBody();
    const { agent, tools, systemPrompt } = aiSdkAgent(async (own) => new FakeAgent({ tools: own as never }), {
      tools: toolsWith(body),
    });
    expect(await agent("", contextOf(tools))).toMatchObject({ final_text: "On its way." });
    expect([body.mock.calls.length, systemPrompt, agent.name]).toEqual([0, undefined, "ai_sdk_agent"]);
  });

  it("offers what the rollout shows: distractors, and under other names only those", async () => {
    const { agent, tools } = aiSdkAgent(new FakeAgent({ tools: toolsWith(realBody()) } as never));
    await agent("", contextOf(tools, { shown: [...tools, DISTRACTOR] }));
    const offered = FakeAgent.made.at(-1)?.settings.tools;
    expect(Object.keys(offered ?? {})).toEqual(["get_order", "book_room"]);
    expect(offered?.book_room).toMatchObject({
      description: DISTRACTOR.description,
      inputSchema: { jsonSchema: DISTRACTOR.parameters },
    });
    const context = contextOf(tools, { shown: [DISTRACTOR] });
    await agent("", context);
    expect(Object.keys(FakeAgent.made.at(-1)?.settings.tools ?? {})).toEqual(["book_room"]);
    await FakeAgent.made.at(-1)?.settings.tools.book_room?.execute({ room: "A" });
    expect(context.world.events).toMatchObject([{ tool: "book_room", arguments: { room: "A" } }]);
  });

  it("refuses what a function makes with the real tools", async () => {
    const real = toolsWith(realBody());
    const makeAgent = () => ({ tools: real, generate: async () => ({ steps: [] }) });
    const { agent, tools } = aiSdkAgent(makeAgent, { tools: real });
    await expect(async () => agent("", contextOf(tools))).rejects.toThrow(/made an agent with a real tool/);
  });

  it("refuses what makes its tools itself, however it is given", async () => {
    const body = realBody();
    const generate = vi.fn(async () => ({ steps: [] }));
    const makers = [
      (tools: object) => ({ tools: { ...tools, extra: { inputSchema: OBJECT, execute: body } }, generate }),
      (tools: object) => ({ settings: { tools: { ...tools, ...toolsWith(body) } }, generate }),
      (tools: object) => ({ tools: { ...tools, search: { type: "provider", inputSchema: OBJECT } }, generate }),
    ];
    for (const make of makers) {
      const { agent, tools } = aiSdkAgent(make, { tools: toolsWith(body) });
      await expect(async () => agent("", contextOf(tools))).rejects.toThrow(/made an agent with a real tool/);
    }
    class OwnAgent extends FakeAgent {
      constructor() {
        super({ tools: toolsWith(body) } as never);
      }
    }
    const own = aiSdkAgent(new OwnAgent() as never);
    await expect(async () => own.agent("", contextOf(own.tools))).rejects.toThrow(/made an agent with a real tool/);
    expect([body.mock.calls.length, generate.mock.calls.length]).toEqual([0, 0]);
  });

  it("takes a handed tool in other words, and one without a body", async () => {
    const generate = vi.fn(async () => ({ steps: [] }));
    const make = ({ get_order }: { get_order: object }) => {
      return {
        tools: { order: { ...get_order, description: "Other words." }, ask: { inputSchema: OBJECT } },
        generate,
      };
    };
    const { agent, tools } = aiSdkAgent(make as never, { tools: toolsWith(realBody()) });
    await agent("", contextOf(tools));
    expect(generate).toHaveBeenCalledOnce();
  });

  it("does not let a prepared call bring real tools back", async () => {
    const body = realBody();
    const tools = toolsWith(body);
    const prepareCall = async (call: Settings) => ({ ...call, tools: { ...tools } });
    const first = aiSdkAgent(new FakeAgent({ tools, prepareCall, id: "support" } as never));
    expect(await first.agent("", contextOf(first.tools))).toMatchObject({ final_text: "On its way." });
    expect([body.mock.calls.length, first.agent.name]).toEqual([0, "support"]);
    const adds = async (call: Settings) => ({ ...call, tools: { ...tools, extra: {} } });
    const second = aiSdkAgent(new FakeAgent({ tools, prepareCall: adds } as never));
    await expect(async () => second.agent("", contextOf(second.tools))).rejects.toThrow(
      /`prepareCall` adds the tool "extra"/,
    );
  });

  it("gives the conversation as messages of the SDK", async () => {
    const { agent, tools } = aiSdkAgent(new FakeAgent({ tools: toolsWith(realBody()) } as never));
    await agent("", contextOf(tools, { messages: CONVERSATION }));
    const call = (toolCallId: string, input: object) => ({
      type: "tool-call",
      toolCallId,
      toolName: "get_order",
      input,
    });
    const result = (toolCallId: string, value: unknown) => ({
      role: "tool",
      content: [{ type: "tool-result", toolCallId, toolName: "get_order", output: { type: "json", value } }],
    });
    expect(FakeAgent.asked.at(-1)?.messages).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "See" },
          { type: "file", data: "data:image/png;base64,aGk=", mediaType: "image/png" },
          { type: "file", data: "data:application/pdf;base64,aGk=", mediaType: "application/pdf", filename: "a.pdf" },
        ],
      },
      {
        role: "assistant",
        content: [{ type: "text", text: "Let me look." }, call("h1", { order_id: "DL-1" }), call("", {})],
      },
      result("h1", { state: "packed" }),
      result("", "broken"),
      { role: "assistant", content: "It is packed." },
      { role: "user", content: [{ type: "file", data: "https://h.example/a.png", mediaType: "image/*" }] },
    ]);
    await expect(async () => agent("", contextOf(tools, { messages: UNKNOWN_PART }))).rejects.toThrow(/type "audio"/);
  });

  it.each([
    ["no agent", {}, undefined],
    ["no settings", { generate: () => null }, undefined],
    ["a function without tools", () => null, undefined],
    ["a function with an unknown option", () => null, { tools: {}, tool: {} }],
  ])("refuses %s", (_, agent, options) => {
    expect(() => aiSdkAgent(agent as never, options as never)).toThrow(
      expect.objectContaining({ name: "OptionError" }),
    );
  });
});

describe("aiSdkTools", () => {
  it("describes tools as the SDK does, and closes their objects", () => {
    const [tool] = aiSdkTools(toolsWith(undefined, { outputSchema: z.object({ state: z.string() }) }));
    const closed = (properties: object, required?: string[]) => ({
      type: "object",
      properties,
      ...(required ? { required } : {}),
      additionalProperties: false,
    });
    const text = { type: "string" };
    expect(tool?.parameters).toEqual(
      closed(
        {
          order_id: text,
          part: closed({ name: text }, ["name"]),
          more: {
            anyOf: [
              { type: "array", items: closed({ a: text }, ["a"]) },
              {
                type: "object",
                propertyNames: { type: "string" },
                additionalProperties: closed({ b: { type: "number" } }, ["b"]),
              },
            ],
          },
        },
        ["order_id"],
      ),
    );
    expect(tool?.output).toMatchObject({ properties: { state: text } });
    expect(tool?.execute).toBeUndefined();
  });

  it.each([
    ["jsonSchema()", marked(OBJECT)],
    ["a lazy schema", () => marked(OBJECT)],
  ])("reads %s", (_, inputSchema) => {
    expect(aiSdkTools({ f: { inputSchema } })[0]).toMatchObject({ name: "f", description: "", parameters: OBJECT });
  });

  it("takes a tool without a schema for one without arguments", () => {
    expect(aiSdkTools({ f: {} })[0]?.parameters).toMatchObject({ properties: {}, additionalProperties: false });
  });

  it.each([
    ["a tool of the provider", { type: "provider", inputSchema: marked(OBJECT) }],
    ["a schema that is still to come", { inputSchema: marked(Promise.resolve(OBJECT)) }],
    ["what is no schema", { inputSchema: OBJECT }],
    ["a type that JSON Schema has no word for", { inputSchema: z.object({ day: z.date() }) }],
    [
      "a schema that cannot describe itself",
      { inputSchema: { "~standard": { vendor: "mute", validate: () => null } } },
    ],
  ])("refuses %s", (_, tool) => {
    expect(() => aiSdkTools({ f: tool })).toThrow(expect.objectContaining({ name: "ToolSchemaError" }));
  });

  const context = { signal: new AbortController().signal, rolloutIndex: 0, prompt: "" };
  const run = (tool: object, args: object) => Tool.dispatch(aiSdkTools({ f: tool }))("f", args as never, context);

  it("runs a body through dispatch, after the SDK's own check of the arguments", async () => {
    const body = realBody();
    const withDefault = z.object({ id: z.string().default("DL-1") });
    expect(await run({ inputSchema: withDefault, execute: body }, {})).toEqual({ real: true });
    expect(body).toHaveBeenCalledWith({ id: "DL-1" }, { toolCallId: "", messages: [], abortSignal: context.signal });
    const validate = async (value: { ok?: boolean }) =>
      value.ok ? { success: true, value: { checked: true } } : { success: false, error: new Error("not ok") };
    const checked = { inputSchema: marked({ type: "object" }, validate), execute: body };
    expect(await run(checked, { ok: true })).toEqual({ real: true });
    expect(body).toHaveBeenLastCalledWith({ checked: true }, expect.anything());
    expect(await run(checked, {})).toMatchObject({ status: "rejected", issues: [{ message: "not ok" }] });
  });

  it("takes the last value of a body that streams", async () => {
    const execute = async function* () {
      yield "loading";
      yield { state: "packed" };
    };
    expect(await run({ inputSchema: SCHEMA, execute }, { order_id: "DL-1" })).toEqual({ state: "packed" });
  });

  it.each([[true], [async ({ order_id }: { order_id: string }) => order_id === "DL-1"]])(
    "does not run what needs approval (%s)",
    async (needsApproval) => {
      const execute = realBody();
      const answer = await run({ inputSchema: SCHEMA, execute, needsApproval }, { order_id: "DL-1" });
      expect([answer, execute.mock.calls.length]).toEqual([
        { status: "permission_denied", reason: "needs_approval" },
        0,
      ]);
    },
  );

  it.each([
    [{ get_order: "user-approval" }, 0],
    [{}, 1],
    [() => "user-approval", 0],
  ])("does not run what the agent's own settings may ask approval for (%s)", async (toolApproval, times) => {
    const execute = realBody();
    const { tools } = aiSdkAgent(new FakeAgent({ tools: toolsWith(execute), toolApproval } as never));
    await Tool.dispatch(tools)("get_order", { order_id: "DL-1" }, context);
    expect(execute).toHaveBeenCalledTimes(times);
  });
});
