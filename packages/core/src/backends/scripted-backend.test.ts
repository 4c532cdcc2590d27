import { expect, it } from "vitest";
import type { ChatMessage } from "../backend/backend.js";
import { ScriptedBackend } from "./scripted-backend.js";

const ask = (content: string) => ({ messages: [{ role: "user", content } as ChatMessage] });

it("answers in order, records copies of requests, and fails when it has no more", async () => {
  const backend = ScriptedBackend(["one", { toolCalls: [{ name: "f" }, { name: "g", id: "own" }] }, new Error("boom")]);
  const request = ask("a");
  expect(await backend.complete(request)).toEqual({
    text: "one",
    toolCalls: [],
    finishReason: "stop",
    usage: { inputTokens: null, outputTokens: null },
    logprobs: null,
    model: "scripted",
  });
  (request.messages[0] as { content: string }).content = "changed";
  const second = await backend.complete(ask("b"));
  expect(second).toMatchObject({ text: "", finishReason: "tool_calls" });
  expect(second.toolCalls).toEqual([
    { name: "f", arguments: {}, id: "call_0" },
    { name: "g", arguments: {}, id: "own" },
  ]);
  await expect(backend.complete(ask("c"))).rejects.toThrow("boom");
  await expect(backend.complete(ask("d"))).rejects.toThrow(/asked 4 times/);
  expect(backend.requests.map((each) => each.messages[0]?.content)).toEqual(["a", "b", "c", "d"]);
});

it("answers with a function and honours an abort", async () => {
  const backend = ScriptedBackend((request, index) => `${index}:${request.messages[0]?.content}`, { model: "m" });
  expect(await backend.complete(ask("a"))).toMatchObject({ text: "0:a", model: "m" });
  await expect(backend.complete(ask("b"), { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "aborted" });
  expect(`${backend}`).toBe("ScriptedBackend(function)");
});
