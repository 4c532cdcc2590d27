import { derive, type Row } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { correctedPassRate } from "./corrected-pass-rate.js";

/** Rollouts of tasks judged by one who passes good ones at `sensitivity` and fails bad ones at `specificity`. */
function judgedRows(
  seed: number,
  o: { tasks: number; k: number; rate: number; sensitivity: number; specificity: number; labelled: number },
) {
  const stream = derive(seed, "judged rows");
  const draw = (): number => stream.uniform();
  const rows: Row[] = [];
  for (let task = 0; task < o.tasks; task++)
    for (let index = 0; index < o.k; index++) {
      const truth = draw() < o.rate ? 1 : 0;
      const right = draw() < (truth === 1 ? o.sensitivity : o.specificity);
      const gold = draw() < o.labelled ? { gold_reward: truth, gold_kind: "human" } : {};
      rows.push({ scenario_id: `t${task}`, rollout_index: index, reward: right ? truth : 1 - truth, ...gold } as Row);
    }
  return rows;
}

const LENIENT = { tasks: 100, k: 4, rate: 0.5, sensitivity: 0.95, specificity: 0.6, labelled: 0.2 };

test("a lenient judge's rate is brought back to what the labels say", () => {
  const report = correctedPassRate(judgedRows(1, LENIENT));
  expect(report.judged).toBeGreaterThan(0.62);
  expect(report.interval?.low).toBeLessThan(0.5);
  expect(report.interval?.high).toBeGreaterThan(0.5);
  expect(report.method).toBe("prediction_powered");
  expect(report.roganGladen?.estimate).toBeCloseTo(0.5, 1);
  expect(String(report)).toMatch(/^pass rate \d+% \[\d+%\.\.\d+%\] by the labels, \d+% by the judge/);
});

test("the interval holds the true rate about as often as it says, while the judge's rate does not", () => {
  let [held, judgedClose] = [0, 0];
  const trials = 200;
  for (let seed = 0; seed < trials; seed++) {
    const { interval, judged } = correctedPassRate(judgedRows(seed, LENIENT));
    if (interval && interval.low <= 0.5 && interval.high >= 0.5) held++;
    if (Math.abs((judged as number) - 0.5) < 0.05) judgedClose++;
  }
  expect(held / trials).toBeGreaterThan(0.91);
  expect(judgedClose).toBeLessThan(5);
});

describe("what cannot be corrected says why", () => {
  const row = (reward: unknown, more: object = {}, task = "a"): Row =>
    ({ scenario_id: task, reward, ...more }) as unknown as Row;
  test.each([
    ["nothing graded", [row(null)], "not_graded"],
    ["no labels", [row(1), row(0)], "too_few_labels"],
    [
      "labels of two tasks",
      [row(1, { gold_reward: 1 }), row(0, { gold_reward: 0 }, "b"), row(1, {}, "c")],
      "too_few_labels",
    ],
    ["a model's labels", [row(1, { gold_reward: 1, gold_kind: "model" })], "labels_left_out"],
    ["a label of 0.5", [row(1, { gold_reward: 0.5 })], "labels_left_out"],
    ["a fraction as verdict", [row(0.5, { gold_reward: 1 })], "not_judged"],
  ])("%s", (_, rows, code) => {
    const report = correctedPassRate(rows);
    expect(report.passRate).toBeNull();
    expect(report.interval).toBeNull();
    expect(report.notes.map((note) => note.code)).toContain(code);
  });

  test("a judge no better than chance leaves the labels alone to speak", () => {
    const report = correctedPassRate(judgedRows(3, { ...LENIENT, sensitivity: 0.4, specificity: 0.4 }));
    expect(report.notes.map((note) => note.code)).toContain("judge_no_better_than_chance");
    expect(report.lambda).toBe(0);
  });

  test("labels on the good rollouts above all contradict the judge", () => {
    const rows = judgedRows(5, { ...LENIENT, labelled: 1.1 }).map((row, index) => {
      const { gold_reward, ...unlabelled } = row;
      return (gold_reward === 1 && index % 2 === 0) || index % 20 === 0 ? row : (unlabelled as Row);
    });
    expect(correctedPassRate(rows).notes.map((note) => note.code)).toContain("corrections_disagree");
  });
});

test("all rollouts labelled: the labels alone count", () => {
  const rows = judgedRows(7, { ...LENIENT, labelled: 1.1 });
  const report = correctedPassRate(rows);
  const truth = rows.filter((row) => row.gold_reward === 1).length / rows.length;
  expect(report.method).toBe("labels_alone");
  expect(report.passRate).toBeCloseTo(truth, 12);
});

test("model labels count when asked for", () => {
  const rows = judgedRows(9, LENIENT).map((row) => ({ ...row, ...("gold_reward" in row && { gold_kind: "model" }) }));
  expect(correctedPassRate(rows).passRate).toBeNull();
  expect(correctedPassRate(rows, { kinds: ["model"] }).passRate).not.toBeNull();
});

test("the order of rows changes no digit, and rows are not touched", () => {
  const rows = judgedRows(11, { ...LENIENT, tasks: 12 }).map((row) => Object.freeze(row));
  const shown = JSON.stringify(correctedPassRate(rows));
  fc.assert(
    fc.property(fc.shuffledSubarray(rows, { minLength: rows.length, maxLength: rows.length }), (shuffled) => {
      expect(JSON.stringify(correctedPassRate(shuffled))).toBe(shown);
    }),
    { numRuns: 30 },
  );
});

test("hostile rows are counted, not read", () => {
  const rows = [null, 3, { reward: Number.NaN }, { __proto__: { reward: 1 } }, { reward: 1, gold_reward: "1e999" }];
  const report = correctedPassRate(rows as unknown as Row[]);
  expect(report.nLabelled).toBe(0);
  expect(() => JSON.stringify(report)).not.toThrow();
});

test("options that are none are refused", () => {
  expect(() => correctedPassRate([], { kind: ["human"] } as object)).toThrow(/kinds/);
  expect(() => correctedPassRate([], { kinds: ["robot" as "human"] })).toThrow(/human/);
});
