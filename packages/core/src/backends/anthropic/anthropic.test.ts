import { inspect } from "node:util";
import { type Reply, startTestServer, type TestServer } from "@whileai/test-server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ChatMessage, CompletionRequest } from "../../backend/backend.js";
import { Anthropic } from "./anthropic.js";
import { anthropicMessages } from "./anthropic-messages.js";

let server: TestServer | undefined;

beforeEach(() => {
  for (const name of ["WHILEAI_ANTHROPIC_API_KEY", "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "ANTHROPIC_AUTH_TOKEN"])
    vi.stubEnv(name, "");
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await server?.close();
  server = undefined;
});

async function backendFor(...replies: Reply[]) {
  server = await startTestServer({ replies });
  return Anthropic("claude-haiku-4-5", { apiKey: "anthropic-key", baseURL: server.url, sleep: async () => undefined });
}

const user = (content: ChatMessage["content"]): ChatMessage => ({ role: "user", content });
const said = (content: string, ...calls: [id: string, name: string][]): ChatMessage => ({
  role: "assistant",
  content,
  toolCalls: calls.map(([id, name]) => ({ id, name, arguments: { n: 1 } })),
});
const result = (toolCallId: string, content: ChatMessage["content"] = `result ${toolCallId}`): ChatMessage => ({
  role: "tool",
  toolCallId,
  content,
});
const ASK: CompletionRequest = { messages: [user("hi")] };
const use = (id: string, name = "f") => ({ type: "tool_use", id, name, input: { n: 1 } });
const answered = (id: string, content = `result ${id}`) => ({ type: "tool_result", tool_use_id: id, content });
const unanswered = (id: string) => ({
  type: "tool_result",
  tool_use_id: id,
  is_error: true,
  content: expect.any(String) as string,
});
const text = (words: string) => ({ type: "text", text: words });

describe("conversations in Anthropic's shape", () => {
  it.each<[string, ChatMessage[], unknown[]]>([
    [
      "results go in one user turn, in the order of calls, before any text",
      [user("q"), said("", ["a", "f"], ["b", "f"]), result("b"), result("a"), user("and?")],
      [
        { role: "user", content: [text("q")] },
        { role: "assistant", content: [use("a"), use("b")] },
        { role: "user", content: [answered("a"), answered("b"), text("and?")] },
      ],
    ],
    [
      "a conversation that the agent opens begins with a user turn",
      [said("Hello, how can I help?"), user("q")],
      [
        { role: "user", content: [text("(The assistant opens the conversation.)")] },
        { role: "assistant", content: [text("Hello, how can I help?")] },
        { role: "user", content: [text("q")] },
      ],
    ],
    [
      "nothing but a system prompt asks the agent to open",
      [{ role: "system", content: "be brief" }],
      [{ role: "user", content: [text("(The assistant opens the conversation.)")] }],
    ],
    [
      "a call that nobody answered gets an error result",
      [user("q"), said("", ["a", "f"], ["b", "f"]), result("a"), user("and?")],
      [
        { role: "user", content: [text("q")] },
        { role: "assistant", content: [use("a"), use("b")] },
        { role: "user", content: [answered("a"), unanswered("b"), text("and?")] },
      ],
    ],
    [
      "also at the end",
      [user("q"), said("x", ["a", "f"])],
      [
        { role: "user", content: [text("q")] },
        { role: "assistant", content: [text("x"), use("a")] },
        { role: "user", content: [unanswered("a")] },
      ],
    ],
    [
      "a result that comes after text still goes first",
      [user("q"), said("", ["a", "f"]), user("hurry"), result("a")],
      [
        { role: "user", content: [text("q")] },
        { role: "assistant", content: [use("a")] },
        { role: "user", content: [answered("a"), text("hurry")] },
      ],
    ],
    [
      "roles in a row are merged",
      [user("a"), user("b"), said("c"), said("d", ["x", "f"]), said("", ["y", "f"]), result("x"), result("y")],
      [
        { role: "user", content: [text("a"), text("b")] },
        { role: "assistant", content: [text("c"), text("d"), use("x"), use("y")] },
        { role: "user", content: [answered("x"), answered("y")] },
      ],
    ],
    [
      "ids used again by a later turn are kept apart, and letters that the API refuses are replaced",
      [user("q"), said("", ["f:0", "f"]), result("f:0", "one"), said("", ["f:0", "f"]), result("f:0", "two")],
      [
        { role: "user", content: [text("q")] },
        { role: "assistant", content: [use("f_0")] },
        { role: "user", content: [answered("f_0", "one")] },
        { role: "assistant", content: [use("f_0_2")] },
        { role: "user", content: [answered("f_0_2", "two")] },
      ],
    ],
    [
      "blank text is dropped, and the last assistant text loses its trailing white space",
      [user("q"), said("\n"), user("  "), said("ok \n")],
      [
        { role: "user", content: [text("q")] },
        { role: "assistant", content: [text("ok")] },
      ],
    ],
    [
      "a result that answers no call is kept as text",
      [user("q"), { ...result("ghost", "boo"), name: "g" }],
      [{ role: "user", content: [text("q"), text("Result of g:"), text("boo")] }],
    ],
    [
      "an empty result has no content",
      [user("q"), said("", ["a", "f"]), result("a", " ")],
      [
        { role: "user", content: [text("q")] },
        { role: "assistant", content: [use("a")] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "a" }] },
      ],
    ],
    [
      "images are converted",
      [
        user([
          { type: "text", text: "see" },
          { type: "image_url", image_url: { url: "data:image/png;base64,AA==" } },
          { type: "image_url", image_url: { url: "https://h.example/a.png" } },
        ]),
      ],
      [
        {
          role: "user",
          content: [
            text("see"),
            { type: "image", source: { type: "base64", media_type: "image/png", data: "AA==" } },
            { type: "image", source: { type: "url", url: "https://h.example/a.png" } },
          ],
        },
      ],
    ],
  ])("%s", (_, messages, turns) => {
    expect(anthropicMessages(messages, "A").turns).toEqual(turns);
  });

  it.each<[ChatMessage]>([
    [user([{ type: "image_url", image_url: { url: "http://h.example/a.png" } }])],
    [user([{ type: "file", file: { file_id: "f" } }])],
    [user([{ type: "input_audio", input_audio: {} }])],
    [{ role: "system", content: [{ type: "image_url", image_url: { url: "https://h.example/a.png" } }] }],
  ])("refuses what it cannot carry: %j", (message) => {
    expect(() => anthropicMessages([message], "A")).toThrow(expect.objectContaining({ name: "OptionError" }));
  });

  it("joins system messages and leaves blank ones out", () => {
    const system = (content: ChatMessage["content"]): ChatMessage => ({ role: "system", content });
    expect(
      anthropicMessages([system("a"), user("q"), system("  "), system([{ type: "text", text: "b" }])], "A").system,
    ).toBe("a\n\nb");
    expect(anthropicMessages([system("  "), user("q")], "A").system).toBe("");
  });
});

