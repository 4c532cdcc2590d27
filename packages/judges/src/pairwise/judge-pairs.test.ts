import type { Row } from "@whileai/core";
import { type Script, ScriptedBackend } from "@whileai/core/backends";
import { configure, resetSettings } from "@whileai/core/settings";
import { afterEach, describe, expect, it } from "vitest";
import { Judge } from "../judge/judge.js";
import { judgePairs } from "./judge-pairs.js";
import { JudgePairs } from "./pair-judge.js";
import type { PreferencePair } from "./preference-pair.js";

const pair = (chosen: string, rejected: string): PreferencePair => ({
  prompt: "Where is A1?",
  chosen: { final_text: chosen, model_version: "gpt-4.1" },
  rejected: { final_text: rejected },
  margin: 1,
});
const good = (a: Readonly<Row>, b: Readonly<Row>) => {
  const [left, right] = [a, b].map(({ final_text }) => String(final_text).includes("good"));
  return left === right ? "tie" : left ? "A" : "B";
};
const answer = (winner: string, reason = "r") => JSON.stringify({ reason, winner });

afterEach(() => resetSettings());

describe("judgePairs", () => {
  it("asks in both orders and takes what both say", async () => {
    const given = [pair("good", "bad"), pair("bad", "good"), pair("same", "same")];
    const before = structuredClone(given);
    const { pairs, report } = await judgePairs(given, { judge: good });
    expect(given).toEqual(before);
    expect(pairs.map(({ pairwise, tie }) => [pairwise.winner, pairwise.position_consistent, tie])).toEqual([
      ["chosen", true, false],
      ["rejected", true, false],
      ["tie", true, true],
    ]);
    expect(pairs[0]).toMatchObject({ margin: 1, pairwise: { swapped: true, judge: "good", reasons: ["", ""] } });
    expect(report).toMatchObject({
      kind: "judge_pairs",
      n: 3,
      nJudged: 3,
      failed: 0,
      positionFlipRate: 0,
      tieRate: 1 / 3,
      agreesWithScores: 1 / 3,
      prefersRejected: 1,
      disagreements: [{ index: 1, prompt: "Where is A1?", winner: "rejected" }],
    });
    expect(report.notes.map((note) => note.code)).toEqual(["prefers_rejected"]);
    expect(`${report}`).toContain("judged 3 of 3 pairs by good");
  });

  it("gives a judge away that goes by position", async () => {
    const { pairs, report } = await judgePairs([pair("x", "y"), pair("y", "x")], { judge: () => "A" });
    expect(pairs.map(({ pairwise, tie }) => [pairwise.winner, pairwise.position_consistent, tie])).toEqual([
      ["tie", false, true],
      ["tie", false, true],
    ]);
    expect(report.positionFlipRate).toBe(1);
    expect(report.notes.map((note) => note.code)).toEqual(["position_bias"]);
  });

  it("names no winner where one answer is missing", async () => {
    let calls = 0;
    const { pairs, report } = await judgePairs([{ ...pair("x", "y"), tie: true }], {
      judge: () => (calls++ === 0 ? "A" : null),
    });
    expect(pairs[0]?.pairwise).toMatchObject({
      winner: null,
      position_consistent: null,
      error: expect.stringContaining("every order"),
    });
    expect(pairs[0]).not.toHaveProperty("tie");
    expect(report).toMatchObject({
      nJudged: 0,
      failed: 1,
      positionFlipRate: null,
      tieRate: null,
      agreesInterval: null,
    });
    expect(report.notes[0]).toMatchObject({ code: "nothing_judged", severity: "error" });
    expect(`${report}`).toContain("n/a");
  });

  it("asks once without swap, each side first about as often, and the same way again", async () => {
    const many = Array.from({ length: 200 }, (_, at) => pair(`x ${at}`, `y ${at}`));
    const ask = async (seed: number) => {
      const { pairs, report } = await judgePairs(many, {
        judge: () => ({ winner: "A", reason: "first" }),
        swap: false,
        seed,
      });
      expect(report.positionFlipRate).toBeNull();
      expect(`${report}`).toContain("not asked");
      return pairs.map(({ pairwise }) => pairwise.winner);
    };
    const winners = await ask(0);
    const first = winners.filter((winner) => winner === "chosen").length;
    expect(first).toBeGreaterThan(70);
    expect(first).toBeLessThan(130);
    expect(await ask(0)).toEqual(winners);
    expect(await ask(1)).not.toEqual(winners);
  });

  it("takes sides that are texts or conversations, and says which pairs have none", async () => {
    const seen: unknown[] = [];
    const { pairs, report } = await judgePairs(
      [
        { prompt: "p", chosen: "good", rejected: "bad" },
        {
          prompt: [{ role: "user", content: "p" }] as never,
          chosen: [{ role: "assistant", content: "good" }],
          rejected: [{ role: "assistant", content: "bad" }],
        },
        { prompt: "p", chosen: "good" },
        { prompt: "p", chosen: { final_text: "good", prompt: "own" }, rejected: null },
        null as never,
        "x" as never,
      ],
      {
        judge: (a, b) => {
          seen.push(a);
          return good(a, b);
        },
      },
    );
    expect(pairs.map(({ pairwise }) => pairwise.winner)).toEqual(["chosen", "tie", null, null]);
    expect(seen).toContainEqual({ prompt: "p", final_text: "good" });
    expect(seen).toContainEqual({
      messages: [
        { role: "user", content: "p" },
        { role: "assistant", content: "good" },
      ],
    });
    expect(pairs[2]?.pairwise.error).toBe("the pair lacks a side that is a row or a text");
    expect(report).toMatchObject({ skipped: 2, failed: 2, nJudged: 2 });
  });

  it("keeps one pair's trouble from the others", async () => {
    const { pairs } = await judgePairs([pair("boom", "x"), pair("hang", "x"), pair("good", "bad")], {
      judge: (a, b) => {
        const texts = `${a.final_text}${b.final_text}`;
        if (texts.includes("boom")) throw new TypeError("no");
        return texts.includes("hang") ? new Promise<"A">(() => {}) : good(a, b);
      },
      limits: { timeoutMs: 20 },
    });
    expect(pairs.map(({ pairwise }) => pairwise.winner)).toEqual([null, null, "chosen"]);
    expect(pairs.map(({ pairwise }) => pairwise.error)).toEqual([
      "TypeError: no",
      expect.stringContaining("timeout"),
      undefined,
    ]);
  });

  it("ends when told to, with what was judged", async () => {
    const controller = new AbortController();
    const { pairs, report } = await judgePairs([pair("good", "bad"), pair("good", "worse")], {
      judge: (a, b) => good(a, b),
      limits: { concurrency: 1 },
      signal: controller.signal,
      onProgress: () => controller.abort(),
    });
    expect(pairs.map(({ pairwise }) => pairwise.winner)).toEqual(["chosen", null]);
    expect(report.notes.map((note) => note.code)).toContain("aborted");
  });

  it("says what was used, which limit ended the work, and what no limit held for", async () => {
    const usage = { inputTokens: 90, outputTokens: 10 };
    const model = ScriptedBackend(() => ({ text: answer("tie"), usage }));
    const { pairs, report } = await judgePairs(
      ["a", "b", "c"].map((text) => pair(text, "x")),
      { judge: JudgePairs({ model }), limits: { maxTokens: 250, concurrency: 1 } },
    );
    expect(pairs.map(({ pairwise }) => pairwise.winner)).toEqual(["tie", null, null]);
    expect(report).toMatchObject({
      stoppedBecause: "max_tokens",
      spend: { calls: 2, inputTokens: 180, perRow: { tokens: 200 } },
    });
    expect(report.notes.find(({ code }) => code === "stopped_at_limit")).toMatchObject({
      message: "limits.maxTokens was reached: no more pairs were begun.",
      fix: "Raise limits.maxTokens and judge the pairs that have no winner.",
    });
    expect(`${report}`).toMatch(/spent: 2 calls, 180 tokens in, 20 out, .*; a pair 200 tokens$/m);
    const own = await judgePairs([pair("good", "bad")], {
      judge: good,
      limits: { maxTokens: 1 },
      onProgress: () => {
        throw new Error("no progress");
      },
    });
    expect(own.report).toMatchObject({ spend: null, stoppedBecause: null, nJudged: 1 });
    expect(own.report.notes.map(({ code }) => code)).toEqual(["judge_not_limited", "progress_failed"]);
  });

  it("shows a side without a prompt under that of the pair, also where it holds null", async () => {
    const seen: unknown[] = [];
    const sides = { chosen: { final_text: "a", prompt: null as never }, rejected: { final_text: "b", prompt: "Own?" } };
    await judgePairs([{ prompt: "Where?", ...sides }], {
      judge: (a, b) => {
        seen.push([a.prompt, b.prompt]);
        return "A";
      },
      swap: true,
    });
    expect(seen).toEqual([
      ["Where?", "Own?"],
      ["Own?", "Where?"],
    ]);
  });

  it.each<[unknown, object, string]>([
    [[], { judges: good }, "Did you mean `judge`"],
    [[], { limits: { concurency: 1 } }, "Did you mean `limits.concurrency`"],
    ["rows.jsonl", {}, "must be a list of pairs"],
    [null, {}, "got null"],
    [[], { judge: Judge({ model: ScriptedBackend([]) }) }, "one row at a time"],
    [[], { judge: 3 }, "cannot compare two"],
    [[], {}, "No model is set for the judge"],
  ])("refuses %j with %j", async (pairs, options, complaint) => {
    await expect(judgePairs(pairs as never, options)).rejects.toThrow(complaint);
  });
});

