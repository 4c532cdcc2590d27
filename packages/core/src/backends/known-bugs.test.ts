import { type Reply, startTestServer, type TestServer } from "@whileai/test-server";
import { afterEach, describe, expect, it } from "vitest";
import type { Backend, ChatMessage, CompletionRequest } from "../backend/backend.js";
import { sha256Hex } from "../hash/hash.js";
import { Anthropic } from "./anthropic/anthropic.js";
import { anthropicMessages } from "./anthropic/anthropic-messages.js";
import { readChatEvents } from "./chat/chat-events.js";
import { Endpoint } from "./endpoint/endpoint.js";
import { Ollama } from "./ollama/ollama.js";
import { OpenAI } from "./openai/openai.js";

// Bugs that were reported against other clients of the same protocols. Each begins with the number it has in our log.

let server: TestServer;
afterEach(() => server?.close());

const MAKE: Record<string, (url: string) => Backend> = {
  openai: (url) => OpenAI("m", { apiKey: "k", baseURL: `${url}/v1` }),
  endpoint: (url) => Endpoint("m", { url: `${url}/v1` }),
  anthropic: (url) => Anthropic("m", { apiKey: "k", baseURL: url }),
  ollama: (url) => Ollama("m", { host: url }),
};
async function serving(kind: string, ...replies: Reply[]): Promise<Backend> {
  server = await startTestServer({ replies });
  return (MAKE[kind] as (url: string) => Backend)(server.url);
}
const messagesOf = (index: number) => (server.requests[index]?.body.messages ?? []) as { content: unknown }[];
const ASK: CompletionRequest = { messages: [{ role: "user", content: "hi" }] };

interface Delta {
  readonly index?: number;
  readonly id?: string;
  readonly function?: { readonly name?: string; readonly arguments?: string };
}
const delta = (fields: { index?: number; id?: string; name?: string; args?: string }): Delta => ({
  ...(fields.index === undefined ? {} : { index: fields.index }),
  ...(fields.id === undefined ? {} : { id: fields.id }),
  function: {
    ...(fields.name === undefined ? {} : { name: fields.name }),
    ...(fields.args === undefined ? {} : { arguments: fields.args }),
  },
});
const streamed = (...chunks: object[]): string =>
  `${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("")}data: [DONE]\n\n`;

describe("streamed calls", () => {
  it.each<[string, Delta[], [string, string][]]>([
    [
      "B1: deltas without an index are two calls",
      [delta({ id: "a", name: "f", args: '{"x":1}' }), delta({ id: "b", name: "g", args: '{"y":2}' })],
      [
        ["f", '{"x":1}'],
        ["g", '{"y":2}'],
      ],
    ],
    ["B1: one call without an index", [delta({ id: "a", name: "f", args: "{}" })], [["f", "{}"]]],
    [
      "B1: without an index and an id the open call goes on",
      [delta({ id: "a", name: "f", args: '{"x"' }), delta({ args: ":1" }), delta({ args: "}" })],
      [["f", '{"x":1}']],
    ],
    [
      "B1: without an index the id says which call goes on",
      [
        delta({ id: "a", name: "f", args: '{"x"' }),
        delta({ id: "b", name: "g", args: '{"y"' }),
        delta({ id: "a", args: ":1}" }),
        delta({ id: "b", args: ":2}" }),
      ],
      [
        ["f", '{"x":1}'],
        ["g", '{"y":2}'],
      ],
    ],
    [
      "B2: a new id at a used index is a new call",
      [
        delta({ index: 0, id: "a", name: "read", args: '{"path":"a.rs"}' }),
        delta({ index: 0, id: "b", name: "read", args: '{"path":"b.rs"}' }),
      ],
      [
        ["read", '{"path":"a.rs"}'],
        ["read", '{"path":"b.rs"}'],
      ],
    ],
    [
      "B2: after a reused index pieces go to the call that is open",
      [
        delta({ index: 0, id: "a", name: "f", args: '{"x":1}' }),
        delta({ index: 0, id: "b", name: "g", args: '{"y"' }),
        delta({ index: 0, args: ":2}" }),
      ],
      [
        ["f", '{"x":1}'],
        ["g", '{"y":2}'],
      ],
    ],
    [
      "B2: a new name at a used index is a new call",
      [delta({ index: 0, name: "f", args: "{}" }), delta({ index: 0, name: "g", args: "{}" })],
      [
        ["f", "{}"],
        ["g", "{}"],
      ],
    ],
    [
      "B2: the first index need not be 0",
      [delta({ index: 1, id: "a", name: "f", args: '{"x"' }), delta({ index: 1, args: ":1}" })],
      [["f", '{"x":1}']],
    ],
    [
      "B2: an empty id goes on with the call",
      [delta({ index: 0, id: "a", name: "f", args: '{"x"' }), delta({ index: 0, id: "", name: "", args: ":1}" })],
      [["f", '{"x":1}']],
    ],
    [
      "B2: the same id in every piece is one call",
      [delta({ index: 0, id: "a", name: "f", args: '{"x"' }), delta({ index: 0, id: "a", args: ":1}" })],
      [["f", '{"x":1}']],
    ],
    [
      "B2: a name may come after the id",
      [delta({ index: 0, id: "a" }), delta({ index: 0, name: "f" }), delta({ index: 0, args: "{}" })],
      [["f", "{}"]],
    ],
    [
      "B2: two indexes whose pieces take turns are two calls",
      [
        delta({ index: 0, id: "a", name: "f", args: '{"x"' }),
        delta({ index: 1, id: "b", name: "g", args: '{"y"' }),
        delta({ index: 0, args: ":1}" }),
        delta({ index: 1, args: ":2}" }),
      ],
      [
        ["f", '{"x":1}'],
        ["g", '{"y":2}'],
      ],
    ],
    [
      "B3: an id that comes only first is one call",
      [delta({ index: 0, id: "a", name: "f", args: '{"c' }), delta({ index: 0, args: 'md":1}' })],
      [["f", '{"cmd":1}']],
    ],
  ])("%s", (_, deltas, expected) => {
    const chunks = deltas.map((each) => ({ choices: [{ delta: { tool_calls: [each] }, finish_reason: null }] }));
    const body = readChatEvents(streamed(...chunks)) as {
      choices: { message: { tool_calls: { function: { name: string; arguments: string } }[] } }[];
    };
    const calls = body.choices[0]?.message.tool_calls ?? [];
    expect(calls.map((call) => [call.function.name, call.function.arguments])).toEqual(expected);
  });
});

