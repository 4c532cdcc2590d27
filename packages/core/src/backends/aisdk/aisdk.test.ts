import { inspect } from "node:util";
import { describe, expect, it, vi } from "vitest";
import type { CompletionRequest } from "../../backend/backend.js";
import { derive } from "../../random/random-stream.js";
import { AISDK, type AISDKModel } from "./aisdk.js";

const ASK: CompletionRequest = { messages: [{ role: "user", content: "hi" }] };
const V2_USAGE = { inputTokens: 7, outputTokens: 3, totalTokens: 10, cachedInputTokens: 2, reasoningTokens: 1 };
const V3_USAGE = {
  inputTokens: { total: 7, noCache: 5, cacheRead: 2, cacheWrite: undefined },
  outputTokens: { total: 3, text: 2, reasoning: 1 },
};
const answer = (content: object[] = [{ type: "text", text: "ok" }], more: object = {}) => ({
  content,
  finishReason: "stop",
  usage: V2_USAGE,
  warnings: [],
  ...more,
});

type Answer = object | Error | ((options: Record<string, unknown>) => unknown);

function scripted(answers: readonly Answer[], about: Partial<AISDKModel> = {}) {
  const asked: Record<string, unknown>[] = [];
  const model = {
    specificationVersion: "v2",
    provider: "acme.chat",
    modelId: "gpt-4.1-mini",
    ...about,
    async doGenerate(options: never) {
      const next = answers[Math.min(asked.push(options) - 1, answers.length - 1)];
      if (next instanceof Error) throw next;
      return typeof next === "function" ? next(options) : next;
    },
  };
  const waits: number[] = [];
  const sleep = async (ms: number) => void waits.push(ms);
  return { asked, waits, model, backend: AISDK(model, { sleep, random: derive(0, "jitter") }) };
}

const apiError = (statusCode: number | undefined, more: object = {}) =>
  Object.assign(new Error("Bad request"), {
    name: "AI_APICallError",
    url: "https://api.acme.example/v1/chat",
    statusCode,
    requestBodyValues: { secret: "prompt" },
    ...more,
  });

