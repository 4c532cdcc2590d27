import { type Reply, startTestServer, type TestServer } from "@whileai/test-server";
import { afterEach, describe, expect, it } from "vitest";
import type { CompletionRequest } from "../backend/backend.js";
import { Anthropic } from "../backends/anthropic/anthropic.js";
import { Endpoint } from "../backends/endpoint/endpoint.js";
import { OpenAI } from "../backends/openai/openai.js";
import { ScriptedBackend } from "../backends/scripted-backend.js";
import { RateLimitError } from "../errors/backend-error.js";
import { isEndpointDown } from "./circuit-breaker.js";
import { createLimiter } from "./create-limiter.js";
import { endpointOf } from "./endpoint-facts.js";
import type { Limiter } from "./limiter.js";
import { SpendLedger } from "./spend-ledger.js";
import { trafficOf } from "./traffic-of.js";
import { withLimits } from "./with-limits.js";

const ASK: CompletionRequest = { messages: [{ role: "user", content: "hi" }] };
const servers: TestServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(replies: Reply[] | (() => Reply)) {
  const server = await startTestServer({ replies });
  servers.push(server);
  return server;
}

const passOn: Limiter = { run: (call) => call.attempt() };

describe("withLimits", () => {
  it("stays the backend it was to everybody else", async () => {
    const backend = Endpoint("Qwen/Qwen3-4B", { url: "http://127.0.0.1:9/v1", apiKey: "sk-secret" });
    const limited = withLimits(backend, passOn);
    for (const name of ["provider", "model", "spec", "family", "url"] as const)
      expect(limited[name]).toBe(backend[name]);
    expect(`${limited}`).toBe(`${backend}`);
    expect(JSON.stringify(limited)).not.toContain("sk-secret");
  });

  it("takes any limiter, and tells it what the call is", async () => {
    const seen: unknown[] = [];
    const limiter: Limiter = {
      run: async (call) => {
        const answer = await call.attempt();
        seen.push({ ...call.estimate, retries: call.retries, usage: call.usageOf?.(answer) });
        return answer;
      },
    };
    const backend = withLimits(
      ScriptedBackend([{ text: "a", usage: { inputTokens: 7, outputTokens: 2000 } }, "b"]),
      limiter,
    );
    await backend.complete(ASK, { retries: 7 });
    await backend.complete(ASK);
    expect(seen[0]).toMatchObject({ outputTokens: 200, retries: 7, usage: { inputTokens: 7, outputTokens: 2000 } });
    // Long answers raise what the next one is expected to be.
    expect((seen[1] as { outputTokens: number }).outputTokens).toBeGreaterThan(200);
  });

  it("switches the backend's own retries off, and keeps to the number it was made with", async () => {
    const server = await serve(() => ({ status: 500 }));
    const backend = OpenAI("m", { baseURL: `${server.url}/v1`, apiKey: "k", retries: 1 });
    await expect(withLimits(backend, createLimiter(), { retries: 5 }).complete(ASK)).rejects.toMatchObject({
      status: 500,
    });
    expect(server.requests).toHaveLength(2);
  });

  it("writes down requests, calls and what vendors say of cache and thinking", async () => {
    const openai = await serve([
      { status: 429, headers: { "retry-after": "0" } },
      {
        status: 200,
        body: {
          choices: [{ message: { content: "hi" }, finish_reason: "stop" }],
          usage: {
            prompt_tokens: 100,
            completion_tokens: 20,
            prompt_tokens_details: { cached_tokens: 64 },
            completion_tokens_details: { reasoning_tokens: 12 },
          },
        },
      },
    ]);
    const anthropic = await serve([
      {
        status: 200,
        body: {
          content: [{ type: "text", text: "hi" }],
          stop_reason: "end_turn",
          usage: { input_tokens: 10, cache_read_input_tokens: 90, output_tokens: 5 },
        },
      },
    ]);
    const ledger = new SpendLedger();
    const make = { apiKey: "k" };
    const agent = OpenAI("gpt-4.1", { ...make, baseURL: `${openai.url}/v1` });
    const judge = Anthropic("claude-haiku-4-5", { ...make, baseURL: anthropic.url });
    const { usage } = await withLimits(agent, createLimiter(), { ledger, role: "agent" }).complete(ASK);
    expect(usage).toEqual({ inputTokens: 100, outputTokens: 20, cachedInputTokens: 64, reasoningTokens: 12 });
    await withLimits(judge, createLimiter(), { ledger, role: "judge" }).complete(ASK);
    expect(ledger.roles()).toMatchObject({
      agent: { calls: 1, requests: 2, cachedInputTokens: 64, reasoningTokens: 12, usd: expect.closeTo(0.000264, 9) },
      judge: { calls: 1, requests: 1, inputTokens: 100, cachedInputTokens: 90, usd: expect.closeTo(0.000044, 9) },
    });
  });

  it("B13: usage that a server leaves out is unknown, in tokens and in money", async () => {
    const server = await serve([{ text: "hi", usage: null }]);
    const ledger = new SpendLedger();
    const backend = OpenAI("gpt-4.1", { baseURL: `${server.url}/v1`, apiKey: "k" });
    await withLimits(backend, createLimiter(), { ledger, role: "agent" }).complete(ASK);
    expect(ledger.roles().agent).toMatchObject({ calls: 1, inputTokens: null, outputTokens: null, usd: null });
  });
});

