import { OptionError, type Row } from "@whileai/core";
import { describe, expect, it } from "vitest";
import { annotatorAgreement } from "./annotator-agreement.js";
import { attachLabels } from "./attach-labels.js";
import { krippendorffAlpha } from "./krippendorff-alpha.js";

const now = () => new Date("2026-01-02T03:04:05Z");
const rows = (): Row[] => [
  { scenario_id: "s1", rollout_index: 0, prompt: "p", final_text: "a" },
  { scenario_id: "s1", rollout_index: 1, prompt: "p", final_text: "b" },
  { rollout_id: "r9", prompt: "q", final_text: "c" },
  { task_id: 0, prompt: "z", final_text: "d" },
];

describe("attachLabels", () => {
  it("writes labels on copies, with who, what and when", () => {
    const given = rows();
    const { rows: labelled, report } = attachLabels(given, { "s1#0": 1, "0": 0 }, { annotator: "ann", now });
    expect(given).toEqual(rows());
    expect(labelled[0]).toEqual({
      ...given[0],
      gold_labels: [{ label: 1, annotator: "ann", kind: "human", ts: "2026-01-02T03:04:05.000Z" }],
      gold_reward: 1,
      gold_kind: "human",
    });
    expect(labelled[3]?.gold_reward).toBe(0);
    expect(`${report}`).toBe("labels: 2 of 2 attached to 2 rows (by ann)");
    const [first] = attachLabels(given, { "s1#0": 1 }).rows;
    expect(first?.gold_labels).toEqual([{ label: 1, annotator: "unknown", kind: "human" }]);
  });

  it("takes very many labels of one row in time", () => {
    const labels = Array.from({ length: 60_000 }, (_, index) => ({ rollout_id: "r9", label: index % 2 }));
    const { report, rows: labelled } = attachLabels(rows(), [...labels, { rollout_id: "r9", label: 1 }]);
    expect(report).toMatchObject({ matched: 60_001, rowsLabeled: 1, ties: 0 });
    expect(labelled[2]?.gold_reward).toBe(1);
  });

  it("takes maps, records with details, and labels by what was said", () => {
    const labels = [
      { rollout_id: "r9", label: 1, annotator: "b", note: "clear", ts: "2025-01-01T00:00:00Z", kind: "verifier" },
      { scenario_id: "s1", rollout_index: 1, gold_reward: 0 },
      { prompt: "z", final_text: "d", reward: 1 },
    ];
    const { rows: labelled } = attachLabels(rows(), labels, { now });
    expect(labelled.map((row) => row.gold_reward)).toEqual([undefined, 0, 1, 1]);
    expect(labelled[2]?.gold_labels).toEqual([
      { label: 1, annotator: "b", kind: "program", ts: "2025-01-01T00:00:00Z", note: "clear" },
    ]);
    expect(attachLabels(rows(), new Map([["r9", { label: 0 }]])).rows[2]?.gold_reward).toBe(0);
    expect(attachLabels(rows(), { __proto__x: 1, r9: 1 }).report.unmatched).toBe(1);
  });

  it("adds to what was there, or replaces it", () => {
    const once = attachLabels(rows(), { r9: 1 }, { annotator: "a" }).rows;
    const twice = attachLabels(once, { r9: 0 }, { annotator: "b" });
    expect(twice.report.ties).toBe(1);
    expect(Object.hasOwn(twice.rows[2] as object, "gold_reward")).toBe(false);
    expect(Object.hasOwn(twice.rows[2] as object, "gold_kind")).toBe(false);
    const thrice = attachLabels(twice.rows, { r9: 0 }, { annotator: "c" });
    expect(thrice.rows[2]).toMatchObject({ gold_reward: 0, gold_labels: [{}, {}, {}] });
    expect(attachLabels(twice.rows, { r9: 0 }, { replace: true }).rows[2]).toMatchObject({
      gold_reward: 0,
      gold_labels: [{}],
    });
  });

  it.each([
    ["a key of two rows", { s1: 1 }],
    ["labels without rows", { nobody: 1 }],
    ["no labels", {}],
    ["a list of numbers", [1, 0]],
    ["booleans alone", { r9: true }],
    ["nothing", null],
    ["a text", "r9"],
    ["an unknown kind", [{ key: "r9", label: 1, kind: "person" }]],
    ["records without a key alone", [{ label: 1 }]],
  ])("refuses %s", (_name, labels) => {
    expect(() => attachLabels(rows(), labels as never)).toThrow(OptionError);
  });

  it("refuses two rows that say the same, and keeps entries that are no rows", () => {
    const same: Row[] = [
      { prompt: "p", final_text: "a" },
      { prompt: "p", final_text: "a" },
    ];
    expect(() => attachLabels(same, [{ prompt: "p", final_text: "a", label: 1 }])).toThrow("fits 2 rows");
    const { rows: kept, report } = attachLabels([null, ...rows()] as Row[], { r9: 1, other: 0, s1: "x" });
    expect(kept[0]).toBeNull();
    expect(report.notes.map(({ code }) => code)).toEqual(["unmatched", "invalid"]);
    expect(`${report}`).toContain("1 of 3 labels names no row");
  });
});

