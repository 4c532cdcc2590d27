import { AbortError, type Row, type Verdict } from "@whileai/core";
import { ScriptedBackend } from "@whileai/core/backends";
import { describe, expect, it } from "vitest";
import { Judge } from "../judge/judge.js";
import { verify } from "../verify/verify.js";
import { verifierFromModule } from "../workers/verifier-from-module.js";
import { grade } from "./grade.js";

const noteOf = (
  report: { notes: readonly { code: string; message: string; fix?: string | undefined }[] },
  code: string,
) => report.notes.find((note) => note.code === code);

describe("why rows have no verdict", () => {
  it("quotes the first row of every cause, and says what to do only where the rows do not", async () => {
    const model = ScriptedBackend((request) => {
      if (JSON.stringify(request).includes("down")) throw new TypeError("no line");
      return JSON.stringify(request).includes("odd") ? "Looks fine." : '{"score": 1}';
    });
    const rows = ["fine", "odd", "down", "odd"].map((final_text) => ({ final_text }));
    const { report } = await grade(rows, Judge({ model }));
    const note = noteOf(report, "unjudged");
    expect(note?.message).toBe(
      "3 of 4 rows have no verdict (invalid_result 2, error 1); they are not failures and stay out of every rate. First invalid_result: the judge gave no readable verdict: there is no whole JSON object. First error: TypeError: no line.",
    );
    expect(note?.fix).toContain("explain(row, judge)");
  });

  it("calls rows that nobody came to no failures of the judge", async () => {
    const rows = ["a", "b", "c"].map((final_text) => ({ final_text }));
    const aborted = await grade(rows, () => 1, { signal: AbortSignal.abort() });
    expect(aborted.report).toMatchObject({ unjudged: { error: 3 }, notReached: 3, firstError: null });
    expect(noteOf(aborted.report, "nothing_graded")).toMatchObject({
      message: "3 of 3 rows have no verdict (not reached 3); they are not failures and stay out of every rate.",
      fix: "",
    });
    const model = ScriptedBackend((request) => {
      if (JSON.stringify(request).includes('\\"b\\"')) throw new TypeError("no line");
      return { text: '{"score": 1}', usage: { inputTokens: 90, outputTokens: 10 } };
    });
    const limited = await grade(
      [{ final_text: "b" }, ...rows.filter(({ final_text }) => final_text !== "b")],
      Judge({ model }),
      { limits: { maxTokens: 120, concurrency: 1 } },
    );
    expect(noteOf(limited.report, "unjudged")?.message).toContain("(error 1, not reached 1)");
    expect(limited.report).toMatchObject({ notReached: 1, firstError: "TypeError: no line" });
  });

  it("takes an abort of the judge's own for what it is: its error", async () => {
    const { report } = await grade([{ final_text: "a" }], () => {
      throw new AbortError({ message: "My own clock." });
    });
    expect(report).toMatchObject({ notReached: 0, unjudged: { error: 1 }, firstError: "AbortError: My own clock." });
  });

  it("tells nobody to return a reward who wrote no judge", async () => {
    const { report } = await grade([{ final_text: "1", answer: "1" }, { final_text: "1" }], verify.ExactMatch());
    expect(noteOf(report, "unjudged")?.message).toMatch(/First missing_reward: no reference on the row .*\.$/);
    expect(noteOf(report, "unjudged")?.fix).toBe("");
  });

  it.each<[string, unknown, string]>([
    ["a number that is none", Number.NaN, 'First invalid_result: the reward "NaN" is not from 0 to 1.'],
    [
      "a reward beyond the scale, whatever reason stands beside",
      { reward: 5, reason: "great" },
      "the reward 5 is not from 0 to 1.",
    ],
    ["a text", "pass", 'First invalid_result: no number, but string ("pass").'],
    ["a text as the reward", { reward: "1" }, 'no number, but string ("1").'],
    ["nothing", {}, "(missing_reward 1)"],
  ])("says what came instead of a reward: %s", async (_what, verdict, said) => {
    const { report } = await grade([{ final_text: "a" }], () => verdict as Verdict);
    expect(noteOf(report, "nothing_graded")?.message).toContain(said);
  });
});

describe("rows without a reply", () => {
  const foreign: Row[] = [
    { prompt: "1+1", answer: "2", response: "2" },
    { prompt: "1+2", answer: "3", final_text: "3" },
  ];

  it("are pointed out, with the field that looks like one", async () => {
    const { rows, report } = await grade(foreign, verify.MathEqual());
    expect(rows.map((row) => row.reward)).toEqual([0, 1]);
    expect(noteOf(report, "no_reply")).toMatchObject({
      message:
        "1 of 2 rows have no `final_text`, `messages` or `steps`: what was judged there is an empty reply. The first has prompt, answer, response.",
      fix: "If `response` is the reply: rows.map((row) => ({ ...row, final_text: row.response })).",
    });
    const model = ScriptedBackend(['{"score": 0}', '{"score": 0}']);
    expect(noteOf((await grade([{ q: "?" }], Judge({ model }))).report, "no_reply")?.fix).toContain("final_text");
    expect(noteOf((await grade([{}], Judge({ model }))).report, "no_reply")?.message).toContain("has no field.");
  });

  it("are none where the agent said nothing, where the conversation is there, and for judges of one's own", async () => {
    const said = [{ final_text: "" }, { messages: [{ role: "assistant", content: "2" }] }, { steps: [{ text: "2" }] }];
    const told = said.map((row) => ({ ...row, answer: "2" })) as Row[];
    expect(noteOf((await grade(told, verify.ExactMatch())).report, "no_reply")).toBeUndefined();
    expect(noteOf((await grade(foreign, () => 1)).report, "no_reply")).toBeUndefined();
    const module = verifierFromModule("data:text/javascript,export default (row) => row.answer === '2'", {
      name: "own",
    });
    expect(noteOf((await grade(foreign, module)).report, "no_reply")).toBeUndefined();
    module.close();
  });
});
