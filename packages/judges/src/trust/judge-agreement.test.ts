import { OptionError, type Row } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeAgreement } from "./judge-agreement.js";

const row = (reward: unknown, gold_reward: unknown, more: Row = {}): Row => ({
  reward: reward as number,
  gold_reward,
  gold_kind: "human",
  ...more,
});
const codes = (report: { notes: readonly { code: string }[] }): string[] => report.notes.map(({ code }) => code);

describe("judgeAgreement", () => {
  it("counts 0 and 1 as numbers, and skips the rest", () => {
    const odd = [true, "1", 0.5, Number.NaN, null, undefined, [1], {}];
    const rows = [
      row(1, 1),
      row(0, 0),
      row(1, 0),
      ...odd.map((value) => row(value, 1)),
      ...odd.map((value) => row(1, value)),
    ];
    expect(judgeAgreement(rows)).toMatchObject({
      n: 3,
      nSkipped: 16,
      confusion: { tp: 1, fp: 1, fn: 0, tn: 1 },
      ok: true,
    });
  });

  it("leaves out what is no row, and says so", () => {
    const report = judgeAgreement([null, 1, "x", [], row(1, 1), row(0, 0)] as never);
    expect(report).toMatchObject({ n: 2, nSkipped: 0 });
    expect(codes(report)).toEqual(["not_rows"]);
  });

  it.each([
    [["human", "program"], "mixed", true],
    [["human", "verifier"], "mixed", true],
    [["human", "model"], "model", false],
    [["model", "unknown"], "mixed", false],
    [["human", ""], "unknown", false],
  ])("labels of %j are of kind %s", (kinds, kind, ok) => {
    const rows = kinds.flatMap((gold_kind) => [row(1, 1, { gold_kind }), row(0, 0, { gold_kind })]);
    expect(judgeAgreement(rows)).toMatchObject({ goldKind: kind, ok });
  });

  it("looks into the labels of a row of mixed kind", () => {
    const gold_labels = [{ kind: "human" }, { kind: "program" }];
    const mixed = [row(1, 1, { gold_kind: "mixed", gold_labels }), row(0, 0, { gold_kind: "mixed", gold_labels })];
    expect(judgeAgreement(mixed).ok).toBe(true);
    expect(judgeAgreement([row(1, 1, { gold_kind: "mixed" }), row(0, 0, { gold_kind: "mixed" })]).ok).toBe(false);
  });

  it("reads labels from a field, and from other rows", () => {
    const rows = [0, 1, 1].map(
      (reward, rollout_index): Row => ({ scenario_id: "s", rollout_index, reward, mine: reward }),
    );
    expect(judgeAgreement(rows, { gold: "mine" })).toMatchObject({ n: 3, goldKind: "unknown", ok: false });
    expect(judgeAgreement(rows, { gold: "mine", goldKind: "human" })).toMatchObject({ goldKind: "human", ok: true });
    const others = [
      { scenario_id: "s", rollout_index: 0, reward: 1 },
      { scenario_id: "s", rollout_index: 1, gold_reward: 1, gold_kind: "human", reward: 0 },
    ];
    expect(judgeAgreement(rows, { gold: others })).toMatchObject({
      n: 2,
      goldKind: "model",
      confusion: { fn: 1, tp: 1 },
    });
    const twice = [...others, { scenario_id: "s", rollout_index: 0, reward: 0 }];
    expect(() => judgeAgreement(rows, { gold: twice })).toThrow(OptionError);
  });

  it("takes gold_kind for what it speaks of: gold_reward, not a field of another name", () => {
    const rows = [0, 1].map((reward) => row(reward, reward, { opinion: reward }));
    expect(judgeAgreement(rows)).toMatchObject({ goldKind: "human", ok: true });
    expect(judgeAgreement(rows, { gold: "opinion" })).toMatchObject({ goldKind: "unknown", ok: false });
    expect(judgeAgreement(rows, { gold: "opinion", goldKind: "model" })).toMatchObject({
      goldKind: "model",
      ok: false,
    });
    expect(judgeAgreement(rows, { gold: "opinion", goldKind: "program" }).ok).toBe(true);
    expect(judgeAgreement(rows, { goldKind: "model" }).goldKind).toBe("human");
  });

  it("leaves out what the rubric was tuned on, by task or rollout", () => {
    const rows = [0, 1, 2, 3].map((index) =>
      row(index % 2, index % 2, { scenario_id: `s${index >> 1}`, rollout_index: index }),
    );
    const report = judgeAgreement(rows, { tunedOn: new Set(["s0", "s1#2"]) });
    expect(report.n).toBe(1);
    expect(report.notes.find(({ code }) => code === "tuned_on")?.message).toBe(
      "3 rows the rubric was tuned on are left out.",
    );
  });

  it("is the same in any order, and for booleans never", () => {
    const verdict = fc.constantFrom(0, 1);
    fc.assert(
      fc.property(fc.array(fc.tuple(verdict, verdict), { minLength: 1, maxLength: 40 }), (pairs) => {
        const rows = pairs.map(([reward, gold]) => row(reward, gold));
        const report = judgeAgreement(rows);
        expect(judgeAgreement(rows.toReversed())).toEqual(report);
        expect(report.agreement).toBe(pairs.filter(([reward, gold]) => reward === gold).length / pairs.length);
        expect(report.kappa === null).toBe(new Set(pairs.map(([, gold]) => gold)).size === 1);
        expect(report.ac1).not.toBeNull();
      }),
    );
  });

  it("prints itself", () => {
    const report = judgeAgreement([row(1, 1), row(1, 1), row(0, 0), row(1, 0)]);
    expect(`${report}`).toBe(
      "agreement 75% (95% 30%..95%, n=4), kappa 0.50, AC1 0.53\n  confusion tp=2 fp=1 fn=0 tn=1",
    );
    expect(`${judgeAgreement([])}`).toContain("No row has a label");
  });

  it.each([[{ golden: "x" }], [{ gold: 1 }], [{ goldKind: "person" }], [{ tunedOn: "s0" }]])(
    "refuses %j",
    (options) => {
      expect(() => judgeAgreement([], options as never)).toThrow(OptionError);
    },
  );
});
