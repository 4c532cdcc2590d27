import { AuthError } from "@whileai/core";
import { type Script, ScriptedBackend } from "@whileai/core/backends";
import { describe, expect, it } from "vitest";
import { Rubric } from "../rubric/rubric.js";
import { verify } from "../verify/verify.js";
import { explain } from "./explain.js";
import { Judge } from "./judge.js";

const row = { prompt: "Where is A1?", final_text: "It is lost.", privileged: { reference: "42" } };
const judgeOf = (script: Script, options = {}) => Judge({ model: ScriptedBackend(script, { model: "m" }), ...options });

describe("explain", () => {
  it("shows what was sent, what came back and how it was read", async () => {
    const raw = '<think>hm</think>```json\n{"reason": "ok", "score": 1}\n```';
    const before = structuredClone(row);
    const report = await explain(row, judgeOf([raw], { rubric: "Be true." }));
    expect(row).toEqual(before);
    expect(report).toMatchObject({
      kind: "explain",
      judge: { name: "judge:m", kind: "llm", model: "m" },
      requests: [
        { messages: [{ role: "system" }, { role: "user" }], temperature: 0, maxTokens: 120, structured: true },
      ],
      replies: [
        { raw, said: '{"reason": "ok", "score": 1}', decides: '{"reason": "ok", "score": 1}', finishReason: "stop" },
      ],
      payloadReduced: false,
      reward: 1,
      status: "ok",
      reason: "ok",
      unjudged: null,
    });
    expect(report.requests[0]?.messages[1]?.text).toContain('"final_text":"It is lost."');
    expect(`${report}`).toContain('read from it: {"reason": "ok", "score": 1}');
    expect(`${report}`).toContain("    Be true.");
    expect(JSON.stringify(report)).not.toContain('"42"');
  });

  it("shows the repeated question, and why there is no verdict", async () => {
    const report = await explain(row, judgeOf(["Fine.", { text: "Still fine", finishReason: "length" }]));
    expect(report.requests).toHaveLength(2);
    expect(report.requests[1]?.messages).toHaveLength(4);
    expect(report).toMatchObject({
      reward: null,
      status: "invalid_result",
      unjudged:
        "the judge gave no readable verdict: the reply was cut off, raise maxTokens of the judge; there is no whole JSON object",
    });
    expect(report.notes.map((note) => note.code)).toEqual(["reply_cut_off"]);
    expect(`${report}`).toContain("no JSON object in it");
    expect(`${report}`).toContain("no verdict, invalid_result");
  });

  it("prints what is sent again only once", async () => {
    const model = ScriptedBackend(["odd", '{"score": 1}']);
    const repeated = `${await explain({ final_text: "x" }, Judge({ model }))}`;
    expect(repeated.match(/=== RECORD/g)).toHaveLength(1);
    expect(repeated).toMatch(/sent \(2 of 2\):\n {3}the same, and then\n {3}assistant:\n {4}odd\n {3}user:\n/);
    const voted = `${await explain({ final_text: "x" }, Judge({ model: ScriptedBackend(() => '{"score": 1}'), votes: 3 }))}`;
    expect(voted).toContain("sent (2 of 3):\n   the same\n  sent (3 of 3):\n   the same\n");
  });

  it("reads a reply that is given, and asks nobody", async () => {
    const judge = judgeOf([]);
    const report = await explain(row, judge, { reply: 'It says {"score": 1}. Score: 0' });
    expect(report).toMatchObject({
      reward: null,
      unjudged: "the judge gave no readable verdict: another answer follows the last object",
      replies: [{ decides: '{"score": 1}' }],
    });
    expect((await explain(row, judge, { reply: '{"score": 0}' })).reward).toBe(0);
    const voting = judgeOf([], { votes: 3 });
    const votes = await explain(row, voting, { reply: ['{"score": 1}', '{"score": 1}', "?"] });
    expect(votes).toMatchObject({ reward: 1, meta: { votes: { asked: 3, unreadable: 1 } } });
  });

  it("explains items, errors and shortened rows", async () => {
    const rubric = Rubric({ criteria: ["A", "B"] });
    const items = await explain(row, judgeOf([], { rubric }), { reply: '{"criteria": {"1": true}}' });
    expect(items.unjudged).toBe('no answer for "B"');
    const refused = new AuthError({ message: "No key.", fix: "Set one." });
    const failed = await explain(row, judgeOf([refused]));
    expect(failed).toMatchObject({
      status: "error",
      replies: [],
      requests: [{}],
      unjudged: "AuthError: No key. Set one.",
    });
    const long = await explain({ ...row, final_text: "x".repeat(9000) }, judgeOf(['{"score": 0}']));
    expect(long.payloadReduced).toBe(true);
    expect(long.notes.map((note) => note.code)).toContain("record_shortened");
  });

  it("explains a judge that asks no model", async () => {
    const gold = { prompt: "p", final_text: "42", reference: "42" };
    expect(await explain(gold, verify.ExactMatch())).toMatchObject({ reward: 1, requests: [], replies: [] });
    expect(await explain(row, () => "no number" as never)).toMatchObject({
      reward: null,
      unjudged: "the judge returned no usable reward (invalid_result)",
    });
    const hanging = await explain(row, () => new Promise<number>(() => {}), { timeoutMs: 5 });
    expect(hanging.unjudged).toBe("no verdict came within 0.005 s");
  });

  it("does not wait for a judge that does not get ready, once it is aborted", async () => {
    const judge = { name: "slow", prepare: () => new Promise<void>(() => {}), judge: () => 1 };
    const report = await explain(row, judge, { signal: AbortSignal.timeout(5) });
    expect(report).toMatchObject({ reward: null, meta: { error_code: "aborted" } });
    const broken = { ...judge, prepare: () => Promise.reject(new AuthError({ message: "No key.", fix: "" })) };
    await expect(explain(row, broken)).rejects.toThrow("No key.");
  });

  it.each<[object, string]>([
    [{ replay: "x" }, "Did you mean `reply`"],
    [{ reply: [] }, "at least 1"],
    [{ reply: "1" }, "asks no model"],
  ])("refuses %j", async (options, complaint) => {
    await expect(explain(row, () => 1, options as never)).rejects.toThrow(complaint);
  });
});
