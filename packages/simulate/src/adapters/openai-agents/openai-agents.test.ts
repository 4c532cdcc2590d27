import { Tool } from "@whileai/core";
import { describe, expect, it, vi } from "vitest";
import { CONVERSATION, contextOf, DISTRACTOR, UNKNOWN_PART } from "../shared/__fixtures__/context.js";
import { openAIAgent, openAITools } from "./index.js";

const PARAMETERS = {
  $schema: "http://json-schema.org/draft-07/schema#",
  type: "object",
  properties: { order_id: { type: "string" } },
  required: ["order_id"],
  additionalProperties: false,
};

const realBody = () => vi.fn(async (_context: unknown, _input: string, _details?: unknown) => "real");
const toolWith = (invoke: unknown, more: object = {}) => ({
  type: "function",
  name: "get_order",
  description: "Look up.",
  parameters: PARAMETERS,
  strict: true,
  invoke,
  needsApproval: async () => false,
  ...more,
});

class FakeAgent {
  readonly name: string = "support";
  readonly model: unknown = "";
  readonly instructions: unknown = "Be kind.";
  tools: object[] = [];
  handoffs: object[] = [];
  readonly mcpServers: object[] = [];

  constructor(config: object) {
    Object.assign(this, config);
  }

  clone(config: object): FakeAgent {
    return new FakeAgent({ ...this, ...config });
  }
}

class FakeHandoff {
  readonly agent: FakeAgent;
  readonly onInvokeHandoff: () => unknown;

  constructor(agent: FakeAgent, onInvokeHandoff: () => unknown) {
    this.agent = agent;
    this.onInvokeHandoff = onInvokeHandoff;
  }

  clone({ agent, onInvokeHandoff }: { agent: FakeAgent; onInvokeHandoff: () => unknown }): FakeHandoff {
    return new FakeHandoff(agent, onInvokeHandoff);
  }
}

type Invoke = (context: unknown, input: string, details?: object) => Promise<string>;
const invoked = (agent: FakeAgent, id: string, input = '{"order_id":"DL-20418"}') =>
  (agent.tools[0] as { invoke: Invoke }).invoke({}, input, { toolCall: { callId: id } });

const usage = { inputTokens: 10, outputTokens: 5, totalTokens: 15 };
const calling = (callId: string, input: string, name = "get_order") => ({
  type: "function_call",
  callId,
  name,
  arguments: input,
});
const saying = (text: string, more: object = {}) => ({
  type: "message",
  role: "assistant",
  content: [{ type: "output_text", text }],
  ...more,
});

/** What the SDK gives back after two calls, a handoff and a last word. */
const finished = (answers: Record<string, string>) => ({
  rawResponses: [
    {
      usage,
      output: [
        { type: "reasoning", content: [{ type: "input_text", text: "in short" }], rawContent: [{ text: "at length" }] },
        saying("Let me look."),
        calling("a", '{"order_id":"DL-20418"}'),
        calling("b", '{"order'),
        calling("t", "{}", "transfer_to_clerk"),
      ],
    },
    { usage, output: [saying("On its way.")] },
  ],
  newItems: Object.entries(answers).map(([callId, text]) => ({
    rawItem: { type: "function_call_result", callId, output: { type: "text", text } },
  })),
  finalOutput: "On its way.",
});

