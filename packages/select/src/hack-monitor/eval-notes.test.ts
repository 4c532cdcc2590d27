import { describe, expect, test } from "vitest";
import { type EvalSample, HackMonitor } from "./hack-monitor.js";

const row = (proxy: unknown, gold?: number) => ({ prompt: "held", final_text: "Yes.", proxy, gold });

/** What is said at each eval, and what the summary says of it. */
function said(evals: readonly { step: number; rows: readonly EvalSample[] }[]) {
  const monitor = new HackMonitor();
  const notes = evals.map((batch) => monitor.evaluate(batch).notes.map(({ code }) => code));
  return { notes, summary: monitor.summary().notes, text: `${monitor}` };
}

describe("what is odd about evals is said once", () => {
  test.each<[name: string, evals: { step: number; rows: EvalSample[] }[], code: string, says: RegExp]>([
    [
      "without rows",
      [1, 2, 3].map((step) => ({ step, rows: [] })),
      "empty_evals",
      /3 evals without a scored reply \(first at step 1\): nothing is compared with them/,
    ],
    ["one without rows", [{ step: 4, rows: [] }], "empty_evals", /^An eval without a scored reply \(at step 4\)/],
    [
      "steps that go back",
      [60, 1, 0].map((step) => ({ step, rows: [row(1, 1)] })),
      "steps_back",
      /The eval of step 1 came after that of step 60/,
    ],
    [
      "a reward of another scale",
      [7, 8, -1].map((proxy, step) => ({ step, rows: [row(proxy, 0.5), row(0.25, 0)] })),
      "other_scale",
      /training reward goes from -1 to 8 and the unseen score from 0 to 0\.5/,
    ],
    [
      "an unseen score of another scale",
      [{ step: 0, rows: [row(0.5, 100)] }],
      "other_scale",
      /from 0\.5 to 0\.5 and the unseen score from 100 to 100/,
    ],
    [
      "entries without a reward",
      [1, 2].map((step) => ({ step, rows: [row(null, 1), row(1, 1)] })),
      "skipped_eval_rows",
      /^2 eval entries without a training reward were not used/,
    ],
  ])("%s", (_, evals, code, says) => {
    const { notes, summary, text } = said(evals);
    expect(notes.flat().filter((each) => each === code)).toEqual([code]);
    const message = summary.find((note) => note.code === code)?.message;
    expect(message).toMatch(says);
    expect(text).toContain(message);
  });

  test("equal steps, one scale whatever it is, and no unseen score are nothing odd", () => {
    const { notes } = said([
      { step: 5, rows: [row(1, 0)] },
      { step: 5, rows: [row(0.5, 1)] },
    ]);
    expect(notes).toEqual([[], []]);
    expect(said([{ step: 1, rows: [row(9, 7)] }]).notes).toEqual([[]]);
    expect(said([{ step: 1, rows: [row(-1e-9, 0.5), row(1 + 1e-9, 0.2)] }]).notes).toEqual([[]]);
    expect(said([{ step: 1, rows: [row(-0.001, 0.5)] }]).notes).toEqual([["other_scale"]]);
    expect(said([{ step: 1, rows: [row(9)] }]).notes).toEqual([[]]);
  });

  test("evals without replies are none to compare", () => {
    const { summary } = said([
      { step: 0, rows: [row(1, 1)] },
      { step: 1, rows: [] },
    ]);
    expect(summary.find(({ code }) => code === "few_evals")?.message).toMatch(/^1 eval with scored replies: /);
  });
});
