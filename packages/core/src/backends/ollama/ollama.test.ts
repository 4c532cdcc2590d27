import { type Reply, startTestServer, type TestServer } from "@whileai/test-server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CompletionRequest } from "../../backend/backend.js";
import { Ollama } from "./ollama.js";

let server: TestServer | undefined;
const ASK: CompletionRequest = { messages: [{ role: "user", content: "hi" }] };

beforeEach(() => vi.stubEnv("OLLAMA_HOST", ""));

afterEach(async () => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  await server?.close();
  server = undefined;
});

async function backendFor(...replies: Reply[]) {
  server = await startTestServer({ replies });
  return Ollama("llama3", { host: server.url, sleep: async () => undefined });
}

describe("Ollama", () => {
  it("sends arguments as an object, images as base64, and names the tool of a result", async () => {
    const backend = await backendFor("ok");
    await backend.complete({
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "see" },
            { type: "image_url", image_url: { url: "data:image/png;base64,aGk=" } },
          ],
        },
        {
          role: "assistant",
          content: "",
          reasoning: "hm",
          toolCalls: [{ id: "a", name: "f", arguments: { order_id: "ORD-1" } }],
        },
        { role: "tool", toolCallId: "a", content: "{}" },
        { role: "tool", toolCallId: "ghost", content: "x" },
      ],
      tools: [{ name: "f", description: "d", parameters: { type: "object" } }],
      temperature: 0.2,
      maxTokens: 5,
      seed: 3,
      logprobs: true,
      jsonSchema: { name: "x", schema: { type: "object" } },
    });
    expect(server?.requests[0]?.headers.authorization).toBeUndefined();
    expect(server?.requests[0]?.body).toEqual({
      model: "llama3",
      messages: [
        { role: "user", content: "see", images: ["aGk="] },
        {
          role: "assistant",
          content: "",
          thinking: "hm",
          tool_calls: [{ function: { name: "f", arguments: { order_id: "ORD-1" } } }],
        },
        { role: "tool", content: "{}", tool_name: "f" },
        { role: "tool", content: "x", tool_name: "" },
      ],
      tools: [{ type: "function", function: { name: "f", description: "d", parameters: { type: "object" } } }],
      format: { type: "object" },
      options: { temperature: 0.2, num_predict: 5, seed: 3 },
      stream: false,
    });
  });

  it("leaves tools out when none may be called", async () => {
    const backend = await backendFor("ok");
    await backend.complete({
      ...ASK,
      toolChoice: "none",
      tools: [{ name: "f", description: "", parameters: {} }],
    });
    expect(Object.keys(server?.requests[0]?.body)).toEqual(["model", "messages", "stream"]);
  });

  it("reads calls that have no id, thinking and usage; has no log-probabilities", async () => {
    const backend = await backendFor({
      text: "",
      reasoning: "hm",
      toolCalls: [
        { name: "f", arguments: { a: 1 } },
        { name: "f", arguments: { a: 2 } },
      ],
      usage: { input: 4, output: 2 },
    });
    expect(await backend.complete({ ...ASK, logprobs: true })).toEqual({
      text: "",
      toolCalls: [
        { id: "call_0", name: "f", arguments: { a: 1 } },
        { id: "call_1", name: "f", arguments: { a: 2 } },
      ],
      reasoning: "hm",
      finishReason: "tool_calls",
      usage: { inputTokens: 4, outputTokens: 2 },
      logprobs: null,
      model: "llama3",
    });
  });

  it("reads a cut reply and usage that is absent", async () => {
    const backend = await backendFor({ text: "x", finishReason: "length", usage: null });
    expect(await backend.complete(ASK)).toMatchObject({
      finishReason: "length",
      usage: { inputTokens: null, outputTokens: null },
    });
  });

  it.each([
    [{ status: 404, body: { error: "model 'llama3' not found" } }, "BackendError", "not found"],
    [{ status: 500, body: "boom" }, "TransientError", "boom"],
    [{ status: 200, body: { done: true } }, "BackendError", "without a message"],
    [{ fault: "broken_json" }, "BackendError", "not JSON"],
    [{ fault: "reset" }, "TransientError", "broke off"],
  ] as [Reply, string, string][])("%j is %s", async (reply, name, words) => {
    const log = vi.spyOn(console, "log");
    const backend = await backendFor(reply);
    await expect(backend.complete(ASK, { retries: 0 })).rejects.toMatchObject({
      name,
      message: expect.stringContaining(words),
    });
    expect(log).not.toHaveBeenCalled();
  });

  it("refuses parts that it cannot carry", async () => {
    const backend = await backendFor("ok");
    const content = [{ type: "image_url", image_url: { url: "https://h.example/a.png" } }];
    await expect(backend.complete({ messages: [{ role: "user", content }] })).rejects.toMatchObject({
      name: "OptionError",
    });
    expect(server?.requests).toHaveLength(0);
  });

  it.each([
    ["0.0.0.0", "http://127.0.0.1:11434/api/chat"],
    ["gpu:1234", "http://gpu:1234/api/chat"],
    ["HTTP://GPU:1234", "http://gpu:1234/api/chat"],
    ["https://ollama.example.com", "https://ollama.example.com/api/chat"],
    ["", "http://127.0.0.1:11434/api/chat"],
  ])("reads OLLAMA_HOST=%s", async (host, expected) => {
    const urls: string[] = [];
    vi.stubGlobal("fetch", async (url: string) => {
      urls.push(new URL(url).href);
      return new Response(JSON.stringify({ message: { content: "ok" } }));
    });
    vi.stubEnv("OLLAMA_HOST", host);
    await Ollama("m").complete(ASK);
    expect(urls).toEqual([expected]);
  });

  it("prints itself", () => {
    expect(`${Ollama("llama3")}`).toBe("Ollama(model='llama3', key=none needed)");
    expect(Ollama("llama3")).toMatchObject({ provider: "ollama", spec: "ollama:llama3", family: "llama" });
    expect(() => Ollama("m", { host: "http://me:secret@h" })).toThrow(expect.objectContaining({ name: "OptionError" }));
  });
});
