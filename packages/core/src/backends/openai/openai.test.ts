import { inspect } from "node:util";
import { type Reply, startTestServer, type TestServer } from "@whileai/test-server";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { ChatMessage, CompletionRequest } from "../../backend/backend.js";
import { derive } from "../../random/random-stream.js";
import { OpenAI, type OpenAIOptions } from "./openai.js";

const KEY = "sk-test-0123456789abcdef";
let server: TestServer;

async function backendFor(replies: readonly Reply[], options: OpenAIOptions = {}) {
  server = await startTestServer({ replies });
  return OpenAI("gpt-4.1-mini", {
    apiKey: KEY,
    baseURL: `${server.url}/v1`,
    sleep: async () => undefined,
    random: derive(0, "jitter"),
    ...options,
  });
}

const user = (content: ChatMessage["content"]): ChatMessage => ({ role: "user", content });
const ASK: CompletionRequest = { messages: [user("hi")] };
const TOOL = { name: "get_order", description: "Look up.", parameters: { type: "object", properties: {} } };

async function failure(promise: Promise<unknown>) {
  try {
    await promise;
  } catch (error) {
    return error as Error & { status?: number; retryAfterMs?: number; isRetryable?: boolean; toJSON(): unknown };
  }
  throw new Error("It was meant to fail.");
}

afterEach(async () => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  await server?.close();
});

