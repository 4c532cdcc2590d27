import { GateError, OptionError, type Row } from "@whileai/core";
import { describe, expect, it } from "vitest";
import { trustAfterGrade } from "./trust-after-grade.js";

const rows = (wrong: number, gold_kind = "program"): Row[] =>
  Array.from({ length: 60 }, (_, index) => ({
    scenario_id: `s${index}`,
    final_text: "x",
    reward: index < wrong ? 1 - (index % 2) : index % 2,
    gold_reward: index % 2,
    gold_kind,
    judge_meta: { model: "m" },
  }));

describe("trustAfterGrade", () => {
  it("stamps copies of all rows", () => {
    const given = [...rows(0), { scenario_id: "no label", reward: 1 }];
    const { rows: stamped, stamp, report } = trustAfterGrade(given);
    expect(stamp).toEqual({ agreement: 1, agreement_low: expect.closeTo(0.9398, 4), kappa: 1, n_gold: 60, ok: true });
    expect(stamped[0]?.judge_meta).toEqual({ model: "m", trust: stamp });
    expect(stamped.at(-1)?.judge_meta).toEqual({ trust: stamp });
    expect(given[0]?.judge_meta).toEqual({ model: "m" });
    expect(report?.status).toBe("PASS");
  });

  it("stamps null where nothing was measured", () => {
    const { rows: stamped, stamp } = trustAfterGrade([{ reward: 1 }, null] as Row[]);
    expect(stamp).toBeNull();
    expect(stamped).toEqual([{ reward: 1, judge_meta: { trust: null } }, null]);
  });

  it("requires what it is told to, and leaves alone what is off", () => {
    expect(() => trustAfterGrade(rows(20), { mode: "require" })).toThrow(GateError);
    expect(() => trustAfterGrade(rows(0, "model"), { mode: "require" })).toThrow("NOT MEASURED");
    expect(() => trustAfterGrade([], { mode: "require" })).toThrow("NOT MEASURED");
    expect(trustAfterGrade(rows(0), { mode: "require" }).stamp?.ok).toBe(true);
    expect(trustAfterGrade(rows(0), { mode: "require", minGold: 100 }).stamp?.ok).toBe(true);
    const given = rows(20);
    expect(trustAfterGrade(given, { mode: "off" })).toEqual({ rows: given, stamp: null, report: null });
    expect(() => trustAfterGrade(given, { mode: "maybe" as never })).toThrow(OptionError);
  });

  it("measures on the labels of people and programs, whatever others are among them", () => {
    const mixed = [...rows(0), ...rows(60, "model")];
    expect(trustAfterGrade(mixed)).toMatchObject({ stamp: { n_gold: 60, agreement: 1, ok: true } });
    expect(trustAfterGrade(mixed, { allowModelGold: true }).stamp).toMatchObject({ n_gold: 120, agreement: 0.5 });
    expect(trustAfterGrade(rows(0, "model")).stamp).toBeNull();
  });

  it.each([{ maxFlips: 0.2 }, { probeMinN: 3 }, { judge: () => 1 }])("refuses %j: nobody is asked again", (options) => {
    expect(() => trustAfterGrade([], options as never)).toThrow(OptionError);
  });

  it("leaves out what the rubric was tuned on", () => {
    expect(trustAfterGrade(rows(0), { tunedOn: ["s0", "s1"] }).stamp?.n_gold).toBe(58);
  });
});
