import { type CompletionRequest, normalizeTools } from "@whileai/core";
import { ScriptedBackend, type ScriptedReply } from "@whileai/core/backends";
import { describe, expect, it } from "vitest";
import { createWorld } from "../world/world.js";
import type { AgentContext } from "./agent.js";
import { backendPlayer } from "./backend-player.js";

const parameters = { type: "object", properties: { id: { type: "string" } }, required: ["id"] };
const TOOLS = normalizeTools([
  { name: "get_order", parameters },
  { name: "math.hypot", parameters: { type: "object", properties: {} } },
]);

function play(replies: ScriptedReply[], options: { maxTurns?: number; logprobs?: boolean | "tokens" } = {}) {
  const backend = ScriptedBackend(replies, { model: "scripted-1" });
  const player = backendPlayer(backend, {
    tools: TOOLS,
    systemPrompt: "Be kind.",
    maxTurns: options.maxTurns ?? 4,
    sampling: { temperature: 0.5, maxTokens: 99, logprobs: options.logprobs },
  });
  const world = createWorld({ tools: TOOLS });
  const context: AgentContext = {
    signal: new AbortController().signal,
    rolloutIndex: 0,
    seed: 11,
    scenarioId: "sc-1",
    world,
    tools: TOOLS,
    messages: [{ role: "user", content: "hello" }],
    turn: 0,
  };
  return player.play("hello", context).then((outcome) => ({ outcome, requests: backend.requests, player }));
}

const call = (name: string, args: object = { id: "A1" }, id = "c1") => ({ name, arguments: args as never, id });

describe("backendPlayer", () => {
  it("answers calls from the world until the model speaks", async () => {
    const { outcome, requests, player } = await play([
      {
        text: "Let me look.",
        reasoning: "An id.",
        toolCalls: [call("get_order"), call("math_hypot", {}, "c2")],
        usage: { inputTokens: 5, outputTokens: 3 },
      },
      { text: "Done.", usage: { inputTokens: 9, outputTokens: 2 } },
    ]);
    expect(outcome).toMatchObject({
      finalText: "Done.",
      finishReason: "stop",
      usage: { input_tokens: 14, output_tokens: 5 },
      steps: [
        { text: "Let me look.", reasoning: "An id.", tool: "get_order", call_id: "c1", turn: 0, input_tokens: 5 },
        { tool: "math.hypot", call_id: "c2", turn: 0 },
        { text: "Done.", turn: 1, output_tokens: 2 },
      ],
    });
    expect(requests[0]).toMatchObject({
      seed: 11,
      temperature: 0.5,
      maxTokens: 99,
      messages: [{ role: "system" }, { role: "user", content: "hello" }],
    });
    expect(requests[0]?.tools?.map((tool) => tool.name)).toEqual(["get_order", "math_hypot"]);
    const second = requests[1] as CompletionRequest;
    expect(second.messages.slice(2)).toMatchObject([
      {
        role: "assistant",
        content: "Let me look.",
        reasoning: "An id.",
        toolCalls: [{ id: "c1" }, { name: "math_hypot" }],
      },
      { role: "tool", toolCallId: "c1", name: "get_order" },
      { role: "tool", toolCallId: "c2", name: "math_hypot" },
    ]);
    expect(player).toMatchObject({ modelVersion: "scripted-1", sampling: { temperature: 0.5, max_tokens: 99 } });
  });

  it("keeps broken arguments and tells the model", async () => {
    const { outcome, requests } = await play([
      { toolCalls: [{ name: "get_order", argumentsRaw: '{"id": ', id: "c1" }] },
      "Sorry.",
    ]);
    expect(outcome.steps[0]).toMatchObject({
      arguments: {},
      arguments_raw: '{"id": ',
      result: { status: "rejected", reason: "invalid_json" },
    });
    expect(requests[1]?.messages.at(-1)?.content).toContain("invalid_json");
  });

  it.each<[string, ScriptedReply[], object]>([
    ["a loop is a row", Array(4).fill({ toolCalls: [call("get_order")] }), { finalText: "", finishReason: "tool" }],
    [
      "a cut reply is a row",
      [{ text: "I was just", finishReason: "length" }],
      { finalText: "I was just", finishReason: "length", steps: [{ truncated: true }] },
    ],
    [
      "a cut call is not executed",
      [{ toolCalls: [call("get_order")], finishReason: "length" }],
      {
        finishReason: "length",
        finalText: "",
        steps: [{ result: { status: "rejected", reason: "truncated" }, truncated: true }],
      },
    ],
    [
      "calls count, whatever the finish reason",
      [{ toolCalls: [call("get_order")], finishReason: "stop" }, "Ok."],
      { finalText: "Ok.", finishReason: "stop" },
    ],
    [
      "an unknown tool is answered",
      [{ toolCalls: [call("nope")] }, "Ok."],
      { steps: [{ result: { reason: "unknown_tool" } }, { text: "Ok." }] },
    ],
  ])("%s", async (_, replies, expected) => {
    expect((await play(replies)).outcome).toMatchObject(expected);
  });

  it.each<[string, ScriptedReply, RegExp]>([
    ["an empty reply", "", /answered with nothing/],
    ["a call left in the text", '<tool_call>{"name": "f"}</tool_call>', /tool-call parser/],
  ])("refuses %s", async (_, reply, message) => {
    await expect(play([reply])).rejects.toThrow(message);
  });

  it("sums log-probabilities, with tokens on request", async () => {
    const logprobs = [
      { token: "a", logprob: -0.25, tokenId: 4 },
      { token: "b", logprob: -0.5, tokenId: 5 },
    ];
    const sums = await play([{ text: "ab", logprobs }], { logprobs: true });
    expect(sums.requests[0]?.logprobs).toBe(true);
    expect(sums.outcome.steps[0]).toEqual({ text: "ab", turn: 0, logprob: -0.75, n_tokens: 2 });
    const tokens = await play([{ text: "ab", logprobs }], { logprobs: "tokens" });
    expect(tokens.outcome.steps[0]).toMatchObject({ token_logprobs: [-0.25, -0.5], token_ids: [4, 5] });
  });

  it("does not add up what a server left out", async () => {
    const { outcome } = await play([
      { toolCalls: [call("get_order")], usage: { inputTokens: 4, outputTokens: null } },
      { text: "Ok.", usage: { inputTokens: 4, outputTokens: 2 } },
    ]);
    expect(outcome.usage).toEqual({ input_tokens: 8, output_tokens: null });
  });
});