describe("requests", () => {
  it("sends every field in OpenAI's shape, and arguments as text", async () => {
    const backend = await backendFor(["ok"]);
    await backend.complete({
      messages: [
        { role: "system", content: "be brief" },
        user([
          { type: "text", text: "see" },
          { type: "image_url", image_url: { url: "data:image/png;base64,AA==" } },
          { type: "file", file: { file_id: "f1" } },
        ]),
        {
          role: "assistant",
          content: "",
          reasoning: "secret thoughts",
          toolCalls: [
            { id: "a", name: "get_order", arguments: { order_id: "ORD-1" } },
            { id: "b", name: "get_order", arguments: {}, argumentsRaw: '{"order_id":' },
          ],
        },
        { role: "tool", toolCallId: "a", name: "get_order", content: "{}" },
        { role: "assistant", content: "done" },
      ],
      tools: [TOOL],
      toolChoice: "required",
      temperature: 0.5,
      maxTokens: 50,
      seed: 7,
      logprobs: true,
      jsonSchema: { name: "my answer", schema: { type: "object" } },
    });
    const { body, headers, path } = server.requests[0] as TestServer["requests"][number];
    expect(path).toBe("/v1/chat/completions");
    expect(headers.authorization).toBe(`Bearer ${KEY}`);
    expect(body).toEqual({
      model: "gpt-4.1-mini",
      messages: [
        { role: "system", content: "be brief" },
        {
          role: "user",
          content: [
            { type: "text", text: "see" },
            { type: "image_url", image_url: { url: "data:image/png;base64,AA==" } },
            { type: "file", file: { file_id: "f1" } },
          ],
        },
        {
          role: "assistant",
          content: null,
          tool_calls: [
            { id: "a", type: "function", function: { name: "get_order", arguments: '{"order_id":"ORD-1"}' } },
            { id: "b", type: "function", function: { name: "get_order", arguments: '{"order_id":' } },
          ],
        },
        { role: "tool", tool_call_id: "a", content: "{}" },
        { role: "assistant", content: "done" },
      ],
      tools: [{ type: "function", function: TOOL }],
      tool_choice: "required",
      temperature: 0.5,
      max_tokens: 50,
      seed: 7,
      logprobs: true,
      response_format: { type: "json_schema", json_schema: { name: "my_answer", schema: { type: "object" } } },
    });
  });

  it("leaves unset fields out, and tool choice without tools", async () => {
    const backend = await backendFor(["ok"]);
    await backend.complete({ ...ASK, toolChoice: "auto", tools: [] });
    expect(Object.keys(server.requests[0]?.body)).toEqual(["model", "messages"]);
  });

  it.each([
    ["request.", "max_tokens", { max_tokens: 5 }, {}],
    ["request.", "maxTokens", { maxTokens: 0 }, {}],
    ["request.", "messages", { messages: "hi" }, {}],
    ["request.", "messages", { messages: [null] }, {}],
    ["", "timeout", {}, { timeout: 5 }],
    ["", "timeoutMs", {}, { timeoutMs: Number.NaN }],
    ["", "retries", {}, { retries: Number.NaN }],
    ["", "retries", {}, { retries: -1 }],
  ])("refuses %s%s instead of passing over it", async (group, name, request, options) => {
    const backend = await backendFor([]);
    await expect(backend.complete({ ...ASK, ...request } as never, options as never)).rejects.toMatchObject({
      name: "OptionError",
      option: `${group}${name}`,
    });
    expect(server.requests).toEqual([]);
  });

  it("names tools so that the API takes them, and gives calls back under their own names", async () => {
    const backend = await backendFor([{ toolCalls: [{ name: "orders_get", arguments: { id: 1 } }] }]);
    const completion = await backend.complete({
      messages: [
        user("hi"),
        { role: "assistant", content: "", toolCalls: [{ id: "a", name: "orders.get", arguments: {} }] },
        { role: "tool", toolCallId: "a", name: "orders.get", content: "none" },
      ],
      tools: [{ ...TOOL, name: "orders.get" }],
    });
    const body = server.requests[0]?.body;
    expect(body.tools[0].function.name).toBe("orders_get");
    expect(body.messages[1].tool_calls[0].function.name).toBe("orders_get");
    expect(completion.toolCalls).toMatchObject([{ name: "orders.get", arguments: { id: 1 } }]);
  });

  it("refuses a part without a type instead of dropping it", async () => {
    const backend = await backendFor(["ok"]);
    const error = await failure(backend.complete({ messages: [user([{ text: "x" } as never])] }));
    expect(error).toMatchObject({ name: "OptionError" });
    expect(server.requests).toHaveLength(0);
  });

  it("sends only known headers, whatever variables the SDK reads", async () => {
    vi.stubEnv("OPENAI_CUSTOM_HEADERS", "x-private: 1");
    vi.stubEnv("OPENAI_ORG_ID", "org");
    vi.stubEnv("OPENAI_PROJECT_ID", "project");
    const backend = await backendFor(["ok"]);
    await backend.complete(ASK);
    const names = Object.keys(server.requests[0]?.headers ?? {});
    expect(names).not.toContain("x-private");
    expect(names.filter((name) => name.startsWith("openai-") || name.startsWith("x-"))).toEqual([]);
  });

  it.each(["Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.", "max_tokens is not allowed"])(
    "falls back to max_completion_tokens and remembers it (%s)",
    async (message) => {
      const backend = await backendFor([{ status: 400, body: { error: { message, param: "max_tokens" } } }, "ok"]);
      expect((await backend.complete({ ...ASK, maxTokens: 9 })).text).toBe("ok");
      await backend.complete({ ...ASK, maxTokens: 9 });
      expect(server.requests.map(({ body }) => [body.max_tokens, body.max_completion_tokens])).toEqual([
        [9, undefined],
        [undefined, 9],
        [undefined, 9],
      ]);
    },
  );

  it("does not take a limit that is too high for a refused parameter", async () => {
    const backend = await backendFor([{ status: 400, body: { error: { message: "max_tokens is too large: 9." } } }]);
    expect(await failure(backend.complete({ ...ASK, maxTokens: 9 }))).toMatchObject({
      name: "BackendError",
      status: 400,
    });
    expect(server.requests).toHaveLength(1);
  });

  it("does without log-probabilities where the server refuses them", async () => {
    const backend = await backendFor([
      { status: 400, body: { error: { message: "logprobs are not supported" } } },
      "ok",
    ]);
    expect((await backend.complete({ ...ASK, logprobs: true })).logprobs).toBeNull();
    expect(server.requests.map(({ body }) => body.logprobs)).toEqual([true, undefined]);
  });
});

