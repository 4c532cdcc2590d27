import { runOne } from "@whileai/core";
import { type Script, ScriptedBackend } from "@whileai/core/backends";
import { describe, expect, it } from "vitest";
import { Rubric } from "../rubric/rubric.js";
import { Judge } from "./judge.js";

const rubric = Rubric({
  criteria: [
    { title: "No lies", kind: "hard" },
    { title: "Says when", weight: 3 },
    { title: "Blames", kind: "pitfall" },
  ],
});
const row = { prompt: "Where is A1?", final_text: "It is lost." };
const ask = (script: Script, options = {}) => {
  const backend = ScriptedBackend(script, { model: "m" });
  const judge = Judge({ model: backend, rubric, ...options });
  return { backend, judge, judged: runOne(row, judge) };
};
const answers = (one: unknown, two: unknown, three: unknown) =>
  JSON.stringify({ reason: "as seen", criteria: { 1: one, 2: two, 3: three } });

describe("Judge with a Rubric", () => {
  it("asks for every item and scores the answers", async () => {
    const { backend, judge, judged } = ask([answers(true, true, false)]);
    expect(await judged).toMatchObject({
      reward: 1,
      reason: "as seen",
      judge_meta: {
        version: judge.version,
        rubric_version: rubric.version,
        max_tokens: 400,
        markers: { "rubric:no_lies": 1, "rubric:says_when": 1, "rubric:blames": 1 },
        hard_failed: [],
        n_unanswered: 0,
      },
    });
    expect(judge.name).toBe("judge:m");
    const request = backend.requests[0];
    expect(request).toMatchObject({ temperature: 0, maxTokens: 400, jsonSchema: { name: "answers" } });
    expect(JSON.stringify(request?.jsonSchema)).toContain('"required":["1","2","3"]');
    expect(request?.messages[0]?.content).toContain("2. [Principle, weight 3] Says when");
    expect(request?.messages[0]?.content).toContain("from 1 to 3");
  });

  it("fails a broken hard rule", async () => {
    expect(await ask([answers(false, true, false)]).judged).toMatchObject({
      reward: 0,
      judge_meta: { hard_failed: ["No lies"] },
    });
  });

  it("asks again for what was left out, then leaves the row unjudged", async () => {
    const partial = '{"criteria": {"1": true, "3": false}, "reason": "r"}';
    const { backend, judged } = ask([partial, partial]);
    expect(await judged).toMatchObject({
      reward: null,
      judge_status: "invalid_result",
      reason: 'no answer for "Says when"',
      judge_meta: {
        raw: partial,
        unanswered: ["Says when"],
        markers: { "rubric:no_lies": 1, "rubric:says_when": null },
      },
    });
    expect(backend.requests[1]?.messages.at(-1)?.content).toContain("each number from 1 to 3");
    expect(await ask([partial, answers(1, 1, 0)]).judged).toMatchObject({
      reward: 1,
      judge_meta: { asked_twice: true },
    });
  });

  it("scores what there is when lenient", async () => {
    const { backend, judged } = ask(['{"criteria": {"1": true}}'], { lenient: true });
    expect(await judged).toMatchObject({ reward: 0, judge_meta: { unanswered: ["Says when", "Blames"] } });
    expect(backend.requests).toHaveLength(1);
  });

  it("keeps a reply without answers", async () => {
    expect(await ask(["Good.", "Very good."]).judged).toMatchObject({
      reward: null,
      judge_status: "invalid_result",
      reason: "the judge gave no readable verdict: there is no whole JSON object",
      judge_meta: { raw: "Very good." },
    });
  });

  it("lets votes decide each item by itself", async () => {
    const { judged } = ask([answers(true, true, false), answers(true, false, true), answers(false, true, false)], {
      votes: 3,
    });
    expect(await judged).toMatchObject({
      reward: 1,
      judge_meta: { votes: { asked: 3, unreadable: 0, disagreement: 0.3333 } },
    });
  });

  it("has more room for a longer list", () => {
    const many = Rubric({ criteria: Array.from({ length: 50 }, (_, at) => `criterion ${at}`) });
    const judge = Judge({ model: ScriptedBackend([]), rubric: many }).bind(undefined as never);
    expect(judge.ask(row)[0]?.maxTokens).toBe(720);
  });
});