describe("a backend that says nonsense of what it used", () => {
  it.each([
    { inputTokens: Number.NaN, outputTokens: Number.POSITIVE_INFINITY },
    { inputTokens: -1, outputTokens: "3" },
    undefined,
    null,
  ])("is unknown, and its answers count all the same: %j", async (usage) => {
    const complete = async () => ({ ...(await ScriptedBackend(["hi"]).complete(ASK)), usage: usage as never });
    const backend = { ...ScriptedBackend([]), complete };
    const ledger = new SpendLedger();
    const limited = withLimits(backend, createLimiter({ maxTokens: 1000 }), { ledger, role: "agent" });
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => limited.complete(ASK)));
    const answered = results.filter(({ status }) => status === "fulfilled").length;
    expect(answered).toBeGreaterThan(0);
    expect(answered).toBeLessThan(6);
    expect(ledger.roles().agent).toMatchObject({ calls: answered, inputTokens: null, outputTokens: null, usd: null });
  });
});

describe("a server that will never do, over HTTP", () => {
  it.each<[number, object, number, string]>([
    [401, {}, 1, "AuthError"],
    [403, {}, 1, "AuthError"],
    [404, { error: { message: "model `m` does not exist" } }, 1, "BackendError"],
    [500, {}, 2, "TransientError"],
    [429, { error: { message: "quota", type: "insufficient_quota", code: "insufficient_quota" } }, 1, "BackendError"],
  ])("%s %j: %s requests for 16 calls, one error", async (status, body, requests, name) => {
    const server = await serve(() => ({ status, body: body as Record<string, unknown> }));
    const backend = withLimits(OpenAI("m", { baseURL: `${server.url}/v1`, apiKey: "k", retries: 1 }), createLimiter());
    const results = await Promise.allSettled(Array.from({ length: 16 }, () => backend.complete(ASK)));
    expect(server.requests).toHaveLength(requests);
    const reasons = new Set(results.map((result) => (result as PromiseRejectedResult).reason));
    expect(reasons.size).toBe(1);
    for (const reason of reasons) {
      expect(reason).toMatchObject({ name, status });
      expect(isEndpointDown(reason)).toBe(true);
    }
  });

  it("a key stays at its origin: neither another backend's call nor a redirect takes it along", async () => {
    const home = await serve(() => ({ status: 307, headers: { location: `${away.url}/v1/chat/completions` } }));
    const away = await serve(["ok"]);
    const limiter = createLimiter();
    const keyed = withLimits(OpenAI("m", { baseURL: `${home.url}/v1`, apiKey: "sk-home" }), limiter);
    await expect(keyed.complete(ASK)).rejects.toMatchObject({ status: 307 });
    expect(away.requests).toHaveLength(0);
    const other = withLimits(Endpoint("m", { url: `${away.url}/v1` }), createLimiter());
    await other.complete(ASK);
    expect(JSON.stringify([away.requests, `${keyed}`, `${other}`])).not.toContain("sk-home");
    expect(home.requests[0]?.headers.authorization).toBe("Bearer sk-home");
  });
});

describe("trafficOf", () => {
  const at = (url: string, model = "m", apiKey?: string) => Endpoint(model, { url, apiKey });

  it("is shared by backends with the same place, model and key", () => {
    const url = "http://127.0.0.1:7001/v1";
    expect(trafficOf(at(url))).toBe(trafficOf(at(`${url}/`)));
    expect(trafficOf(at(url))).not.toBe(trafficOf(at("http://127.0.0.1:7002/v1")));
    expect(trafficOf(at(url))).not.toBe(trafficOf(at(url, "n")));
    expect(trafficOf(at(url, "m", "sk-one"))).not.toBe(trafficOf(at(url, "m", "sk-two")));
    expect(trafficOf(at(url, "m", "sk-one"))).toBe(trafficOf(at(url, "m", "sk-one")));
    expect(String(endpointOf(at(url, "m", "sk-one")))).not.toContain("sk-one");
  });

  it("belongs to one object alone where a backend does not say where it calls", () => {
    const scripted = ScriptedBackend(["a"]);
    expect(trafficOf(scripted)).toBe(trafficOf(scripted));
    expect(trafficOf(scripted)).not.toBe(trafficOf(ScriptedBackend(["a"])));
  });

  it("holds back whoever else calls the endpoint", async () => {
    const limits = { traffic: trafficOf(ScriptedBackend([])) };
    const backend = ScriptedBackend((_, index) =>
      index === 1 ? new RateLimitError({ message: "slow", fix: "", retryAfterMs: 1000 }) : "ok",
    );
    const [one, two] = [1, 2].map(() => withLimits(backend, createLimiter(limits)));
    await one?.complete(ASK);
    const refused = one?.complete(ASK);
    await new Promise((resolve) => setTimeout(resolve, 10));
    const waiting = two?.complete(ASK);
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(backend.requests).toHaveLength(2);
    await Promise.all([refused, waiting]);
    expect(backend.requests).toHaveLength(4);
  });
});