describe("openAIAgent", () => {
  it("plays copies of the agent with tools that the world answers", async () => {
    const body = realBody();
    const original = new FakeAgent({ tools: [toolWith(body, { timeoutMs: 5 })] });
    const { signal } = new AbortController();
    const run = vi.fn(async (own: FakeAgent, _input: unknown, _options: object) => {
      await invoked(own, "a");
      return finished({ b: await invoked(own, "b", '{"order'), t: '{"assistant":"clerk"}' });
    });
    const { agent, tools, systemPrompt } = openAIAgent(original, { run, maxTurns: 4, context: { user: 1 } });
    const reply = await agent("", contextOf(tools, { signal, faults: [{ tool: "*", mode: "timeout", firstN: 1 }] }));
    expect(reply).toMatchObject({
      steps: [
        { text: "Let me look.", reasoning: "at length", call_id: "a", turn: 0, result: { status: "timeout" } },
        { call_id: "b", arguments_raw: '{"order', result: { reason: "invalid_json" } },
        { tool: "transfer_to_clerk", result: { assistant: "clerk" } },
        { text: "On its way.", turn: 1, input_tokens: 10 },
      ],
      final_text: "On its way.",
      usage: { input_tokens: 20, output_tokens: 10 },
    });
    expect(body).not.toHaveBeenCalled();
    expect([systemPrompt, agent.name, tools.map(({ name }) => name)]).toEqual(["Be kind.", "support", ["get_order"]]);
    expect(tools[0]?.parameters).toEqual({ ...PARAMETERS, $schema: undefined });
    const [copy, input, options] = run.mock.calls[0] ?? [];
    expect(copy).not.toBe(original);
    expect(copy?.tools[0]).toMatchObject({ parameters: PARAMETERS, strict: true, timeoutMs: undefined });
    const [swapped] = (copy?.tools ?? []) as { needsApproval(): Promise<boolean> }[];
    expect(await swapped?.needsApproval()).toBe(false);
    expect(input).toEqual([{ role: "user", content: "Where is DL-20418?" }]);
    expect(options).toEqual({ signal, maxTurns: 4, context: { user: 1 } });
    expect((original.tools[0] as { invoke: unknown }).invoke).toBe(body);
  });

  it("takes agents that are handed over to along, in circles too, without their callbacks", async () => {
    const body = realBody();
    const callback = vi.fn();
    const clerk = new FakeAgent({ name: "clerk", tools: [toolWith(body)] });
    const front = new FakeAgent({
      name: "front",
      model: { modelId: "x" },
      handoffs: [new FakeHandoff(clerk, callback)],
    });
    clerk.handoffs.push(front);
    const { agent, tools } = openAIAgent(front, {
      run: async (own: FakeAgent) => {
        const handoff = own.handoffs[0] as FakeHandoff;
        expect(await handoff.onInvokeHandoff()).toBe(handoff.agent);
        expect(handoff.agent.handoffs).toEqual([own]);
        await invoked(handoff.agent, "a");
        return finished({});
      },
    });
    expect(await agent("", contextOf(tools))).toMatchObject({ final_text: "On its way." });
    expect([body.mock.calls.length, callback.mock.calls.length, agent.name]).toEqual([0, 0, "front"]);
  });

  it("hands a function the tools, and takes what it makes", async () => {
    const body = realBody();
    const makeAgent = async (tools: object[]) => new FakeAgent({ tools });
    const run = async (own: FakeAgent) => {
      await invoked(own, "a");
      return finished({});
    };
    const { agent, tools, systemPrompt } = openAIAgent(makeAgent, { run, tools: [toolWith(body)] });
    expect(await agent("", contextOf(tools))).toMatchObject({ final_text: "On its way." });
    expect([body.mock.calls.length, systemPrompt, agent.name]).toEqual([0, undefined, "openai_agent"]);
  });

  it("refuses what a function makes with the real tools", async () => {
    const real = [toolWith(realBody())];
    const run = vi.fn(async () => finished({}));
    const { agent, tools } = openAIAgent(() => new FakeAgent({ tools: real }), { run, tools: real });
    await expect(async () => agent("", contextOf(tools))).rejects.toThrow(/made an agent with a real tool/);
    expect(run).not.toHaveBeenCalled();
  });

  it.each<[string, (tools: readonly object[]) => FakeAgent]>([
    ["a tool of its own", (tools) => new FakeAgent({ tools: [...tools, toolWith(realBody(), { name: "extra" })] })],
    ["a hosted tool", (tools) => new FakeAgent({ tools: [...tools, { type: "hosted_tool", name: "web_search" }] })],
    [
      "a real tool behind two handoffs",
      (tools) => {
        const clerk = new FakeAgent({ tools: [toolWith(realBody())] });
        const second = new FakeAgent({ handoffs: [new FakeHandoff(clerk, () => clerk)] });
        return new FakeAgent({ tools, handoffs: [second] });
      },
    ],
  ])("refuses what a function makes with %s", async (_what, make) => {
    const run = vi.fn(async () => finished({}));
    const { agent, tools } = openAIAgent(make, { run, tools: [toolWith(realBody())] });
    await expect(async () => agent("", contextOf(tools))).rejects.toThrow(/made an agent with a real tool/);
    expect(run).not.toHaveBeenCalled();
  });

  it("offers distractors to the agent that begins, and no tool that goes by another name", async () => {
    const clerk = new FakeAgent({ name: "clerk", tools: [toolWith(realBody())] });
    const run = vi.fn(async (_own: FakeAgent) => finished({}));
    const { agent, tools } = openAIAgent(new FakeAgent({ handoffs: [clerk] }), { run });
    const names = (own: FakeAgent | undefined) => own?.tools.map((tool) => (tool as { name: string }).name);
    await agent("", contextOf(tools, { shown: [...tools, DISTRACTOR] }));
    const [front] = run.mock.calls[0] ?? [];
    expect([names(front), names(front?.handoffs[0] as FakeAgent)]).toEqual([["book_room"], ["get_order"]]);
    expect(front?.tools[0]).toMatchObject({ type: "function", parameters: DISTRACTOR.parameters, strict: false });
    const context = contextOf(tools, { shown: [DISTRACTOR] });
    run.mockImplementation(async (own) => {
      await invoked(own, "a", '{"room":"A"}');
      return finished({});
    });
    await agent("", context);
    expect(names(run.mock.calls[1]?.[0].handoffs[0] as FakeAgent)).toEqual([]);
    expect(context.world.events).toMatchObject([{ tool: "book_room", arguments: { room: "A" } }]);
  });

  it("approves what the SDK asks about, because the world needs no approval", async () => {
    const approve = vi.fn();
    const interruption = { name: "get_order" };
    const state = { approve };
    const run = vi.fn(async (_own: unknown, input: unknown) =>
      input === state ? finished({}) : { interruptions: [interruption], state },
    );
    const { agent, tools } = openAIAgent(new FakeAgent({}), { run });
    expect(await agent("", contextOf(tools))).toMatchObject({ final_text: "On its way." });
    expect([approve.mock.calls, run.mock.calls.length]).toEqual([[[interruption]], 2]);
  });

  class MaxTurnsExceededError extends Error {
    readonly state: unknown;
    constructor(state: unknown) {
      super("too many turns");
      this.state = state;
    }
  }

  it.each([
    ["with what the model said", { _modelResponses: [{ usage, output: [calling("a", "{}")] }] }, 10],
    ["with the calls alone", undefined, null],
  ])("ends at the last turn in its tools, %s", async (_, state, tokens) => {
    const run = async (own: FakeAgent) => {
      await invoked(own, "a");
      throw new MaxTurnsExceededError(state);
    };
    const { agent, tools } = openAIAgent(new FakeAgent({ tools: [toolWith(realBody())] }), { run });
    expect(await agent("", contextOf(tools))).toMatchObject({
      steps: [{ tool: "get_order", call_id: "a" }],
      final_text: "",
      finish_reason: "tool",
      usage: { input_tokens: tokens },
    });
  });

  it("throws on what the SDK throws", async () => {
    const { agent, tools } = openAIAgent(new FakeAgent({}), { run: async () => Promise.reject(new Error("no model")) });
    await expect(async () => agent("", contextOf(tools))).rejects.toThrow("no model");
  });

  it.each([
    [
      "a tool's answer as the last word",
      { output: [calling("a", "{}")], usage },
      "42",
      { final_text: "42", finish_reason: "stop" },
    ],
    [
      "a refusal",
      { output: [saying("", { content: [{ type: "refusal", refusal: "No." }] })] },
      undefined,
      { final_text: "No." },
    ],
    ["a cut reply", { output: [saying("On", { status: "incomplete" })] }, "On", { finish_reason: "length" }],
    [
      "usage that nobody counted",
      { output: [saying("x")], usage: { ...usage, totalTokens: 0 } },
      "x",
      { usage: { input_tokens: null } },
    ],
    [
      "a summary of thinking",
      { output: [{ type: "reasoning", content: [{ text: "in short" }] }, saying("x")] },
      "x",
      { steps: [{ reasoning: "in short" }] },
    ],
  ])("reads %s", async (_, response, finalOutput, expected) => {
    const run = async () => ({ rawResponses: [response], newItems: [], finalOutput });
    const { agent, tools } = openAIAgent(new FakeAgent({ model: { model: "gpt-test" } }), { run });
    expect(await agent("", contextOf(tools))).toMatchObject(expected);
    expect(agent.name).toBe("gpt-test");
  });

  it("gives the conversation as items of the SDK", async () => {
    const run = vi.fn(async (_own: unknown, _input: unknown) => finished({}));
    const { agent, tools } = openAIAgent(new FakeAgent({}), { run });
    await agent("", contextOf(tools, { messages: CONVERSATION }));
    const result = (callId: string, name: string, text: string) => ({
      type: "function_call_result",
      callId,
      name,
      status: "completed",
      output: { type: "text", text },
    });
    const said = (text: string) => ({
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text }],
    });
    expect(run.mock.calls[0]?.[1]).toEqual([
      {
        role: "user",
        content: [
          { type: "input_text", text: "See" },
          { type: "input_image", image: "data:image/png;base64,aGk=" },
          { type: "input_file", file: "data:application/pdf;base64,aGk=", filename: "a.pdf" },
        ],
      },
      said("Let me look."),
      { ...calling("h1", '{"order_id":"DL-1"}'), status: "completed" },
      { ...calling("", "{"), status: "completed" },
      result("h1", "get_order", '{"state":"packed"}'),
      result("", "get_order", "broken"),
      said("It is packed."),
      { role: "user", content: [{ type: "input_image", image: "https://h.example/a.png" }] },
    ]);
    await expect(async () => agent("", contextOf(tools, { messages: UNKNOWN_PART }))).rejects.toThrow(/type "audio"/);
  });

  const run = async () => null;
  it.each([
    ["no run", new FakeAgent({}), undefined, "run"],
    ["an unknown option", new FakeAgent({}), { run, maxturns: 1 }, "maxturns"],
    ["a function without tools", () => new FakeAgent({}), { run }, "tools"],
    ["no agent", { name: "x" }, { run }, "agent"],
    ["an agent with MCP servers", new FakeAgent({ mcpServers: [{}] }), { run }, "agent"],
  ])("refuses %s", (_, agent, options, option) => {
    expect(() => openAIAgent(agent as never, options as never)).toThrow(
      expect.objectContaining({ name: "OptionError", option }),
    );
  });

  it("takes a runner, whatever fields it has", () => {
    class Runner {
      readonly config = {};
      run = run;
    }
    expect(openAIAgent(new FakeAgent({}), new Runner()).tools).toEqual([]);
  });
});

