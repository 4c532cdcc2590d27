import type { Row } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verdictDiff } from "./verdict-diff.js";

const judged = (rewards: readonly (number | boolean | null)[], more: (index: number) => Row = () => ({})): Row[] =>
  rewards.map((reward, index) => ({
    rollout_id: `r${index}`,
    scenario_id: `t${index}`,
    final_text: "x",
    reward,
    judge_status: reward === null ? "error" : "ok",
    ...more(index),
  }));

describe("verdictDiff", () => {
  it("counts flips each way, with agreement and examples", () => {
    const a = judged([1, 1, 1, 0, 0, 0.5, 1, null, 1], () => ({ judge_name: "old", reason: "a" }));
    const b = judged([1, 0, 0, 1, 0, 1, 1, 1, null], () => ({ judge_name: "new", reason: "b" }));
    const report = verdictDiff(a, b, { examples: 2 });
    expect(report).toMatchObject({
      kind: "verdict_diff",
      judges: { a: "old", b: "new" },
      matched: 9,
      compared: 7,
      unjudged: { a: 1, b: 1, both: 0 },
      same: 3,
      different: 4,
      flips: { passToFail: 2, failToPass: 1 },
      flipP: 1,
      partial: 1,
      binary: { n: 6 },
    });
    expect(report.meanDifference).toBeCloseTo((-2 + 1 + 0.5) / 7);
    expect(report.examples).toEqual([
      { task: "t1", rollout: "r1", a: { reward: 1, reason: "a" }, b: { reward: 0, reason: "b" }, finalText: "x" },
      { task: "t2", rollout: "r2", a: { reward: 1, reason: "a" }, b: { reward: 0, reason: "b" }, finalText: "x" },
    ]);
    expect(`${report}`).toContain("old and new on 7 rows");
    expect(`${report}`).toContain("2 pass to fail, 1 fail to pass, 1 with fractions (p=1.000)");
    expect(`${report}`).toContain("t1: 1 (a) / 0 (b)");
  });

  it("matches by content where there is no id, in any order", () => {
    const bare = (reward: number, index: number): Row => ({
      scenario_id: "s",
      rollout_index: index,
      final_text: "t",
      reward,
    });
    const report = verdictDiff([bare(1, 0), bare(0, 1)], [bare(0, 1), { ...bare(0, 0), rollout_id: "only-here" }]);
    expect(report).toMatchObject({ matched: 2, flips: { passToFail: 1, failToPass: 0 }, onlyA: 0, onlyB: 0 });
  });

  it("takes rows that say they are others for others, however alike they are", () => {
    const row = (rollout_id: string, reward: number): Row => ({
      rollout_id,
      scenario_id: "s",
      final_text: "t",
      reward,
    });
    expect(verdictDiff([row("r1", 1)], [row("r2", 0)])).toMatchObject({ matched: 0, onlyA: 1, onlyB: 1 });
  });

  it("reads rows that hold what JSON cannot", () => {
    const row = (rollout_index: unknown, reward: number) => ({ rollout_index, reward }) as Row;
    const report = verdictDiff([row(1n, 1), row(2n, 1)], [row(2n, 0), row(1n, 1)]);
    expect(report).toMatchObject({ matched: 2, flips: { passToFail: 1 } });
  });

  it("matches no row whose name is not unique, and counts it", () => {
    const row = (reward: number): Row => ({ scenario_id: "s", final_text: "t", reward });
    expect(verdictDiff([row(1), row(0)], [row(1)])).toMatchObject({ matched: 0, ambiguous: { a: 2, b: 1 }, onlyB: 0 });
    expect(verdictDiff([row(1)], [row(1), row(0)])).toMatchObject({ matched: 0, ambiguous: { a: 1, b: 2 }, onlyA: 0 });
    expect(verdictDiff([row(1), row(1)], [row(1), row(0)])).toMatchObject({ ambiguous: { a: 2, b: 2 } });
    const codes = verdictDiff([row(1), row(0)], [row(1)]).notes.map(({ code }) => code);
    expect(codes).toEqual(["nothing_compared", "ambiguous_rows"]);
  });

  it("says what is on one side alone, what is no row and what kappa cannot say", () => {
    const report = verdictDiff([...judged([1, 1, true]), null as never], judged([1, 0, 1, 1]));
    expect(report).toMatchObject({ onlyA: 0, onlyB: 1, binary: { n: 3, kappa: null } });
    expect(report.binary.ac1).not.toBeNull();
    expect(report.notes.map(({ code }) => code)).toEqual(["rows_on_one_side", "one_class", "not_rows"]);
    expect(`${verdictDiff([], [])}`).toContain("A and B on 0 rows");
    expect(() => verdictDiff("rows" as never, [])).toThrow("verdictDiff");
    expect(() => verdictDiff([], [], { example: 1 } as never)).toThrow("examples");
  });

  it("is the other way round with the sides exchanged, and loses no row", () => {
    const reward = fc.constantFrom<number | null>(0, 1, 0.5, null);
    fc.assert(
      fc.property(fc.array(fc.record({ id: fc.integer({ min: 0, max: 12 }), a: reward, b: reward })), (drawn) => {
        const side = (name: "a" | "b") => drawn.map((row) => ({ rollout_id: `r${row.id}`, reward: row[name] }));
        const there = verdictDiff(side("a"), side("b"));
        const back = verdictDiff(side("b"), side("a"));
        expect(back.flips).toEqual({ passToFail: there.flips.failToPass, failToPass: there.flips.passToFail });
        expect([back.same, back.different, back.flipP, back.binary.ac1]).toEqual([
          there.same,
          there.different,
          there.flipP,
          there.binary.ac1,
        ]);
        expect(back.binary.kappa === null).toBe(there.binary.kappa === null);
        expect(there.matched + there.onlyA + there.ambiguous.a).toBe(drawn.length);
        expect(there.matched + there.onlyB + there.ambiguous.b).toBe(drawn.length);
      }),
    );
  });

  it("tells sides of one name apart by their versions", () => {
    const by = (version?: string) =>
      judged([1, 0], () => ({ judge_name: "j", ...(version && { lineage: { judge_version: version } }) }));
    expect(verdictDiff(by("1"), by("2"))).toMatchObject({ judges: { a: "j", b: "j" }, versions: { a: "1", b: "2" } });
    expect(`${verdictDiff(by("1"), by("2"))}`).toContain("j (1) and j (2) on 2 rows");
    expect(`${verdictDiff(by("1"), by())}`).toContain("j (1) and j (no version) on 2 rows");
    expect(`${verdictDiff(by("1"), by("1"))}`).toContain("j (1) twice on 2 rows");
  });
});