describe("requests", () => {
  it("sends every field in the words of the specification", async () => {
    const { backend, asked } = scripted([answer()]);
    await backend.complete({
      messages: [
        { role: "system", content: "be brief" },
        {
          role: "user",
          content: [
            { type: "text", text: "see" },
            { type: "image_url", image_url: { url: "data:image/png;base64,aGk=" } },
            { type: "image_url", image_url: { url: "https://h.example/a.png" } },
            { type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,aGk=" } },
          ],
        },
        {
          role: "assistant",
          content: "let me see",
          reasoning: "hm",
          toolCalls: [
            { id: "a", name: "orders.get", arguments: { id: 1 } },
            { id: "b", name: "orders.get", arguments: {}, argumentsRaw: "{" },
          ],
        },
        { role: "tool", toolCallId: "a", name: "orders.get", content: "{}" },
        { role: "tool", toolCallId: "b", content: "broken" },
      ],
      tools: [{ name: "orders.get", description: "Look up.", parameters: { type: "object" } }],
      toolChoice: "required",
      temperature: 0,
      maxTokens: 50,
      seed: 7,
      jsonSchema: { name: "my answer", schema: { type: "object" } },
    });
    const { abortSignal, ...options } = asked[0] as Record<string, unknown>;
    expect(abortSignal).toBeInstanceOf(AbortSignal);
    expect(options).toEqual({
      prompt: [
        { role: "system", content: "be brief" },
        {
          role: "user",
          content: [
            { type: "text", text: "see" },
            { type: "file", mediaType: "image/png", data: "aGk=" },
            { type: "file", mediaType: "image/*", data: new URL("https://h.example/a.png") },
            { type: "file", mediaType: "application/pdf", data: "aGk=", filename: "a.pdf" },
          ],
        },
        {
          role: "assistant",
          content: [
            { type: "reasoning", text: "hm" },
            { type: "text", text: "let me see" },
            { type: "tool-call", toolCallId: "a", toolName: "orders_get", input: { id: 1 } },
            { type: "tool-call", toolCallId: "b", toolName: "orders_get", input: {} },
          ],
        },
        {
          role: "tool",
          content: [
            { type: "tool-result", toolCallId: "a", toolName: "orders_get", output: { type: "text", value: "{}" } },
            { type: "tool-result", toolCallId: "b", toolName: "orders_get", output: { type: "text", value: "broken" } },
          ],
        },
      ],
      tools: [{ type: "function", name: "orders_get", description: "Look up.", inputSchema: { type: "object" } }],
      toolChoice: { type: "required" },
      temperature: 0,
      maxOutputTokens: 50,
      seed: 7,
      responseFormat: { type: "json", name: "my_answer", schema: { type: "object" } },
    });
  });

  it("leaves unset fields out", async () => {
    const { backend, asked } = scripted([answer()]);
    await backend.complete({ ...ASK, tools: [], toolChoice: "auto" });
    expect(Object.keys(asked[0] ?? {})).toEqual(["prompt", "abortSignal"]);
  });

  it("says from version 4 on what file data is", async () => {
    const { backend, asked } = scripted([answer()], { specificationVersion: "v4" });
    const image = (url: string) => ({ type: "image_url", image_url: { url } });
    const content = [image("data:image/png;base64,aGk="), image("https://h.example/a.png")];
    await backend.complete({ messages: [{ role: "user", content }] });
    expect(asked[0]?.prompt).toMatchObject([
      { content: [{ data: { type: "data", data: "aGk=" } }, { data: { type: "url", url: expect.any(URL) } }] },
    ]);
  });

  it.each([
    ["user", { type: "file", file: { file_id: "f1" } }],
    ["user", { type: "image_url", image_url: { url: "not a url" } }],
    ["user", { type: "audio" }],
    ["system", { type: "image_url", image_url: { url: "https://h.example/a.png" } }],
  ] as const)("refuses a part of the %s that it cannot carry: %j", async (role, part) => {
    const { backend, asked } = scripted([answer()]);
    const asking = backend.complete({ messages: [{ role, content: [part] }] });
    await expect(asking).rejects.toMatchObject({ name: "OptionError", option: "content" });
    expect(asked).toEqual([]);
  });

  it("asks OpenAI's provider for log-probabilities beside what the caller sends it", async () => {
    const logprobs = [[{ token: "o", logprob: -0.5, top_logprobs: [] }], [{ token: "k", logprob: -0.25 }]];
    const { model, asked } = scripted([answer(undefined, { providerMetadata: { openai: { logprobs } } })], {
      provider: "openai.chat",
    });
    const backend = AISDK(model, { providerOptions: { openai: { user: "u" }, other: { a: 1 } } });
    const completion = await backend.complete({ ...ASK, logprobs: true });
    expect(asked[0]?.providerOptions).toEqual({ openai: { logprobs: true, user: "u" }, other: { a: 1 } });
    expect(completion.logprobs).toEqual([
      { token: "o", logprob: -0.5 },
      { token: "k", logprob: -0.25 },
    ]);
    expect((await backend.complete(ASK)).logprobs).toBeNull();
    expect((await scripted([answer()]).backend.complete({ ...ASK, logprobs: true })).logprobs).toBeNull();
  });

  it.each([
    ["request.max_tokens", { max_tokens: 5 }, {}],
    ["request.maxTokens", { maxTokens: 0 }, {}],
    ["timeout", {}, { timeout: 5 }],
    ["retries", {}, { retries: -1 }],
  ])("refuses %s instead of passing over it", async (option, request, options) => {
    const { backend, asked } = scripted([answer()]);
    const asking = backend.complete({ ...ASK, ...request } as never, options as never);
    await expect(asking).rejects.toMatchObject({ name: "OptionError", option });
    expect(asked).toEqual([]);
  });
});

describe("answers", () => {
  const parts = [
    { type: "reasoning", text: "let me think" },
    { type: "text", text: "one " },
    { type: "source", id: "s" },
    { type: "text", text: "moment" },
    { type: "tool-call", toolCallId: "a", toolName: "orders_get", input: '{"id":1}' },
    { type: "tool-call", toolCallId: "a", toolName: "orders_get", input: '{"id":' },
    { type: "tool-call", toolCallId: "c", toolName: "web_search", input: "{}", providerExecuted: true },
  ];

  it.each([
    ["v2", "tool-calls", V2_USAGE],
    ["v3", { unified: "tool-calls", raw: "tool_use" }, V3_USAGE],
    ["v4", { unified: "tool-calls", raw: undefined }, V3_USAGE],
  ])("are read in version %s", async (specificationVersion, finishReason, usage) => {
    const given = answer(parts, { finishReason, usage, response: { modelId: "gpt-4.1-mini-2026" } });
    const { backend } = scripted([given], { specificationVersion });
    const tools = [{ name: "orders.get", description: "", parameters: {} }];
    expect(await backend.complete({ ...ASK, tools })).toEqual({
      text: "one moment",
      reasoning: "let me think",
      toolCalls: [
        { id: "a", name: "orders.get", arguments: { id: 1 } },
        { id: "call_0", name: "orders.get", arguments: {}, argumentsRaw: '{"id":' },
      ],
      finishReason: "tool_calls",
      usage: { inputTokens: 7, outputTokens: 3, cachedInputTokens: 2, reasoningTokens: 1 },
      logprobs: null,
      model: "gpt-4.1-mini-2026",
    });
  });

  it.each([
    ["length", "length"],
    [{ unified: "length" }, "length"],
    [{ unified: "content-filter" }, "content_filter"],
    ["unknown", "stop"],
    [undefined, "stop"],
  ])("end with %j as %s", async (finishReason, expected) => {
    const { backend } = scripted([answer(undefined, { finishReason, usage: undefined })]);
    expect(await backend.complete(ASK)).toMatchObject({
      finishReason: expected,
      usage: { inputTokens: null, outputTokens: null },
      model: "gpt-4.1-mini",
    });
  });

  it("may come as structured output alone", async () => {
    const { backend } = scripted([answer([], { structuredOutputText: '{"a":1}' })]);
    expect((await backend.complete(ASK)).text).toBe('{"a":1}');
  });

  it.each([[null], ["ok"], [{}], [{ content: "ok" }]])("that are none (%j) are a BackendError", async (given) => {
    const { backend } = scripted([() => given]);
    await expect(backend.complete(ASK)).rejects.toMatchObject({ name: "BackendError" });
  });
});

describe("errors", () => {
  it.each([
    [apiError(401, { isRetryable: false }), "AuthError", false, 401],
    [apiError(429, { isRetryable: true }), "RateLimitError", true, 429],
    [apiError(503, { isRetryable: true }), "TransientError", true, 503],
    [
      apiError(400, { responseBody: '{"error":{"message":"maximum context length is 9"}}' }),
      "ContextLengthError",
      false,
      400,
    ],
    [apiError(404, { responseBody: '{"error":{"message":"no model"}}' }), "BackendError", false, 404],
    [apiError(200, { message: "Invalid JSON response" }), "BackendError", false, 200],
    [apiError(undefined, { isRetryable: true }), "TransientError", true, undefined],
    [Object.assign(new Error("no key"), { name: "AI_LoadAPIKeyError" }), "AuthError", false, undefined],
    [new TypeError("x is not a function"), "BackendError", false, undefined],
  ] as const)("%s is %s", async (thrown, name, isRetryable, status) => {
    const { backend, asked } = scripted([thrown]);
    const error = await backend.complete(ASK, { retries: 0 }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name, isRetryable, status });
    expect((error as Error).cause).toBeUndefined();
    expect(asked).toHaveLength(1);
  });

  it("wait as long as the server asks and try again by our one policy", async () => {
    const limited = apiError(429, { responseHeaders: { "Retry-After": "20" } });
    const { backend, asked, waits } = scripted([limited, apiError(500), answer()]);
    expect((await backend.complete(ASK)).text).toBe("ok");
    expect(asked).toHaveLength(3);
    expect(waits[0]).toBeGreaterThan(20_000);
  });

  it("never repeat what looks like a key", async () => {
    const key = "sk-test-0123456789abcdefghij";
    const echoes = [
      apiError(400, { responseBody: `{"error":{"message":"bad key ${key}"}}` }),
      apiError(200, { message: `cannot read ${key}` }),
      new Error(`Authorization: Bearer ${key}`),
    ];
    for (const echo of echoes) {
      const error = await scripted([echo])
        .backend.complete(ASK, { retries: 0 })
        .catch((caught: unknown) => caught);
      expect(`${error}${inspect(error, { depth: 9 })}${JSON.stringify(error)}`).not.toContain(key);
    }
  });

  it("end with the caller's signal and with the time, whatever the model does with its own", async () => {
    const never = () => new Promise(() => undefined);
    const stop = new AbortController();
    const { backend, asked } = scripted([never]);
    const hanging = backend.complete(ASK, { signal: stop.signal });
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    stop.abort();
    await expect(hanging).rejects.toMatchObject({ name: "AbortError" });
    expect(asked[0]?.abortSignal).toMatchObject({ aborted: true });
    await expect(backend.complete(ASK, { signal: stop.signal })).rejects.toMatchObject({ name: "AbortError" });
    expect(asked).toHaveLength(1);
    const late = backend.complete(ASK, { timeoutMs: 20, retries: 0 });
    await expect(late).rejects.toMatchObject({ name: "TransientError", message: expect.stringContaining("0.02 s") });
  });
});

describe("AISDK", () => {
  it("prints itself and says whose model it is", () => {
    const { backend } = scripted([]);
    expect(backend).toMatchObject({ provider: "acme", model: "gpt-4.1-mini", spec: null, family: "gpt" });
    const shown = "AISDK(provider='acme.chat', model='gpt-4.1-mini')";
    expect([`${backend}`, inspect(backend)]).toEqual([shown, shown]);
    expect(JSON.parse(JSON.stringify(backend))).toEqual({ provider: "acme", model: "gpt-4.1-mini", spec: null });
  });

  it.each([
    ["openai/gpt-4.1-mini", "a name"],
    [null, "object"],
    [{ specificationVersion: "v2" }, "object"],
    [{ specificationVersion: "v1", provider: "p", modelId: "m", doGenerate: () => null }, '"v1"'],
  ])("refuses %j", (model, said) => {
    expect(() => AISDK(model as never)).toThrow(
      expect.objectContaining({ name: "OptionError", option: "model", message: expect.stringContaining(said) }),
    );
  });

  it("refuses unknown options", () => {
    const { model } = scripted([]);
    expect(() => AISDK(model, { apiKey: "k" } as never)).toThrow(/unknown option `apiKey`/);
  });
});