describe("errors", () => {
  it.each([
    [401, "x", "AuthError", false],
    [403, "x", "AuthError", false],
    [429, "x", "RateLimitError", true],
    [500, "x", "TransientError", true],
    [503, "<html>down</html>", "TransientError", true],
    [408, "x", "TransientError", true],
    [409, "x", "TransientError", true],
    [400, "This model's maximum context length is 4096 tokens.", "ContextLengthError", false],
    [400, "bad field", "BackendError", false],
    [404, "no model", "BackendError", false],
    [404, "<!DOCTYPE html><html></html>", "BackendError", false],
    [302, "", "BackendError", false],
  ])("%i %j is %s", async (status, message, name, isRetryable) => {
    const body = message.startsWith("<") ? message : { error: { message } };
    const backend = await backendFor([{ status, body, headers: status === 302 ? { location: "http://x/" } : {} }]);
    const error = await failure(backend.complete(ASK, { retries: 0 }));
    expect(error).toMatchObject({ name, status, isRetryable });
    expect(error.message).toContain(server.url);
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    [{ fault: "html" }, /web page \(HTML\)/],
    [{ fault: "broken_json" }, /not JSON/],
    [{ status: 200, body: { id: "x" } }, /without choices/],
    [{ status: 200, body: { choices: [] } }, /without choices/],
    [{ status: 200, body: { error: { message: "out of memory" } } }, /without choices.*out of memory/],
  ] as [Reply, RegExp][])("an answer that is none (%j) is a BackendError that says so", async (reply, said) => {
    const backend = await backendFor([reply]);
    const error = await failure(backend.complete(ASK));
    expect(error).toMatchObject({ name: "BackendError", status: 200, isRetryable: false });
    expect(error.message).toMatch(said);
    expect(server.requests).toHaveLength(1);
  });

  it("reads a status that a router hides inside a 200", async () => {
    const backend = await backendFor([{ status: 200, body: { error: { code: 429, message: "slow" } } }, "ok"]);
    expect((await backend.complete(ASK)).text).toBe("ok");
    expect(server.requests).toHaveLength(2);
  });

  it.each([["reset"], ["cut"]] as const)(
    "a line that breaks (%s) is a TransientError and tried again",
    async (fault) => {
      const backend = await backendFor([{ fault }, "ok"]);
      expect((await backend.complete(ASK)).text).toBe("ok");
      expect(server.requests).toHaveLength(2);
    },
  );

  it("nobody there is a TransientError", async () => {
    const backend = await backendFor(["ok"], { retries: 0 });
    await server.close();
    const error = await failure(backend.complete(ASK));
    expect(error).toMatchObject({ name: "TransientError", isRetryable: true });
    expect(error.message).toContain("ECONNREFUSED");
    server = await startTestServer();
  });

  it("gives up on a server that hangs, and says after how long", async () => {
    const backend = await backendFor([{ fault: "hang" }], { timeoutMs: 30, retries: 0 });
    const error = await failure(backend.complete(ASK));
    expect(error).toMatchObject({ name: "TransientError" });
    expect(error.message).toContain("0.03 s");
  });

  it("ends with the caller's signal, in a call and in a wait", async () => {
    const stop = new AbortController();
    const backend = await backendFor([{ fault: "hang" }]);
    const hanging = backend.complete(ASK, { signal: stop.signal });
    await vi.waitFor(() => expect(server.requests).toHaveLength(1));
    stop.abort();
    expect(await failure(hanging)).toMatchObject({ name: "AbortError" });
    await expect(backend.complete(ASK, { signal: stop.signal })).rejects.toMatchObject({ name: "AbortError" });
    expect(server.requests).toHaveLength(1);
    await server.close();

    const waiting = new AbortController();
    const limited = await backendFor([{ status: 429 }], {
      sleep: () => {
        waiting.abort();
        return new Promise(() => undefined);
      },
    });
    expect(await failure(limited.complete(ASK, { signal: waiting.signal }))).toMatchObject({ name: "AbortError" });
  });

  it("retries by our one policy: as long as asked, at once for 0, three times by default", async () => {
    const waits: number[] = [];
    const backend = await backendFor(
      [
        { status: 429, headers: { "retry-after": "20" } },
        { status: 429, headers: { "retry-after-ms": "0" } },
        { status: 500 },
        { status: 500 },
      ],
      { sleep: async (ms) => void waits.push(ms) },
    );
    expect(await failure(backend.complete(ASK))).toMatchObject({ name: "TransientError" });
    expect(server.requests).toHaveLength(4);
    expect(waits[0]).toBeGreaterThan(20_000);
    expect(waits[1]).toBe(0);
    expect(waits).toHaveLength(3);
  });
});