it.each([
  ["", {}, undefined],
  ["   ", {}, undefined],
  [null, {}, undefined],
  ["{broken", {}, "{broken"],
])("B4: arguments %j are read as they are meant", async (written, args, raw) => {
  const backend = await serving("endpoint", { toolCalls: [{ name: "now", arguments: written }] });
  const [call] = (await backend.complete(ASK)).toolCalls;
  expect([call?.arguments, call?.argumentsRaw]).toEqual([args, raw]);
});

it.each([
  ["openai", "length", '{"order_id":"ORD-4', '{"order_id":"ORD-4', "length"],
  ["openai", "tool_calls", '{"order_id":"ORD-4', '{"order_id":"ORD-4', "tool_calls"],
  ["openai", "length", '{"file_path":"x"}', undefined, "length"],
  ["anthropic", "max_tokens", { file_path: "x" }, undefined, "length"],
])("B5: a cut call of %s keeps its reason (%s) and its text", async (kind, finishReason, written, raw, reason) => {
  const backend = await serving(kind, { toolCalls: [{ name: "f", arguments: written }], finishReason });
  const completion = await backend.complete(ASK);
  expect(completion.finishReason).toBe(reason);
  expect(completion.toolCalls[0]?.argumentsRaw).toBe(raw);
});

it("B6: calls count, whatever the server's reason", async () => {
  const backend = await serving("endpoint", { toolCalls: [{ name: "f" }], finishReason: "stop" });
  expect(await backend.complete(ASK)).toMatchObject({ finishReason: "tool_calls", toolCalls: [{ name: "f" }] });
});

describe("conversations for Anthropic", () => {
  const called = (...ids: string[]): ChatMessage => ({
    role: "assistant",
    content: "",
    toolCalls: ids.map((id) => ({ id, name: "f", arguments: {} })),
  });
  const result = (id: string): ChatMessage => ({ role: "tool", toolCallId: id, content: `r${id}` });
  const turnsOf = (...messages: ChatMessage[]) =>
    anthropicMessages([{ role: "user", content: "q" }, ...messages], "A").turns.slice(1);

  it("B7: results stand in one user turn, in the order of the calls, before any text", () => {
    const turns = turnsOf(called("a", "b"), result("b"), result("a"), { role: "user", content: "and?" });
    expect(turns.map(({ role, content }) => [role, content.map((block) => block.tool_use_id ?? block.type)])).toEqual([
      ["assistant", ["tool_use", "tool_use"]],
      ["user", ["a", "b", "text"]],
    ]);
  });

  it("B7: a call that nobody answered gets an error result", () => {
    const [, answers] = turnsOf(called("a", "b"), result("a"), { role: "user", content: "and?" });
    expect(answers?.content[1]).toMatchObject({ type: "tool_result", tool_use_id: "b", is_error: true });
  });

  it("B8: blank blocks, space at the end and blank system messages are not sent", () => {
    const { system, turns } = anthropicMessages(
      [
        { role: "system", content: "  " },
        { role: "user", content: "q" },
        { ...called("a"), content: "\n" },
        result("a"),
        { role: "assistant", content: "ok \n" },
      ],
      "A",
    );
    expect(system).toBe("");
    expect(turns[1]?.content.map((block) => block.type)).toEqual(["tool_use"]);
    expect(turns[3]?.content).toEqual([{ type: "text", text: "ok" }]);
  });
});

