import { inspect } from "node:util";
import { startTestServer, type TestServer } from "@whileai/test-server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CompletionRequest } from "../../backend/backend.js";
import { Endpoint } from "./endpoint.js";

const ASK: CompletionRequest = { messages: [{ role: "user", content: "hi" }] };
let server: TestServer | undefined;

beforeEach(() => {
  for (const name of ["VLLM_API_KEY", "OPENAI_API_KEY", "ANTHROPIC_API_KEY"]) vi.stubEnv(name, "");
});

afterEach(async () => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  await server?.close();
  server = undefined;
});

/** Records the key that would go out, without any network. */
function recordKeys(): (string | null)[] {
  const sent: (string | null)[] = [];
  vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
    sent.push(new Headers(init.headers).get("authorization"));
    return new Response(JSON.stringify({ choices: [{ message: { content: "ok" } }] }));
  });
  return sent;
}

describe("Endpoint", () => {
  it.each([
    ["http://localhost:8000/v1", "none needed"],
    ["http://127.0.0.1:8000/v1", "none needed"],
    ["https://localhost:8000/v1", "none needed"],
    ["http://models.lan/v1", "none needed"],
    ["https://models.example.com/v1", "VLLM_API_KEY or OPENAI_API_KEY"],
    ["https://api.openai.com/v1", "OPENAI_API_KEY"],
    ["https://api.openai.com./v1", "OPENAI_API_KEY"],
  ])("at %s prints key=%s", (url, key) => {
    const backend = Endpoint("Qwen/Qwen3-4B", { url });
    expect(`${backend}`).toBe(`Endpoint(model='Qwen/Qwen3-4B', url='${url}', key=${key})`);
    expect(inspect({ backend }, { depth: 5 })).toContain(`${backend}`);
    expect(backend).toMatchObject({ provider: "vllm", spec: `vllm:Qwen/Qwen3-4B@${url}`, family: "qwen" });
  });

  it("prints that a key was given", () => {
    const backend = Endpoint("m", { url: "https://models.example.com/v1/", apiKey: "secret" });
    expect(`${backend}`).toBe("Endpoint(model='m', url='https://models.example.com/v1', key=given)");
  });

  it.each([
    ["HTTPS://Models.Example.com:443/V1//", "https://models.example.com/V1"],
    ["http://[::1]:8000/v1?", "http://[::1]:8000/v1"],
    ["http://h/v1#", "http://h/v1"],
    [" http://h ", "http://h"],
  ])("takes %j as %s", (url, normal) => {
    expect(Endpoint("m", { url }).spec).toBe(`vllm:m@${normal}`);
  });

  it("sends no key from a variable over http, and a given one", async () => {
    vi.stubEnv("VLLM_API_KEY", "vllm-key");
    vi.stubEnv("OPENAI_API_KEY", "openai-key");
    server = await startTestServer();
    const url = `${server.url}/v1`;
    await Endpoint("m", { url }).complete(ASK);
    await Endpoint("m", { url, apiKey: "given-key" }).complete(ASK);
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([undefined, "Bearer given-key"]);
  });

  it.each([
    ["https://models.example.com/v1", { VLLM_API_KEY: "v", OPENAI_API_KEY: "o" }, "Bearer v"],
    ["https://models.example.com/v1", { OPENAI_API_KEY: "o" }, "Bearer o"],
    ["https://api.openai.com/v1", { VLLM_API_KEY: "v", OPENAI_API_KEY: "o" }, "Bearer o"],
    ["https://api.anthropic.com/v1", { VLLM_API_KEY: "v", OPENAI_API_KEY: "o", ANTHROPIC_API_KEY: "a" }, "Bearer a"],
    ["https://localhost/v1", { VLLM_API_KEY: "v", OPENAI_API_KEY: "o" }, null],
  ])("sends to %s with %j the key %j", async (url, variables, expected) => {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    const sent = recordKeys();
    await Endpoint("m", { url }).complete(ASK);
    expect(sent).toEqual([expected]);
  });

  it.each([
    ["https://models.example.com/v1", "VLLM_API_KEY or OPENAI_API_KEY"],
    ["https://api.openai.com/v1", "OPENAI_API_KEY"],
  ])("without a key for %s fails before any request", async (url, named) => {
    const sent = recordKeys();
    if (url.includes("openai")) vi.stubEnv("VLLM_API_KEY", "v");
    await expect(Endpoint("m", { url }).complete(ASK)).rejects.toMatchObject({
      name: "AuthError",
      message: expect.stringContaining(named),
    });
    expect(sent).toEqual([]);
  });

  it("says that a key is wanted where none was sent", async () => {
    server = await startTestServer({ replies: [{ status: 401 }] });
    await expect(Endpoint("m", { url: `${server.url}/v1` }).complete(ASK)).rejects.toMatchObject({
      name: "AuthError",
      message: expect.stringContaining("none was sent"),
    });
  });

  it("does not follow redirects", async () => {
    server = await startTestServer({
      replies: [{ status: 307, headers: { location: "https://elsewhere.example.com/v1" } }, "ok"],
    });
    await expect(Endpoint("m", { url: `${server.url}/v1`, apiKey: "k" }).complete(ASK)).rejects.toMatchObject({
      status: 307,
      message: expect.stringContaining("redirect"),
    });
    expect(server.requests).toHaveLength(1);
  });

  it("sends parsed arguments for broken ones, and thinking back", async () => {
    server = await startTestServer();
    await Endpoint("m", { url: `${server.url}/v1` }).complete({
      messages: [
        {
          role: "assistant",
          content: "",
          reasoning: "hm",
          toolCalls: [{ id: "a", name: "f", arguments: {}, argumentsRaw: "{" }],
        },
      ],
    });
    expect(server.requests[0]?.body.messages[0]).toMatchObject({
      reasoning_content: "hm",
      tool_calls: [{ function: { arguments: "{}" } }],
    });
  });

  it.each([
    () => Endpoint("m", undefined as never),
    () => Endpoint("m", {} as never),
    () => Endpoint("m", { url: "" }),
    () => Endpoint("m", { url: "not a url" }),
    () => Endpoint("m", { url: "http://h/v1", baseURL: "x" } as never),
    () => Endpoint(" ", { url: "http://h/v1" }),
  ])("refuses %s", (make) => {
    expect(make).toThrow(expect.objectContaining({ name: "OptionError" }));
  });
});
