import { type BatchServer, type BatchServerOptions, startBatchServer } from "@whileai/test-server";
import { afterEach, describe, expect, it } from "vitest";
import type { Backend, CompletionRequest } from "../backend/backend.js";
import type { BatchClient, BatchResult } from "../backend/batch-backend.js";
import { Anthropic } from "./anthropic/anthropic.js";
import { Endpoint } from "./endpoint/endpoint.js";
import { OpenAI } from "./openai/openai.js";

const KEY = "sk-test-0123456789abcdef";
let server: BatchServer;
const opened: BatchServer[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

interface Vendor {
  readonly name: string;
  readonly make: (url: string) => Backend;
  readonly keyHeader: string;
}
const OPTIONS = { apiKey: KEY, sleep: async () => undefined };
const OPENAI: Vendor = {
  name: "OpenAI",
  make: (url) => OpenAI("gpt-4.1-mini", { ...OPTIONS, baseURL: `${url}/v1` }),
  keyHeader: "authorization",
};
const ANTHROPIC: Vendor = {
  name: "Anthropic",
  make: (url) => Anthropic("claude-haiku-4-5", { ...OPTIONS, baseURL: url }),
  keyHeader: "x-api-key",
};

async function clientOf(vendor: Vendor, options: BatchServerOptions = {}): Promise<BatchClient> {
  server = await startBatchServer(options);
  opened.push(server);
  return vendor.make(server.url).batch as BatchClient;
}

/** What a message says, as text or in Anthropic's blocks. */
const wordsOf = (content: string | readonly { text: string }[]): string =>
  typeof content === "string" ? content : content.map(({ text }) => text).join("");

const ask = (content: string): CompletionRequest => ({ messages: [{ role: "user", content }], maxTokens: 50 });

async function resultsOf(client: BatchClient, id: string): Promise<Map<string, BatchResult>> {
  const results = new Map<string, BatchResult>();
  for await (const result of client.results(id)) results.set(result.customId, result);
  return results;
}

async function failure(work: () => unknown): Promise<Error & { code: string; status?: number }> {
  try {
    await work();
  } catch (error) {
    return error as Error & { code: string };
  }
  throw new Error("It was meant to fail.");
}

describe.each([OPENAI, ANTHROPIC])("batches of $name", (vendor) => {
  const submit = (client: BatchClient, texts: readonly string[], tag = "tag") =>
    client.submit(
      texts.map((text, index) => client.prepare(`r-${index}`, ask(text))),
      { tag },
    );

  it("submits, polls and reads results that come in another order", async () => {
    const client = await clientOf(vendor, {
      answer: ({ body }) => ({
        text: `said é\u2028: ${wordsOf(body.messages.at(-1).content)}`,
        usage: { input: 7, output: 3 },
      }),
      faults: { polls: 1 },
    });
    const id = await submit(client, ["one", "two", "three"]);
    expect(await client.poll(id)).toMatchObject({ status: "running", done: 0, total: 3 });
    expect(await client.poll(id)).toMatchObject({ status: "ended", done: 3, total: 3 });
    const results = await resultsOf(client, id);
    expect([...results.keys()]).toEqual(["r-2", "r-1", "r-0"]);
    expect(results.get("r-1")).toMatchObject({ error: null });
    expect(results.get("r-1")?.read(ask("two"))).toMatchObject({
      text: "said é\u2028: two",
      usage: { inputTokens: 7, outputTokens: 3 },
      finishReason: "stop",
    });
    expect(client.priceFactor).toBe(0.5);
    for (const headers of server.headers) expect(String(headers[vendor.keyHeader])).toContain(KEY);
  });

  it("sends what a single call would send", async () => {
    const client = await clientOf(vendor);
    await submit(client, ["hello"]);
    // biome-ignore lint/suspicious/noExplicitAny: bodies of two protocols are read field by field.
    const body: any = server.batches[0]?.lines[0]?.body;
    expect(wordsOf(body.messages[0].content)).toBe("hello");
    expect(body.max_tokens ?? body.max_completion_tokens).toBe(50);
  });

  it("takes tools of any name, and gives their names back", async () => {
    const name = "orders.get";
    const client = await clientOf(vendor, {
      answer: ({ body }) => ({ toolCalls: [{ name: body.tools[0].function?.name ?? body.tools[0].name }] }),
    });
    const request = { ...ask("go"), tools: [{ name, description: "Look up.", parameters: { type: "object" } }] };
    const id = await client.submit([client.prepare("a", request)], { tag: "t" });
    await client.poll(id);
    await client.poll(id);
    expect((await resultsOf(client, id)).get("a")?.read(request).toolCalls[0]?.name).toBe(name);
  });

  it("says of single requests why they have no answer", async () => {
    const inner = { type: "invalid_request_error", message: "the schema is not supported" };
    const body = vendor === OPENAI ? { error: inner } : { type: "error", error: inner };
    const client = await clientOf(vendor, {
      answer: ({ customId }) => (customId === "r-0" ? { status: 400, body } : "fine"),
      faults: { polls: 0, expires: (customId) => customId === "r-1" },
    });
    const id = await submit(client, ["a", "b", "c"]);
    await client.poll(id);
    const results = await resultsOf(client, id);
    expect(results.get("r-0")?.error).toMatchObject({ code: "backend_failed", status: 400 });
    expect(results.get("r-0")?.error?.message).toContain("the schema is not supported");
    expect(results.get("r-1")?.error).toMatchObject({ code: "batch_expired" });
    expect(() => results.get("r-1")?.read(ask("b"))).toThrow("ended before");
    expect(results.get("r-2")?.read(ask("c")).text).toBe("fine");
  });

  it("polls through failures of the server, and submits once only", async () => {
    const client = await clientOf(vendor, {
      faults: { failingPolls: [503, 503, null], failingSubmits: [{ status: 500, made: true }] },
    });
    expect((await failure(() => submit(client, ["a"]))).code).toBe("transient_failure");
    expect(server.batches).toHaveLength(1);
    const candidates = await client.find("tag", { requests: 1 });
    expect(candidates).toEqual([{ id: "batch_test_0", isCertain: vendor === OPENAI }]);
    expect(await client.find("other", { requests: 2 })).toEqual([]);
    expect(await client.poll("batch_test_0")).toMatchObject({ status: "running" });
  });

  it("tells a large body that is refused, a connection that breaks off, and an abort", async () => {
    const client = await clientOf(vendor, { faults: { polls: 0, cutResults: 1, mostBytes: 4000 } });
    expect(await failure(() => submit(client, ["x".repeat(5000)]))).toMatchObject({ status: 413 });
    const id = await submit(client, ["a", "b"]);
    await client.poll(id);
    expect((await failure(() => resultsOf(client, id))).code).toBe("transient_failure");
    expect((await resultsOf(client, id)).size).toBe(2);
    const signal = AbortSignal.abort();
    expect((await failure(() => client.poll(id, { signal }))).name).toBe("AbortError");
  });

  it("cancels, and then says so of each request", async () => {
    const client = await clientOf(vendor, { faults: { polls: 9 } });
    const id = await submit(client, ["a"]);
    await client.cancel(id);
    expect(await client.poll(id)).toMatchObject({ status: "ended" });
    expect((await resultsOf(client, id)).get("r-0")?.error).toMatchObject({ code: "batch_cancelled" });
  });

  it.each(["", "with space", "a/b", "x".repeat(65)])("refuses the name %j", async (name) => {
    const client = await clientOf(vendor);
    expect(await failure(() => client.prepare(name, ask("a")))).toMatchObject({ option: "customId" });
  });

  it("keeps the key out of what comes back", async () => {
    const client = await clientOf(vendor, { answer: () => `your key is ${KEY}`, faults: { polls: 0 } });
    const id = await submit(client, ["a"]);
    await client.poll(id);
    expect((await resultsOf(client, id)).get("r-0")?.read(ask("a")).text).toBe("your key is [key]");
  });
});

describe("what only one vendor has", () => {
  it("OpenAI refuses a batch when too much is waiting, and for other reasons", async () => {
    const codes = ["token_limit_exceeded", "invalid_json_line"];
    const client = await clientOf(OPENAI, { faults: { refuses: (batch) => codes[batch] } });
    for (const [index, isQueueFull] of [true, false].entries()) {
      const id = await client.submit([client.prepare("a", ask("a"))], { tag: `t${index}` });
      const state = await client.poll(id);
      expect(state).toMatchObject({ status: "refused", isQueueFull });
      expect(state.error?.message).toContain(codes[index]);
    }
  });

  it("OpenAI finds a batch among others by its tag", async () => {
    const client = await clientOf(OPENAI);
    for (const tag of ["one", "two"]) await client.submit([client.prepare("a", ask("a"))], { tag });
    expect(await client.find("one", { requests: 1 })).toEqual([{ id: "batch_test_0", isCertain: true }]);
    expect(await client.find("three", { requests: 1 })).toEqual([]);
  });

  it("Endpoint, which may be any server, has no batches", () => {
    expect(Endpoint("m", { url: "http://127.0.0.1:1/v1" }).batch).toBeUndefined();
  });
});