it("B9: Ollama's arguments are an object both ways, OpenAI's are text; ids are made", async () => {
  const answer = {
    message: { role: "assistant", content: "", tool_calls: [{ function: { name: "f", arguments: { a: 1 } } }] },
  };
  const backend = await serving("ollama", { status: 200, body: { ...answer, done: true } }, "ok");
  const { toolCalls } = await backend.complete(ASK);
  expect(toolCalls).toEqual([{ id: expect.stringMatching(/./) as string, name: "f", arguments: { a: 1 } }]);
  const messages: ChatMessage[] = [
    ...ASK.messages,
    { role: "assistant", content: "", toolCalls },
    { role: "tool", toolCallId: toolCalls[0]?.id as string, content: "{}" },
  ];
  await backend.complete({ messages });
  const sent = (body: unknown) =>
    (body as { messages: { tool_calls: { function: object }[] }[] }).messages[1]?.tool_calls[0];
  expect(sent(server.requests[1]?.body)?.function).toEqual({ name: "f", arguments: { a: 1 } });
  await server.close();
  await (await serving("openai", "ok")).complete({ messages });
  expect(sent(server.requests[0]?.body)?.function).toEqual({ name: "f", arguments: '{"a":1}' });
});

it.each([
  [
    "B10: a call left in the text is a call",
    '<tool_call>{"name":"f","arguments":{"a":1}}</tool_call>',
    [{ name: "f", arguments: { a: 1 } }],
  ],
  [
    "B10: a cut one keeps its text",
    '<tool_call>{"name":"f","arguments":{"a"',
    [{ name: "f", arguments: {}, argumentsRaw: '{"name":"f","arguments":{"a"' }],
  ],
])("%s", async (_, text, calls) => {
  const backend = await serving("endpoint", { text, toolCalls: [], finishReason: "tool_calls" });
  const completion = await backend.complete(ASK);
  expect(completion.toolCalls.map(({ id, ...call }) => call)).toEqual(calls);
  expect(completion.text).toBe("");
});

describe("usage", () => {
  it.each(["openai", "anthropic", "ollama"])("B13: what %s does not count is null, not 0", async (kind) => {
    const backend = await serving(kind, { text: "ok", usage: null });
    expect((await backend.complete(ASK)).usage).toEqual({ inputTokens: null, outputTokens: null });
  });

  it.each([
    ["is null without its chunk", [], { inputTokens: null, outputTokens: null }],
    [
      "is read from a chunk without choices",
      [{ choices: [], usage: { prompt_tokens: 3, completion_tokens: 0 } }],
      { inputTokens: 3, outputTokens: 0 },
    ],
  ])("B13: usage of a stream %s", async (_, extra, usage) => {
    const body = streamed({ choices: [{ delta: { content: "ok" }, finish_reason: "stop" }] }, ...extra);
    const backend = await serving("endpoint", { status: 200, headers: { "content-type": "text/event-stream" }, body });
    expect(await backend.complete(ASK)).toMatchObject({ text: "ok", usage });
  });
});

