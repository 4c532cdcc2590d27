import { afterEach, describe, expect, it } from "vitest";
import { startTestServer, type TestServer, type TestServerOptions } from "./index.js";

let server: TestServer | undefined;

async function start(replies: TestServerOptions["replies"]): Promise<TestServer> {
  server = await startTestServer({ replies });
  return server;
}

afterEach(async () => {
  await server?.close();
  server = undefined;
});

const post = (path: string, body: unknown = { model: "m" }) =>
  fetch(`${server?.url}${path}`, { method: "POST", body: JSON.stringify(body), headers: { "x-api-key": "k" } });

// biome-ignore lint/suspicious/noExplicitAny: bodies of three protocols are read field by field.
const postJson = async (path: string, body?: unknown): Promise<any> => (await post(path, body)).json();

describe("startTestServer", () => {
  it("answers one script in three protocols", async () => {
    await start([
      { text: "hi", reasoning: "hm", toolCalls: [{ name: "f", arguments: { a: 1 } }], usage: { input: 3, output: 2 } },
    ]);
    const openai = await postJson("/v1/chat/completions");
    expect(openai.choices[0].message).toMatchObject({
      content: "hi",
      reasoning_content: "hm",
      tool_calls: [{ id: "call_test_0", function: { name: "f", arguments: '{"a":1}' } }],
    });
    expect(openai.choices[0].finish_reason).toBe("tool_calls");
    expect(openai.usage.prompt_tokens).toBe(3);
    const anthropic = await postJson("/v1/messages");
    expect(anthropic.content.map((block: { type: string }) => block.type)).toEqual(["thinking", "text", "tool_use"]);
    expect(anthropic).toMatchObject({ stop_reason: "tool_use", usage: { input_tokens: 3, output_tokens: 2 } });
    const ollama = await postJson("/api/chat");
    expect(ollama.message.tool_calls).toEqual([{ function: { name: "f", arguments: { a: 1 } } }]);
    expect(ollama).toMatchObject({ done: true, prompt_eval_count: 3, model: "m" });
  });

  it("uses a list up in order and stays on its last entry", async () => {
    await start(["a", "b"]);
    const texts: string[] = [];
    for (let index = 0; index < 3; index++)
      texts.push((await postJson("/v1/chat/completions")).choices[0].message.content);
    expect(texts).toEqual(["a", "b", "b"]);
  });

  it("records method, path, headers and body, and lets a function answer", async () => {
    const { requests } = await start((request) => ({ text: `${request.body.model}:${request.index}`, usage: null }));
    const body = await postJson("/v1/chat/completions?x=1", { model: "q" });
    expect(body.choices[0].message.content).toBe("q:0");
    expect(body).not.toHaveProperty("usage");
    expect(requests[0]).toMatchObject({ method: "POST", path: "/v1/chat/completions?x=1", protocol: "openai" });
    expect(requests[0]?.headers["x-api-key"]).toBe("k");
  });

  it("serves raw answers, broken arguments, missing ids and log-probabilities", async () => {
    await start([
      { status: 429, headers: { "retry-after": "7" }, body: { error: "slow" } },
      {
        toolCalls: [
          { name: "f", arguments: "{", id: null },
          { name: "g", arguments: null },
        ],
        logprobs: [-0.5, { token: "x", logprob: -1, token_id: 9 }],
      },
    ]);
    const limited = await post("/v1/chat/completions");
    expect([limited.status, limited.headers.get("retry-after"), await limited.json()]).toEqual([
      429,
      "7",
      { error: "slow" },
    ]);
    const { choices } = await postJson("/v1/chat/completions");
    expect(choices[0].message.tool_calls[0]).toEqual({ type: "function", function: { name: "f", arguments: "{" } });
    expect(choices[0].message.tool_calls[1].function.arguments).toBeNull();
    expect(choices[0].logprobs.content.map((entry: { logprob: number }) => entry.logprob)).toEqual([-0.5, -1]);
  });

  it("fails on the line in every way it offers", async () => {
    await start([{ fault: "html" }, { fault: "broken_json" }, { fault: "reset" }, { fault: "cut" }, { fault: "hang" }]);
    expect(await (await post("/v1/messages")).text()).toContain("<html>");
    await expect((await post("/v1/messages")).json()).rejects.toThrow(SyntaxError);
    await expect(post("/v1/messages")).rejects.toThrow();
    await expect(post("/v1/messages").then((answer) => answer.text())).rejects.toThrow();
    const hanging = post("/v1/messages");
    hanging.catch(() => undefined);
    while ((server?.requests.length ?? 0) < 5) await new Promise((resolve) => setTimeout(resolve, 5));
    await server?.close();
    server = undefined;
    await expect(hanging).rejects.toThrow();
  });

  it("answers 404 on a path of no protocol and 500 when the script throws", async () => {
    await start((request) => {
      if (request.protocol === null) return "ok";
      throw new Error("script");
    });
    expect((await post("/else")).status).toBe(404);
    expect((await post("/api/chat")).status).toBe(500);
  });
});