describe("Anthropic", () => {
  it("sends every field in Anthropic's shape", async () => {
    const backend = await backendFor("ok");
    await backend.complete({
      messages: [{ role: "system", content: "be brief" }, user("hi")],
      tools: [{ name: "f", description: "d", parameters: { type: "object" } }],
      toolChoice: "required",
      temperature: 1.4,
      maxTokens: 9,
      seed: 1,
      logprobs: true,
    });
    const request = server?.requests[0];
    expect(request?.path).toBe("/v1/messages");
    expect(request?.headers["anthropic-version"]).toBe("2023-06-01");
    expect(request?.body).toEqual({
      model: "claude-haiku-4-5",
      max_tokens: 9,
      messages: [{ role: "user", content: [text("hi")] }],
      system: "be brief",
      temperature: 1,
      tools: [{ name: "f", description: "d", input_schema: { type: "object" } }],
      tool_choice: { type: "any" },
    });
  });

  it.each([
    [{ toolChoice: "none" as const }, { type: "none" }],
    [{ toolChoice: "auto" as const }, { type: "auto" }],
    [{}, undefined],
  ])("maps tool choice %j", async (fields, expected) => {
    const backend = await backendFor("ok");
    await backend.complete({ ...ASK, tools: [{ name: "f", description: "", parameters: {} }], ...fields });
    expect(server?.requests[0]?.body.tool_choice).toEqual(expected);
    expect(server?.requests[0]?.body).toMatchObject({ max_tokens: 4096 });
  });

  it("reads text, thinking, calls and usage; has no log-probabilities", async () => {
    const backend = await backendFor({
      text: "Let me look.",
      reasoning: "hm",
      toolCalls: [{ name: "f", arguments: { a: 1 }, id: "toolu_1" }],
      usage: { input: 3, output: 2 },
    });
    expect(await backend.complete({ ...ASK, logprobs: true })).toEqual({
      text: "Let me look.",
      toolCalls: [{ id: "toolu_1", name: "f", arguments: { a: 1 } }],
      reasoning: "hm",
      finishReason: "tool_calls",
      usage: { inputTokens: 3, outputTokens: 2 },
      logprobs: null,
      model: "claude-haiku-4-5",
    });
  });

  it("gets an answer of a shape through a forced tool", async () => {
    const schema = { type: "object", properties: { score: { type: "number" } } };
    const backend = await backendFor({ text: "Here:", toolCalls: [{ name: "verdict", arguments: { score: 1 } }] });
    const completion = await backend.complete({ ...ASK, jsonSchema: { name: "verdict", schema } });
    expect(server?.requests[0]?.body).toMatchObject({
      tools: [{ name: "verdict", input_schema: schema }],
      tool_choice: { type: "tool", name: "verdict" },
    });
    expect(completion).toMatchObject({ text: '{"score":1}', toolCalls: [], finishReason: "stop" });
  });

  it.each([
    ["end_turn", "stop"],
    ["max_tokens", "length"],
    ["refusal", "content_filter"],
    ["stop_sequence", "stop"],
  ])("reads the reason %s as %s", async (reason, expected) => {
    const backend = await backendFor({ text: "x", finishReason: reason, usage: null });
    expect(await backend.complete(ASK)).toMatchObject({
      finishReason: expected,
      usage: { inputTokens: null, outputTokens: null },
    });
  });

  it("counts cached tokens as read", async () => {
    const backend = await backendFor({
      status: 200,
      body: {
        content: [text("x"), null, { type: "redacted_thinking" }],
        usage: { input_tokens: 1, cache_read_input_tokens: 5, cache_creation_input_tokens: null, output_tokens: 2 },
      },
    });
    expect(await backend.complete(ASK)).toMatchObject({
      text: "x",
      usage: { inputTokens: 6, outputTokens: 2 },
      model: "claude-haiku-4-5",
    });
  });

  it.each([
    [{ status: 401, body: { error: { message: "invalid x-api-key anthropic-key" } } }, "AuthError"],
    [{ status: 400, body: { error: { message: "prompt is too long: 300000 tokens" } } }, "ContextLengthError"],
    [{ status: 400, body: { error: { message: "bad" } } }, "BackendError"],
    [{ status: 529, body: { error: { message: "Overloaded" } } }, "TransientError"],
    [{ status: 200, body: { id: "x" } }, "BackendError"],
    [{ fault: "html" }, "BackendError"],
  ] as [Reply, string][])("%j is %s", async (reply, name) => {
    const backend = await backendFor(reply);
    const error = await backend.complete(ASK, { retries: 0 }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name });
    expect(inspect(error, { showHidden: true, depth: 9 })).not.toContain("anthropic-key");
  });

  it("retries by our policy and lets long replies through without streaming", async () => {
    const backend = await backendFor({ status: 429, headers: { "retry-after": "0" } }, "ok");
    expect((await backend.complete({ ...ASK, maxTokens: 60_000 })).text).toBe("ok");
    expect(server?.requests).toHaveLength(2);
  });

  it("takes the override variable first, and the base URL with or without /v1", async () => {
    server = await startTestServer();
    vi.stubEnv("ANTHROPIC_BASE_URL", `${server.url}/v1`);
    vi.stubEnv("ANTHROPIC_API_KEY", "plain");
    await Anthropic("m").complete(ASK);
    vi.stubEnv("WHILEAI_ANTHROPIC_API_KEY", "override");
    await Anthropic("m").complete(ASK);
    expect(server.requests.map(({ headers }) => headers["x-api-key"])).toEqual(["plain", "override"]);
    expect(server.requests[0]?.path).toBe("/v1/messages");
  });

  it("sends the key as x-api-key alone, whatever the SDK and its variables would send", async () => {
    vi.stubEnv("ANTHROPIC_AUTH_TOKEN", "another-secret");
    vi.stubEnv("ANTHROPIC_CUSTOM_HEADERS", "Authorization: Bearer another-secret\nX-Other: another-secret");
    const backend = await backendFor("ok");
    await backend.complete(ASK);
    const headers = server?.requests[0]?.headers;
    expect(headers?.["x-api-key"]).toBe("anthropic-key");
    expect(headers?.authorization).toBeUndefined();
    expect(JSON.stringify(headers)).not.toContain("another-secret");
  });

  it("without a key fails before any request and names the variable", async () => {
    await expect(Anthropic("m").complete(ASK)).rejects.toMatchObject({
      name: "AuthError",
      fix: expect.stringContaining("ANTHROPIC_API_KEY"),
    });
  });

  it("prints itself", () => {
    expect(inspect(Anthropic("claude-haiku-4-5"))).toBe("Anthropic(model='claude-haiku-4-5', key=ANTHROPIC_API_KEY)");
    expect(`${Anthropic("claude-haiku-4-5", { apiKey: "x" })}`).toBe("Anthropic(model='claude-haiku-4-5', key=given)");
    expect(() => Anthropic("m", { url: "x" } as never)).toThrow(/unknown option/);
  });
});
