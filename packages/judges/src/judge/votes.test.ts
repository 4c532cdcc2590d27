import { runOne } from "@whileai/core";
import { delegateBackend, type Script, ScriptedBackend } from "@whileai/core/backends";
import { describe, expect, it } from "vitest";
import { Judge } from "./judge.js";
import { majority } from "./votes.js";

const row = { prompt: "Where is A1?", final_text: "It is lost." };
const verdict = (score: number) => `{"reason": "r${score}", "score": ${score}}`;
const vote = (script: Script, votes: number) => {
  const backend = ScriptedBackend(script, { model: "m" });
  return { backend, judged: runOne(row, Judge({ model: backend, votes })) };
};

it.each<[(boolean | undefined)[], boolean | undefined]>([
  [[true], true],
  [[false, false, true], false],
  [[true, false], undefined],
  [[true, undefined], undefined],
  [[true, true, undefined], true],
  [[true, undefined, undefined], undefined],
  [[], undefined],
])("%j is decided as %s", (votes, decided) => {
  expect(majority(votes)).toBe(decided);
});

describe("votes", () => {
  it("are drawn apart, and what most of them say counts", async () => {
    const { backend, judged } = vote([verdict(1), verdict(0), verdict(1)], 3);
    expect(await judged).toMatchObject({
      reward: 1,
      reason: "r1",
      judge_meta: { temperature: 0.7, votes: { asked: 3, unreadable: 0, disagreement: 0.3333 } },
    });
    expect(backend.requests.map(({ seed, temperature }) => [seed, temperature])).toEqual([
      [0, 0.7],
      [1, 0.7],
      [2, 0.7],
    ]);
  });

  it("that are lost never decide", async () => {
    const script: Script = ({ seed, messages }) => (seed === 0 && messages.length === 2 ? verdict(1) : "Hm.");
    expect(await vote(script, 3).judged).toMatchObject({
      reward: null,
      judge_status: "invalid_result",
      reason: "the votes give no majority",
      judge_meta: { votes: { asked: 3, unreadable: 2, disagreement: 0 } },
    });
    expect(await vote(() => "Hm.", 3).judged).toMatchObject({ reward: null, judge_meta: { raw: "Hm." } });
  });

  it("end together: none is asked for once the row has its verdict", async () => {
    let sent = 0;
    const backend = delegateBackend(
      ScriptedBackend(() => "Hm.", { model: "m" }),
      async () => {
        if (++sent === 1) throw new Error("broken");
        await new Promise((resolve) => setTimeout(resolve, 5));
        return {
          text: "Hm.",
          toolCalls: [],
          finishReason: "stop",
          usage: { inputTokens: 1, outputTokens: 1 },
          logprobs: null,
          model: "m",
        };
      },
    );
    expect(await runOne(row, Judge({ model: backend, votes: 3 }))).toMatchObject({
      judge_status: "error",
      judge_meta: { error: "Error: broken" },
    });
    const sentByThen = sent;
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(sent).toBe(sentByThen);
    expect(sent).toBe(5);
  });

  it("leave a single question as it was", async () => {
    const { backend, judged } = vote([verdict(0)], 1);
    expect((await judged).judge_meta.votes).toBeUndefined();
    expect(backend.requests[0]).not.toHaveProperty("seed");
  });
});
