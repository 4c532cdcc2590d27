import { AuthError, BackendError, runOne, sha256Hex, TransientError, WhileaiError } from "@whileai/core";
import { OpenAI, type Script, ScriptedBackend } from "@whileai/core/backends";
import { captureSettings, configure, resetSettings } from "@whileai/core/settings";
import { startTestServer } from "@whileai/test-server";
import { afterEach, describe, expect, it } from "vitest";
import { Rubric } from "../rubric/rubric.js";
import { Judge } from "./judge.js";

const row = {
  prompt: "Where is A1?",
  steps: [{ tool: "get", arguments: { id: "A1" }, result: "lost" }],
  final_text: "It is lost.",
};
const ask = (script: Script, options = {}) => {
  const backend = ScriptedBackend(script, { model: "org/m-1" });
  return { backend, judged: runOne(row, Judge({ model: backend, ...options })) };
};

afterEach(() => resetSettings());

describe("Judge", () => {
  it("asks once and writes down how", async () => {
    const { backend, judged } = ask(['{"reason": "true to the tool", "score": 1}'], { rubric: "Be true." });
    const judge = Judge({ model: backend, rubric: "Be true." });
    const sha = sha256Hex(judge.systemPrompt).slice(0, 12);
    expect(await judged).toEqual({
      reward: 1,
      reason: "true to the tool",
      judge_status: "ok",
      judge_meta: {
        model: "org/m-1",
        prompt_sha: sha,
        temperature: 0,
        max_tokens: 120,
        payload_chars: 8000,
        version: judge.version,
      },
    });
    expect(judge).toMatchObject({ name: "judge:org/m-1", kind: "llm", model: "org/m-1" });
    expect(judge.version).toMatch(/^org\/m-1@[0-9a-f]{12}$/);
    expect(backend.requests).toHaveLength(1);
    expect(backend.requests[0]).toMatchObject({ temperature: 0, maxTokens: 120, jsonSchema: { name: "verdict" } });
    expect(backend.requests[0]?.messages[0]?.content).toBe(judge.systemPrompt);
    expect(backend.requests[0]?.messages[1]?.content).toContain('"final_text":"It is lost."');
  });

  it("names the injected fault only without a rubric", async () => {
    const faulty = { ...row, faults: { get: { mode: "timeout" } } };
    for (const [rubric, expected] of [
      [undefined, true],
      ["Be true.", false],
    ] as const) {
      const backend = ScriptedBackend(['{"score": 1}']);
      await runOne(faulty, Judge({ model: backend, rubric }));
      expect(String(backend.requests[0]?.messages[1]?.content).startsWith("In this run")).toBe(expected);
    }
  });

  it("shows privileged material only when asked to", async () => {
    const secret = { ...row, privileged: { reference: "the van burnt" } };
    for (const usePrivileged of [false, true]) {
      const backend = ScriptedBackend(['{"score": 1}']);
      const judged = await runOne(secret, Judge({ model: backend, usePrivileged }));
      expect(JSON.stringify(backend.requests[0]?.messages).includes("the van burnt")).toBe(usePrivileged);
      expect(judged.judge_meta.privileged).toBe(usePrivileged ? true : undefined);
    }
  });

  it("asks again when the answer cannot be read", async () => {
    const { backend, judged } = ask(["It is fine, I would say.", '{"reason": "ok", "score": 1}']);
    expect(await judged).toMatchObject({ reward: 1, judge_meta: { asked_twice: true } });
    expect(backend.requests[1]?.messages.slice(2).map((message) => message.role)).toEqual(["assistant", "user"]);
  });

  it("gives up after the second unreadable answer, and keeps it", async () => {
    const { judged } = ask(["Fine.", "Really fine."]);
    expect(await judged).toMatchObject({
      reward: null,
      judge_status: "invalid_result",
      judge_meta: { raw: "Really fine.", model: "org/m-1" },
    });
  });

  it("gives a cut off answer more room", async () => {
    const { backend, judged } = ask([{ text: "", finishReason: "length" }, '{"score": 0}']);
    expect(await judged).toMatchObject({ reward: 0 });
    expect(backend.requests.map((request) => request.maxTokens)).toEqual([120, 960]);
  });

  it("does without structured output where the server refuses it", async () => {
    const refused = new BackendError({ message: "response_format is not supported", fix: "", status: 400 });
    const backend = ScriptedBackend([refused, '{"score": 1}', '{"score": 1}']);
    const judge = Judge({ model: backend });
    expect((await runOne(row, judge)).reward).toBe(1);
    expect((await runOne(row, judge)).reward).toBe(1);
    expect(backend.requests.map((request) => request.jsonSchema !== undefined)).toEqual([true, false, false]);
  });

  it("keeps asking for structured output of a server that has it, whatever one row is refused for", async () => {
    const refused = new BackendError({ message: "this prompt is not allowed", fix: "", status: 400 });
    const backend = ScriptedBackend(['{"score": 1}', refused, '{"score": 0}', '{"score": 1}']);
    const judge = Judge({ model: backend });
    for (const reward of [1, 0, 1]) expect((await runOne(row, judge)).reward).toBe(reward);
    expect(backend.requests.map((request) => request.jsonSchema !== undefined)).toEqual([true, true, false, true]);
  });

  it.each([
    [new TransientError({ message: "No line.", fix: "Check it." }), "transient_failure"],
    [new AuthError({ message: "No key.", fix: "Set one." }), "auth_failed"],
    [new BackendError({ message: "Teapot.", fix: "", status: 418 }), "backend_failed"],
  ])("%s is an error with its cause", async (error, code) => {
    const { judged } = ask([error]);
    expect(await judged).toMatchObject({
      reward: null,
      judge_status: "error",
      judge_meta: { error_code: code, error: expect.stringContaining(error.message) },
    });
  });

  it("takes the model of the role when none is given, at the time it is bound", async () => {
    const judge = Judge();
    expect(() => judge.bind(captureSettings())).toThrow("No model is set for the judge");
    configure({ judge: ScriptedBackend(['{"score": 1}', '{"score": 0}'], { model: "first" }) });
    const bound = judge.bind(captureSettings());
    configure({ judge: ScriptedBackend([], { model: "second" }) });
    expect(bound.name).toBe("judge:first:conduct-floor");
    expect((await runOne(row, bound)).reward).toBe(1);
    expect(judge.name).toBe("judge");
    configure({ judge: ScriptedBackend(['{"score": 0}'], { model: "third" }) });
    expect((await runOne(row, judge)).judge_meta.model).toBe("third");
  });

  it("changes its version with what it is told", () => {
    const backend = ScriptedBackend([]);
    const items = Rubric({ criteria: ["a"] });
    const all = [
      {},
      { rubric: "a" },
      { rubric: "b" },
      { rubric: "a", usePrivileged: true },
      { rubric: "a", votes: 3 },
      { rubric: items },
      { rubric: Rubric({ criteria: [{ title: "a", weight: 2 }] }) },
      { rubric: items, lenient: true },
      { rubric: "a", policy: "Refund within a week." },
      { rubric: "a", tools: [{ name: "get_order" }] },
      { rubric: "a", tools: [{ name: "get_order" }, { name: "refund" }] },
    ];
    const versions = all.map((options) => Judge({ model: backend, ...options }).version);
    expect(new Set(versions).size).toBe(all.length);
    expect(Judge({ model: backend, rubric: Rubric({ criteria: ["a"], notes: "x" }) }).version).toBe(versions[5]);
  });

  it.each<[unknown, string]>([
    [{ rubrik: "x" }, "Did you mean `rubric`"],
    [{ rubric: " " }, "not blank"],
    [{ model: "openai/gpt-4.1" }, "slash"],
    [{ model: 3 }, "a backend or a spec string"],
    [{ model: "typesafe:jev-latest", votes: 3 }, "is asked once"],
    [{ rubric: { criteria: [] } }, "or a Rubric"],
    [{ votes: 0 }, "from 1 to 25"],
    [{ payloadChars: 10 }, "at least 1000"],
  ])("refuses %j", (options, complaint) => {
    expect(() => Judge(options as never)).toThrow(complaint);
    try {
      Judge(options as never);
    } catch (error) {
      expect(WhileaiError.isInstance(error)).toBe(true);
    }
  });

  it("works over the wire", async () => {
    const server = await startTestServer({ replies: ['{"reason": "ok", "score": 1}', { fault: "html" }] });
    try {
      const judge = Judge({ model: OpenAI("m", { baseURL: `${server.url}/v1`, apiKey: "k", retries: 0 }) });
      expect(await runOne(row, judge)).toMatchObject({ reward: 1, reason: "ok" });
      expect(server.requests[0]?.body.response_format.type).toBe("json_schema");
      expect(await runOne(row, judge)).toMatchObject({ reward: null, judge_status: "error" });
    } finally {
      await server.close();
    }
  });
});
