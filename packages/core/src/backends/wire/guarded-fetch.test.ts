import { inspect } from "node:util";
import { type Reply, startTestServer, type TestServer } from "@whileai/test-server";
import { afterEach, describe, expect, it } from "vitest";
import { Anthropic } from "../anthropic/anthropic.js";
import { Endpoint } from "../endpoint/endpoint.js";
import { OpenAI } from "../openai/openai.js";

const KEY = "sk-recognisable+0123/456789abcdef=";
const ASK = { messages: [{ role: "user", content: "hi" }] } as const;
let server: TestServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

describe("a server that repeats the key it was sent", () => {
  const openAI = (text: string): Reply => ({ text });
  const anthropic = (text: string): Reply => ({
    status: 200,
    body: { model: "m", stop_reason: "end_turn", content: [{ type: "text", text }], usage: {} },
  });
  const make = (apiKey: string, url: string) =>
    ({
      endpoint: [Endpoint("m", { url: `${url}/v1`, apiKey }), openAI],
      openai: [OpenAI("m", { baseURL: `${url}/v1`, apiKey }), openAI],
      anthropic: [Anthropic("m", { baseURL: url, apiKey }), anthropic],
    }) as const;

  it.each(["endpoint", "openai", "anthropic"] as const)("does not bring it into an answer: %s", async (name) => {
    let reply: Reply = {};
    server = await startTestServer({ replies: () => reply });
    const [backend, answer] = make(KEY, server.url)[name];
    reply = answer(`You sent ${KEY}, or ${encodeURIComponent(KEY)}.`);
    const completion = await backend.complete(ASK);
    expect(completion.text).toBe("You sent [key], or [key].");
    expect(inspect(completion, { depth: 9 })).not.toContain(KEY);
  });

  it.each<[string, (said: string) => Reply]>([
    [
      "in the pieces of a stream",
      (said) => {
        const chunks = [said.slice(0, 20), said.slice(20)].map(
          (content) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`,
        );
        const headers = { "content-type": "text/event-stream" };
        return { status: 200, headers, body: `${chunks.join("")}data: [DONE]\n\n` };
      },
    ],
    [
      "in letters written otherwise",
      (said) => {
        const letters = [...said].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
        const headers = { "content-type": "application/json" };
        return { status: 200, headers, body: `{"choices":[{"message":{"content":"${letters}"}}]}` };
      },
    ],
  ])("does not bring it into an answer %s", async (_, write) => {
    server = await startTestServer({ replies: [write(`You sent ${KEY}.`)] });
    const backend = Endpoint("m", { url: `${server.url}/v1`, apiKey: KEY });
    expect((await backend.complete(ASK)).text).toBe("You sent [key].");
  });

  it("leaves words alone that stand in for a key", async () => {
    server = await startTestServer({ replies: [{ text: "ollama has none" }, { text: "ollama has none" }] });
    for (const apiKey of ["none", "ollama"]) {
      const backend = Endpoint("m", { url: `${server.url}/v1`, apiKey });
      expect((await backend.complete(ASK)).text).toBe("ollama has none");
    }
  });
});