describe("keys", () => {
  it("never show: in prints, JSON, inspection or errors", async () => {
    const echo = { error: { message: `bad key ${KEY} ${"x".repeat(380)}${KEY}` } };
    const backend = await backendFor([
      { status: 401, body: echo },
      { status: 400, body: echo },
      { status: 400, body: KEY },
      { status: 200, body: echo },
      { status: 200, body: KEY },
    ]);
    const shown = [`${backend}`, JSON.stringify(backend), inspect(backend, { depth: 9, showHidden: true })];
    expect(shown[2]).toBe("OpenAI(model='gpt-4.1-mini', key=given)");
    for (let call = 0; call < 5; call++) {
      const error = await failure(backend.complete(ASK, { retries: 0 }));
      shown.push(
        `${error}`,
        String(error.stack),
        JSON.stringify(error),
        inspect(error, { depth: 9, showHidden: true }),
      );
    }
    expect(server.requests).toHaveLength(5);
    for (const text of shown) expect(text).not.toContain(KEY.slice(0, 12));
  });

  it("say whose server refused which key", async () => {
    vi.stubEnv("OPENAI_API_KEY", "sk-env-value");
    server = await startTestServer({ replies: [{ status: 401 }] });
    vi.stubEnv("OPENAI_BASE_URL", `${server.url}/v1`);
    const error = await failure(OpenAI("m").complete(ASK));
    expect(error).toMatchObject({ name: "AuthError", status: 401, code: "auth_failed" });
    expect(error.message).toContain(server.url);
    expect(error.message).toContain("OPENAI_API_KEY");
    expect(server.requests[0]?.headers.authorization).toBe("Bearer sk-env-value");
  });

  it("are read when the call is made; VLLM_API_KEY never goes to OpenAI", async () => {
    const sent: (string | null)[] = [];
    vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
      sent.push(new Headers(init.headers).get("authorization"));
      return new Response(JSON.stringify({ choices: [{ message: { content: "ok" } }] }));
    });
    vi.stubEnv("OPENAI_API_KEY", "");
    vi.stubEnv("OPENAI_BASE_URL", "");
    vi.stubEnv("VLLM_API_KEY", "vllm-key");
    const backend = OpenAI("m");
    const error = await failure(backend.complete(ASK));
    expect(error).toMatchObject({ name: "AuthError" });
    expect(error.message).toContain("OPENAI_API_KEY");
    expect(sent).toEqual([]);
    vi.stubEnv("OPENAI_API_KEY", "later");
    await backend.complete(ASK);
    expect(sent).toEqual(["Bearer later"]);
  });

  it.each(["two words", "line\nbreak", "käse"])(
    "that no header can carry (%j) are refused before any request",
    async (key) => {
      const backend = await backendFor(["ok"], { apiKey: key });
      const error = await failure(backend.complete(ASK));
      expect(error).toMatchObject({ name: "AuthError" });
      expect(inspect(error)).not.toContain(key);
      expect(server.requests).toHaveLength(0);
    },
  );
});

describe("construction", () => {
  it("prints itself", () => {
    expect(`${OpenAI("gpt-4.1-mini")}`).toBe("OpenAI(model='gpt-4.1-mini', key=OPENAI_API_KEY)");
    expect(inspect(OpenAI("it's"))).toBe("OpenAI(model='it\\'s', key=OPENAI_API_KEY)");
    expect(OpenAI("gpt-4.1-mini")).toMatchObject({ provider: "openai", spec: "openai:gpt-4.1-mini", family: "gpt" });
    expect(Object.isFrozen(OpenAI("m"))).toBe(true);
  });

  it.each([
    () => OpenAI(""),
    () => OpenAI(undefined as never),
    () => OpenAI("m", { apikey: "x" } as never),
    () => OpenAI("m", { timeoutMs: 0 }),
    () => OpenAI("m", { retries: -1 }),
    () => OpenAI("m", { baseURL: "localhost" }),
    () => OpenAI("m", { baseURL: "ftp://h" }),
    () => OpenAI("m", { baseURL: "https://me:secret@h/v1" }),
    () => OpenAI("m", { baseURL: "https://h/v1?k=secret" }),
  ])("refuses %s", (make) => {
    expect(make).toThrow(expect.objectContaining({ name: "OptionError" }));
    expect(make).not.toThrow(/secret/);
  });
});