describe("JudgePairs", () => {
  const run = async (script: Script, options = {}, more = {}) => {
    const backend = ScriptedBackend(script, { model: "m" });
    const judge = JudgePairs({ model: backend, ...options });
    const judged = await judgePairs([pair("It is lost.", "No idea.")], { judge, ...more });
    return { backend, judge, pairwise: judged.pairs[0]?.pairwise, report: judged.report };
  };

  it("shows both runs between markers, once each way", async () => {
    const { backend, pairwise, report } = await run([answer("A", "grounded"), answer("B", "still")], {
      rubric: "Be true.",
    });
    expect(pairwise).toMatchObject({
      winner: "chosen",
      position_consistent: true,
      reasons: ["grounded", "still"],
      judge: "judge:m:pairs",
      judge_version: expect.stringMatching(/^m@[0-9a-f]{12}$/),
    });
    const texts = backend.requests.map((request) => String(request.messages[1]?.content));
    expect(texts[0]).toMatch(/^=== RECORD A \w{12} ===\n\{.*lost.*\}\n=== END RECORD A \w{12} ===\n\n=== RECORD B/);
    expect(texts[1]).toMatch(/^=== RECORD A \w{12} ===\n\{.*No idea.*\}\n/);
    expect(backend.requests[0]).toMatchObject({ temperature: 0, maxTokens: 120, jsonSchema: { name: "comparison" } });
    expect(backend.requests[0]?.messages[0]?.content).toContain("Be true.");
    expect(report.notes.map((note) => note.code)).toContain("family_unknown");
  });

  it("asks again for what cannot be read, and keeps it in the end", async () => {
    const script: Script = ({ messages }) => (messages.length > 2 ? answer("tie") : "A seems better");
    expect((await run(script)).pairwise).toMatchObject({ winner: "tie", position_consistent: true });
    const lost = await run(["A", answer("A"), "hm", "hm"]);
    expect(lost.pairwise?.winner).toBe("tie");
    const unread = await run(["hm", "hm", "hm", "hm"]);
    const unreadable = "the judge gave no readable answer in every order that was asked";
    expect(unread.pairwise).toMatchObject({ winner: null, error: `${unreadable}: there is no whole JSON object` });
    const cut = { text: '{"reason": "A is', finishReason: "length" } as const;
    expect((await run([answer("A"), cut, cut])).pairwise?.error).toContain(
      `${unreadable}: the reply was cut off, raise`,
    );
  });

  it("takes the model of the role, and changes its version with its words", async () => {
    configure({ judge: ScriptedBackend(() => answer("A"), { model: "role" }) });
    const { pairs } = await judgePairs([pair("x", "y")]);
    expect(pairs[0]?.pairwise).toMatchObject({ winner: "tie", position_consistent: false, judge: "judge:role:pairs" });
    const version = async (options: object) => (await run(() => answer("A"), options)).report.judge.version;
    const versions = [
      await version({}),
      await version({ rubric: "a" }),
      await version({ usePrivileged: true }),
      await version({ policy: "Refund within a week." }),
    ];
    expect(new Set(versions).size).toBe(versions.length);
  });

  it.each<[unknown, string]>([
    [{ rubrik: "x" }, "Did you mean `rubric`"],
    [{ rubric: " " }, "not blank"],
    [{ model: 3 }, "a backend or a spec string"],
    [{ model: "openai/gpt" }, "slash"],
  ])("refuses %j", (options, complaint) => {
    expect(() => JudgePairs(options as never)).toThrow(complaint);
  });
});