describe("openAITools", () => {
  const context = { signal: new AbortController().signal, rolloutIndex: 0, prompt: "" };

  it("runs a body through dispatch as the SDK does", async () => {
    const body = realBody();
    const tools = openAITools([toolWith(body, { outputSchema: { type: "string" } })], { context: { user: 1 } });
    expect(tools[0]?.output).toEqual({ type: "string" });
    expect(await Tool.dispatch(tools)("get_order", { order_id: "DL-1" }, context)).toBe("real");
    expect(body).toHaveBeenCalledWith({ context: { user: 1 } }, '{"order_id":"DL-1"}', { signal: context.signal });
  });

  it("does not run what needs approval", async () => {
    const body = realBody();
    const needsApproval = async (_context: unknown, args: { order_id: string }) => args.order_id === "DL-1";
    const run = Tool.dispatch(openAITools([toolWith(body, { needsApproval })]));
    expect(await run("get_order", { order_id: "DL-1" }, context)).toMatchObject({ reason: "needs_approval" });
    expect(body).not.toHaveBeenCalled();
    expect(await run("get_order", { order_id: "DL-2" }, context)).toBe("real");
  });

  it.each([
    ["a hosted tool", { type: "hosted_tool", name: "web_search" }],
    ["a computer", { type: "computer" }],
    ["a function tool without a schema", { type: "function", name: "f", invoke: () => null }],
  ])("refuses %s", (_, tool) => {
    expect(() => openAITools([tool])).toThrow(expect.objectContaining({ name: "ToolSchemaError" }));
  });
});
