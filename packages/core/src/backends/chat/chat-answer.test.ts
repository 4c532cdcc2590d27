import { type Reply, startTestServer, type TestServer } from "@whileai/test-server";
import { afterEach, describe, expect, it } from "vitest";
import type { ChatMessage, CompletionRequest } from "../../backend/backend.js";
import { Endpoint } from "../endpoint/endpoint.js";

let server: TestServer;

async function backendFor(replies: readonly Reply[]) {
  server = await startTestServer({ replies });
  return Endpoint("gpt-4.1-mini", { url: `${server.url}/v1` });
}

const user = (content: ChatMessage["content"]): ChatMessage => ({ role: "user", content });
const ASK: CompletionRequest = { messages: [user("hi")] };

afterEach(() => server?.close());

describe("answers", () => {
  it("reads text, usage, reasoning and the model", async () => {
    const backend = await backendFor([
      { text: "hello", reasoning: "hm", usage: { input: 3, output: 2 }, model: "gpt-x" },
    ]);
    expect(await backend.complete(ASK)).toEqual({
      text: "hello",
      toolCalls: [],
      reasoning: "hm",
      finishReason: "stop",
      usage: { inputTokens: 3, outputTokens: 2 },
      logprobs: null,
      model: "gpt-x",
    });
  });

  it("says null for usage that is absent", async () => {
    const backend = await backendFor([{ text: "x", usage: null }]);
    expect((await backend.complete(ASK)).usage).toEqual({ inputTokens: null, outputTokens: null });
  });

  it.each([
    ["", {}, undefined],
    ["   ", {}, undefined],
    [null, {}, undefined],
    ['{"a":1}', { a: 1 }, undefined],
    ['{"order_id":"ORD-4"', {}, '{"order_id":"ORD-4"'],
    ["[1]", {}, "[1]"],
    ['"x"', {}, '"x"'],
  ])("reads arguments %j", async (written, parsed, raw) => {
    const backend = await backendFor([{ toolCalls: [{ name: "f", arguments: written }] }]);
    const [call] = (await backend.complete(ASK)).toolCalls;
    expect(call?.arguments).toEqual(parsed);
    expect(call?.argumentsRaw).toBe(raw);
  });

  it.each([
    ["stop", "tool_calls"],
    ["tool_calls", "tool_calls"],
    ["length", "length"],
    ["mystery", "tool_calls"],
  ])("decides on the presence of calls when the server says %s", async (said, expected) => {
    const backend = await backendFor([{ toolCalls: [{ name: "f" }], finishReason: said }]);
    const completion = await backend.complete(ASK);
    expect(completion.finishReason).toBe(expected);
    expect(completion.toolCalls).toHaveLength(1);
  });

  it("does not say tool_calls without calls", async () => {
    const backend = await backendFor([{ text: "x", finishReason: "tool_calls" }]);
    expect((await backend.complete(ASK)).finishReason).toBe("stop");
  });

  it("makes ids that are missing, empty or repeated, and none that the conversation has", async () => {
    const backend = await backendFor([
      {
        toolCalls: [
          { name: "f", id: null },
          { name: "g", id: "" },
          { name: "h", id: "x" },
          { name: "i", id: "x" },
          { name: "j", id: "old" },
        ],
      },
    ]);
    const completion = await backend.complete({
      messages: [
        user("hi"),
        {
          role: "assistant",
          content: "",
          toolCalls: [
            { id: "old", name: "f", arguments: {} },
            { id: "call_2", name: "f", arguments: {} },
          ],
        },
      ],
    });
    const ids = completion.toolCalls.map((call) => call.id);
    expect(ids).toEqual(["call_3", "call_4", "x", "call_5", "call_6"]);
  });

  it.each([
    ["<think>plan</think>Hello", "Hello", "plan"],
    ["plan</think>\n\nHello", "Hello", "plan"],
    ["<think>cut off", "", "cut off"],
    ["<think>a</think>Hel<think>b</think>lo", "Hello", "a\n\nb"],
    ["<think>\n\n</think>\n\nHello", "Hello", undefined],
    ["no tags", "no tags", undefined],
    ['<think><tool_call>{"name":"f"}</tool_call></think>Hello', "Hello", '<tool_call>{"name":"f"}</tool_call>'],
  ])("takes thinking out of %j", async (text, said, thought) => {
    const backend = await backendFor([{ text }]);
    const completion = await backend.complete(ASK);
    expect(completion.text).toBe(said);
    expect(completion.reasoning).toBe(thought);
    expect(completion.toolCalls).toEqual([]);
  });

  it.each([
    ['Ok.<tool_call>\n{"name":"f","arguments":{"a":1}}\n</tool_call>', "Ok.", [{ name: "f", arguments: { a: 1 } }]],
    [
      '<tool_call>{"name":"f","arguments":"{\\"a\\":1}"}</tool_call><tool_call>{"name":"g","parameters":{}}</tool_call>',
      "",
      [
        { name: "f", arguments: { a: 1 } },
        { name: "g", arguments: {} },
      ],
    ],
    [
      '<tool_call>{"name":"f","arguments":{"a":</tool_call>',
      "",
      [{ name: "f", arguments: {}, argumentsRaw: '{"name":"f","arguments":{"a":' }],
    ],
    ['<tool_call>{"name":"f","argum', "", [{ name: "f", arguments: {}, argumentsRaw: '{"name":"f","argum' }]],
    ["<tool_call>nothing</tool_call>", "<tool_call>nothing</tool_call>", []],
    ['<tool_call>{"no":1}</tool_call>', '<tool_call>{"no":1}</tool_call>', []],
  ])("finds calls left in the text: %j", async (text, said, calls) => {
    const backend = await backendFor([{ text, finishReason: "tool_calls" }]);
    const completion = await backend.complete(ASK);
    expect(completion.text).toBe(said);
    expect(completion.toolCalls.map(({ id, ...call }) => call)).toEqual(calls);
    expect(completion.finishReason).toBe(calls.length > 0 ? "tool_calls" : "stop");
  });

  it("reads log-probabilities and token ids when asked to", async () => {
    const logprobs = [
      { token: "He", logprob: -0.25, token_id: 9 },
      { token: "token_id:42", logprob: -1 },
      { token: "y", logprob: 0 },
    ];
    const backend = await backendFor([{ text: "Hey", logprobs }]);
    expect((await backend.complete({ ...ASK, logprobs: true })).logprobs).toEqual([
      { token: "He", logprob: -0.25, tokenId: 9 },
      { token: "token_id:42", logprob: -1, tokenId: 42 },
      { token: "y", logprob: 0 },
    ]);
    expect((await backend.complete(ASK)).logprobs).toBeNull();
  });

  it("gives no log-probabilities when one is unreadable", async () => {
    const backend = await backendFor([{ text: "x", logprobs: [-1, { token: "y", logprob: null as never }] }]);
    expect((await backend.complete({ ...ASK, logprobs: true })).logprobs).toBeNull();
  });

  it("marks a refusal, and reads content parts and legacy calls", async () => {
    const choice = (message: object) => ({ status: 200, body: { choices: [{ message, finish_reason: "stop" }] } });
    const backend = await backendFor([
      choice({ content: null, refusal: "I cannot." }),
      choice({ content: [{ type: "text", text: "a" }, { text: "b" }, 3] }),
      choice({ content: "", function_call: { name: "f", arguments: "{}" } }),
    ]);
    expect(await backend.complete(ASK)).toMatchObject({
      text: "I cannot.",
      finishReason: "content_filter",
      model: "gpt-4.1-mini",
    });
    expect((await backend.complete(ASK)).text).toBe("ab");
    expect((await backend.complete(ASK)).toolCalls).toMatchObject([{ name: "f", arguments: {} }]);
  });
});