describe("annotatorAgreement", () => {
  it("compares annotators with each other", () => {
    const label = (annotator: string, value: number) => ({ label: value, annotator });
    const votes = [
      [1, 1, 1],
      [0, 0, 0],
      [1, 1, 0],
      [1, 0, 0],
    ];
    const labelled = [
      ...votes.map(([a, b, c]) => ({
        gold_labels: [label("a", 9), label("a", a as number), label("b", b as number), label("c", c as number)],
      })),
      { gold_labels: [label("a", 1), label("a", 0)] },
      { gold_labels: "none" },
      null,
    ];
    const report = annotatorAgreement(labelled as never);
    expect(report).toMatchObject({
      n: 5,
      nShared: 4,
      unanimous: 0.5,
      pair: { annotators: ["a", "b"], n: 4, agreement: 0.75, kappa: 0.5 },
    });
    expect(report.annotators).toMatchObject([
      { annotator: "a", n: 5, passRate: 0.6, agreesWithOthers: 2 / 3 },
      { annotator: "b", n: 4, agreesWithOthers: 1 },
      { annotator: "c", n: 4, agreesWithOthers: 2 / 3 },
    ]);
    expect(report.alpha).toBeCloseTo(1 - (11 * 4) / (2 * 36), 12);
    expect(report.notes.map(({ code }) => code)).toEqual(["low_alpha"]);
    expect(`${report}`).toContain("  a and b: agreement 75%, kappa 0.50 (n=4)\n  Krippendorff's alpha 0.39");
  });

  it("compares very many annotators in time", () => {
    const labelled = Array.from({ length: 60_000 }, (_, index) => ({
      gold_labels: [{ label: 1, annotator: `a${String(index).padStart(5, "0")}` }],
    }));
    const { annotators } = annotatorAgreement(labelled as never);
    expect(annotators).toHaveLength(60_000);
    expect(annotators[7]).toEqual({ annotator: "a00007", n: 1, passRate: 1, agreesWithOthers: null });
  });

  it("says when nothing is shared", () => {
    const report = annotatorAgreement([{ gold_labels: [{ label: 1, annotator: 3 }] }] as never);
    expect(report).toMatchObject({ nShared: 0, pair: null, alpha: null, alphaReason: "no_pairs", unanimous: null });
    expect(`${report}`).toContain("No row has labels of two annotators");
  });
});

describe("labels that label nothing", () => {
  it("are named: the first key without a row, the first value that is no label", () => {
    expect(() => attachLabels(rows(), { zzz: 1, r9: "yes" })).toThrow(
      'none of 2 labels could be attached (1 name no row, such as "zzz"; 1 are not 0 or 1, such as "yes").',
    );
    expect(() => attachLabels(rows(), [{ rollout_id: "r9" }, { label: 1 }])).toThrow(
      "(1 name no row, such as a label without a key; 1 are not 0 or 1, such as one without `label`)",
    );
    const { report } = attachLabels(rows(), { r9: 1, r8: 0, "s1#0": true });
    expect(`${report}`).toContain('1 of 3 labels names no row, such as "r8".');
    expect(`${report}`).toContain("1 of 3 labels is not 0 or 1, such as true.");
  });

  it("are the rewards of graded rows: a judge would agree with itself", () => {
    const graded = [{ rollout_id: "r9", reward: 1, judge_status: "ok", judge_name: "j" }];
    expect(() => attachLabels(rows(), graded)).toThrow("1 are not 0 or 1, such as one without `label`");
    expect(attachLabels(rows(), [{ ...graded[0], label: 0 }]).rows[2]?.gold_reward).toBe(0);
    expect(attachLabels(rows(), [{ rollout_id: "r9", reward: 1 }]).rows[2]?.gold_reward).toBe(1);
  });
});

describe("krippendorffAlpha", () => {
  it("is 1 for unanimous rows, null for one class, and as in Krippendorff 2011 for two coders", () => {
    expect(krippendorffAlpha([[1, 1], [0, 0, 0], [1]]).alpha).toBe(1);
    expect(
      krippendorffAlpha([
        [1, 1],
        [1, 1],
      ]),
    ).toEqual({ alpha: null, reason: "one_class", n: 4 });
    // Example of "Computing Krippendorff's Alpha-Reliability" (2011), section A: ten items, two coders, alpha 0.095.
    const first = [0, 1, 0, 0, 0, 0, 0, 0, 1, 0] as const;
    const second = [1, 1, 1, 0, 0, 1, 0, 0, 0, 0] as const;
    expect(krippendorffAlpha(first.map((label, index) => [label, second[index] as 0 | 1])).alpha).toBeCloseTo(0.095, 3);
  });
});