describe("sampled tokens", () => {
  const logprobs = {
    content: [
      { token: "o", logprob: -1 },
      { token: "k", logprob: -2 },
    ],
  };
  const answered = (fields: object): Reply => ({
    status: 200,
    body: { choices: [{ message: { content: "ok" }, finish_reason: "stop", logprobs, ...fields }] },
  });
  const FULL: CompletionRequest = { ...ASK, logprobs: true, tokenIds: true };
  const props = (body: Record<string, unknown>, status = 200): Reply => ({ status, body });

  it.each([
    ["vLLM", { token_ids: [7, 8] }, [7, 8]],
    ["SGLang", { response_token_ids: [7, 8] }, [7, 8]],
    ["a list that does not fit", { token_ids: [7] }, [undefined, undefined]],
  ])("have the ids that %s gives", async (_, fields, ids) => {
    const backend = await serving("endpoint", answered(fields), props({}, 404));
    const completion = await backend.complete(FULL);
    expect(completion.logprobs?.map((token) => token.tokenId)).toEqual(ids);
    expect(server.requests[0]?.body).toMatchObject({ logprobs: true, return_token_ids: true });
    expect(completion).not.toHaveProperty("templateSha");
  });

  it("are asked for without ids where the server refuses that, and never from OpenAI", async () => {
    const refusal: Reply = { status: 400, body: { error: { message: "Unknown field: return_token_ids" } } };
    const backend = await serving("endpoint", refusal, answered({}), props({}, 404), answered({}));
    expect((await backend.complete(FULL)).text).toBe("ok");
    expect((await backend.complete(FULL)).text).toBe("ok");
    expect(server.requests.map(({ body }) => "return_token_ids" in (body ?? {}))).toEqual([true, false, false, false]);
    await server.close();
    const openai = await serving("openai", answered({}));
    await openai.complete(FULL);
    expect(server.requests[0]?.body).not.toHaveProperty("return_token_ids");
    expect(server.requests).toHaveLength(1);
  });

  it("are asked for without all that the server refuses, though it names one thing at a time", async () => {
    const refusal = (name: string): Reply => ({ status: 400, body: { error: { message: `Unsupported: ${name}` } } });
    const replies = ["max_tokens", "logprobs", "return_token_ids"].map(refusal);
    const backend = await serving("endpoint", ...replies, answered({}), props({}, 404), answered({}));
    const request = { ...FULL, maxTokens: 5 };
    expect((await backend.complete(request)).text).toBe("ok");
    expect((await backend.complete(request)).text).toBe("ok");
    expect(server.requests).toHaveLength(6);
    expect(server.requests.at(-1)?.body).toEqual({ model: "m", messages: ASK.messages, max_completion_tokens: 5 });
  });

  it("come with the hash of the template where the server tells it; it is asked once", async () => {
    const template = "{% for m in messages %}{{ m.content }}{% endfor %}";
    const backend = await serving("endpoint", answered({}), props({ chat_template: template }), answered({}));
    expect(await backend.complete(FULL)).toMatchObject({ templateSha: sha256Hex(template) });
    expect(await backend.complete(FULL)).toMatchObject({ templateSha: sha256Hex(template) });
    expect(server.requests.map(({ path }) => path)).toEqual(["/v1/chat/completions", "/props", "/v1/chat/completions"]);
  });

  it("are joined over a stream", async () => {
    const body = streamed(
      { choices: [{ delta: { content: "o" }, logprobs: { content: [logprobs.content[0]] }, token_ids: [7] }] },
      {
        choices: [
          {
            delta: { content: "k" },
            logprobs: { content: [logprobs.content[1]] },
            token_ids: [8],
            finish_reason: "stop",
          },
        ],
      },
    );
    const headers = { "content-type": "text/event-stream" };
    const backend = await serving("endpoint", { status: 200, headers, body }, props({}, 404));
    expect((await backend.complete(FULL)).logprobs?.map((token) => token.tokenId)).toEqual([7, 8]);
  });
});

describe("parts of a message", () => {
  const PDF = { type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,aGk=" } };
  const NOTE = {
    type: "file",
    file: { filename: "a.txt", file_data: "data:text/plain;charset=utf-8;base64,Z3LDvMOf" },
  };
  const IMAGE = { type: "image_url", image_url: { url: "data:image/png;base64,aGk=" } };
  const content = [{ type: "text", text: "see" }, IMAGE, PDF, NOTE];

  it("go to OpenAI as they are", async () => {
    await (await serving("openai", "ok")).complete({ messages: [{ role: "user", content }] });
    expect(messagesOf(0)).toEqual([{ role: "user", content }]);
  });

  it("go to Anthropic as images and documents", async () => {
    await (await serving("anthropic", "ok")).complete({ messages: [{ role: "user", content }] });
    const [message] = messagesOf(0);
    expect(message?.content).toEqual([
      { type: "text", text: "see" },
      { type: "image", source: { type: "base64", media_type: "image/png", data: "aGk=" } },
      { type: "document", source: { type: "base64", media_type: "application/pdf", data: "aGk=" }, title: "a.pdf" },
      { type: "document", source: { type: "text", media_type: "text/plain", data: "grüß" }, title: "a.txt" },
    ]);
  });

  it.each([
    ["anthropic", { type: "file", file: { file_id: "f-1" } }],
    ["anthropic", { type: "file", file: { file_data: "data:application/zip;base64,aGk=" } }],
    ["anthropic", { type: "file", file: { file_data: "data:text/plain;base64,a===" } }],
    ["ollama", PDF],
    ["ollama", { type: "image_url", image_url: { url: "data:image/png;base64,a===" } }],
    ["ollama", { type: "image_url", image_url: { url: "https://h.example/a.png" } }],
  ])("that %s cannot take are refused by name: %j", async (kind, part) => {
    const backend = await serving(kind, "ok");
    const asked = backend.complete({ messages: [{ role: "user", content: [part] }] });
    await expect(asked).rejects.toMatchObject({
      name: "OptionError",
      received: part.type,
      message: expect.stringContaining(`"${part.type}"`) as string,
    });
    expect(server.requests).toHaveLength(0);
  });
});
