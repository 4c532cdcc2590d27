import { type Reply, startTestServer, type TestServer } from "@whileai/test-server";
import { afterEach, describe, expect, it } from "vitest";
import type { CompletionRequest } from "../../backend/backend.js";
import { Endpoint } from "../endpoint/endpoint.js";

let server: TestServer;

async function backendFor(replies: readonly Reply[]) {
  server = await startTestServer({ replies });
  return Endpoint("gpt-4.1-mini", { url: `${server.url}/v1` });
}

const ASK: CompletionRequest = { messages: [{ role: "user", content: "hi" }] };

afterEach(() => server?.close());

describe("an answer that is streamed although nobody asked", () => {
  const events = (...chunks: unknown[]): Reply => ({
    status: 200,
    headers: { "content-type": "text/event-stream" },
    body: `${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("")}: ping\n\ndata: [DONE]\n\n`,
  });
  const calls = (...deltas: object[]) =>
    deltas.map((delta) => ({ choices: [{ delta: { tool_calls: [delta] }, finish_reason: null }] }));
  const call = (id: string | undefined, name: string | undefined, args: string, index?: number) => ({
    ...(index === undefined ? {} : { index }),
    ...(id === undefined ? {} : { id }),
    function: { ...(name === undefined ? {} : { name }), arguments: args },
  });

  it("joins text, thinking, log-probabilities and a usage-only chunk", async () => {
    const backend = await backendFor([
      events(
        { model: "m1", choices: [{ delta: { role: "assistant", reasoning: "h" } }] },
        { choices: [{ delta: { content: "He" }, logprobs: { content: [{ token: "He", logprob: -1 }] } }] },
        { choices: [{ delta: { content: "y" }, finish_reason: "length" }] },
        { choices: [], usage: { prompt_tokens: 4, completion_tokens: 2 } },
      ),
    ]);
    expect(await backend.complete({ ...ASK, logprobs: true })).toEqual({
      text: "Hey",
      toolCalls: [],
      reasoning: "h",
      finishReason: "length",
      usage: { inputTokens: 4, outputTokens: 2 },
      logprobs: [{ token: "He", logprob: -1 }],
      model: "m1",
    });
  });

  it.each([
    [
      "no index",
      [call("a", "f", '{"x":1}'), call("b", "g", '{"y":2}')],
      [
        ["f", { x: 1 }],
        ["g", { y: 2 }],
      ],
    ],
    [
      "one index for all",
      [call("a", "f", '{"x":1}', 0), call("b", "f", '{"y":2}', 0)],
      [
        ["f", { x: 1 }],
        ["f", { y: 2 }],
      ],
    ],
    ["an id only at first", [call("a", "f", '{"c', 0), call(undefined, undefined, 'md":1}', 0)], [["f", { cmd: 1 }]]],
    ["empty ids", [call("a", "f", '{"c', 0), call("", "", 'md":1}', 0)], [["f", { cmd: 1 }]]],
    ["a late name", [call("a", undefined, "", 2), call(undefined, "f", "{}", 2)], [["f", {}]]],
    [
      "names without ids",
      [call(undefined, "f", "{}", 0), call(undefined, "g", "{}", 0)],
      [
        ["f", {}],
        ["g", {}],
      ],
    ],
  ])("puts calls together with %s", async (_, deltas, expected) => {
    const backend = await backendFor([events(...calls(...deltas))]);
    const completion = await backend.complete(ASK);
    expect(completion.toolCalls.map((each) => [each.name, each.arguments])).toEqual(expected);
    expect(completion.usage).toEqual({ inputTokens: null, outputTokens: null });
  });

  const cut = (...chunks: unknown[]): Reply => ({
    status: 200,
    headers: { "content-type": "text/event-stream" },
    body: chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join(""),
  });

  it("that breaks off is not an answer, and is asked for again", async () => {
    const backend = await backendFor([
      cut({ choices: [{ delta: { content: "The refund is" } }] }),
      cut({ choices: [{ delta: { content: "The refund is done." }, finish_reason: "stop" }] }),
    ]);
    expect(await backend.complete(ASK)).toMatchObject({ text: "The refund is done." });
    expect(server.requests).toHaveLength(2);
  });

  it.each([
    [{ error: { message: "gone", code: 503 } }, "TransientError"],
    [{ error: { message: "gone" }, choices: [{ delta: {}, finish_reason: "error" }] }, "BackendError"],
  ])("that ends in %j is that error", async (last, name) => {
    const backend = await backendFor([events({ choices: [{ delta: { content: "He" } }] }, last)]);
    await expect(backend.complete(ASK, { retries: 0 })).rejects.toMatchObject({
      name,
      message: expect.stringContaining("gone"),
    });
  });

  it("without choices is an error", async () => {
    const backend = await backendFor([events({ error: { message: "gone" } })]);
    await expect(backend.complete(ASK)).rejects.toThrow(/without choices.*gone/);
  });
});
