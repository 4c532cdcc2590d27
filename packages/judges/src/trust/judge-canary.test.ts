import { OptionError, type Row } from "@whileai/core";
import { describe, expect, it } from "vitest";
import { judgeCanary } from "./judge-canary.js";

const labelled = (n = 60): Row[] =>
  Array.from({ length: n }, (_, index) => ({
    scenario_id: `s${index}`,
    rollout_index: 0,
    final_text: `${index}`,
    gold_reward: index % 2,
    gold_kind: "human",
  }));
const at = (row: Readonly<Row>): number => Number(row.final_text);
const judging = (judge: (row: Readonly<Row>) => unknown, version = "v1") => ({
  name: "j",
  version,
  model: "m",
  judge: judge as never,
});
const right = judging((row) => at(row) % 2);
const kept = (value: unknown) => JSON.parse(JSON.stringify(value));

describe("judgeCanary", () => {
  it("makes a baseline that survives JSON, and is steady while nothing moves", async () => {
    const first = await judgeCanary({ labelled: labelled(), judge: right });
    expect(first).toMatchObject({ outcome: "baseline_made", reasons: [], agreement: 1, n: 60 });
    expect(`${first}`).toBe("canary baseline made: j, agreement with labels 100%");
    const again = await judgeCanary({ labelled: labelled().reverse(), judge: right, baseline: kept(first.baseline) });
    expect(again).toMatchObject({ outcome: "steady", same: 1, shiftP: 1, agreementP: 1, versionChanged: false });
    expect(again.baseline.runs).toHaveLength(2);
    expect(`${again}`).toBe("canary steady: j, 100% of 60 verdicts as before, agreement with labels 100% (was 100%)");
  });

  it.each([
    [
      "verdicts that moved both ways",
      (row: Readonly<Row>) => (at(row) < 8 ? 1 - (at(row) % 2) : at(row) % 2),
      ["verdicts_moved", "agreement_fell"],
    ],
    ["a lean to pass", (row: Readonly<Row>) => (at(row) < 12 ? 1 : at(row) % 2), ["one_way_shift", "agreement_fell"]],
    ["a judge that always passes", () => 1, ["verdicts_moved", "one_way_shift", "agreement_fell"]],
    ["a judge that falls silent", (row: Readonly<Row>) => (at(row) < 10 ? null : at(row) % 2), ["unjudged"]],
    ["one that says nothing at all", () => null, ["unjudged"]],
  ])("raises the alarm for %s", async (_name, judge, reasons) => {
    const { baseline } = await judgeCanary({ labelled: labelled(), judge: right });
    const report = await judgeCanary({ labelled: labelled(), judge: judging(judge), baseline: kept(baseline) });
    expect(report).toMatchObject({ outcome: "alarm", reasons });
    expect(report.notes.map(({ code }) => code)).toEqual(reasons);
    expect(report.notes[0]?.fix).toContain("what serves it changed");
    expect(report.baseline.verdicts).toEqual(baseline.verdicts);
  });

  it("tells a change that the judge declares, and keeps both versions apart", async () => {
    const { baseline } = await judgeCanary({ labelled: labelled(), judge: right });
    const report = await judgeCanary({
      labelled: labelled(),
      judge: judging((row) => (at(row) === 3 ? 0 : at(row) % 2), "v2"),
      baseline,
    });
    expect(report).toMatchObject({ outcome: "steady", versionChanged: true, changedToFail: ["s3#0"] });
    expect(report.byVersion).toMatchObject([
      { version: "v1", runs: 1, same: 1 },
      { version: "v2", runs: 1, same: 59 / 60 },
    ]);
    expect(report.notes.map(({ code }) => code)).toEqual(["version_changed", "some_moved"]);
    expect(`${report}`).toContain("  v2: 1 run, 98% as the baseline, agreement 98%");
    expect(report.fresh).toMatchObject({ judge: { version: "v2" }, runs: [{ version: "v2", same: 1 }] });
  });

  it("does not compare other rows, and measures nothing without labels or verdicts", async () => {
    const { baseline } = await judgeCanary({ labelled: labelled(), judge: right });
    const changed = labelled().map((row, index) => (index === 0 ? { ...row, final_text: "0 " } : row));
    const other = await judgeCanary({ labelled: changed, judge: right, baseline });
    expect(other).toMatchObject({ outcome: "not_comparable", reasons: [], n: 0 });
    expect(other.baseline).toEqual(baseline);
    expect((await judgeCanary({ labelled: [], judge: right })).outcome).toBe("not_measured");
    const silent = await judgeCanary({ labelled: labelled(4), judge: () => null as never });
    expect(silent).toMatchObject({ outcome: "not_measured", unjudged: 4, judge: { version: null, model: null } });
  });

  it("keeps rows that look the same apart", async () => {
    const twins: Row[] = [0, 1].map((gold_reward) => ({
      prompt: "p",
      final_text: "same",
      gold_reward,
      gold_kind: "human",
    }));
    const { baseline } = await judgeCanary({ labelled: twins, judge: () => 1 });
    expect(baseline.verdicts.map(({ key }) => key)).toEqual([expect.any(String), expect.stringMatching(/ \(2\)$/)]);
  });

  it("knows rows of one id by what they say, whatever order they come in", async () => {
    const twins = labelled(20).map((row) => ({ ...row, scenario_id: "s", rollout_index: 0 }));
    const judge = judging((row) => at(row) % 3 === 0);
    const { baseline } = await judgeCanary({ labelled: twins, judge });
    const again = await judgeCanary({ labelled: twins.toReversed(), judge, baseline: kept(baseline) });
    expect(again).toMatchObject({ outcome: "steady", same: 1, n: 20 });
  });

  it("is steady at the bar itself", async () => {
    const { baseline } = await judgeCanary({ labelled: labelled(10), judge: right });
    const moved = judging((row) => (at(row) < 3 ? 1 - (at(row) % 2) : at(row) % 2));
    const report = await judgeCanary({ labelled: labelled(10), judge: moved, baseline, maxChanged: 0.3 });
    expect(report).toMatchObject({ outcome: "steady", same: 0.7, lost: 3, won: 0 });
  });

  it("says what it left out, and what a baseline without verdicts means", async () => {
    const { baseline, notes } = await judgeCanary({
      labelled: [...labelled(4), null] as Row[],
      judge: () => null as never,
    });
    expect(notes.map(({ code }) => code)).toEqual(["not_measured", "not_rows"]);
    const report = await judgeCanary({ labelled: labelled(4), judge: right, baseline });
    expect(report).toMatchObject({ outcome: "alarm", reasons: ["unjudged"], unjudged: 0 });
    expect(`${report}`).toContain("No pinned row has a verdict both now and in the baseline.");
  });

  it("refuses what is no baseline", async () => {
    const { baseline } = await judgeCanary({ labelled: labelled(), judge: right });
    for (const other of [
      {},
      "kept.json",
      { schema: "whileai-canary/1", verdicts: [{}] },
      { ...baseline, runs: [null] },
      { ...baseline, runs: [{ ...baseline.runs[0], same: "1" }] },
      { ...baseline, runs: [{ ...baseline.runs[0], agreement: Number.NaN }] },
    ])
      await expect(judgeCanary({ labelled: labelled(), judge: right, baseline: other as never })).rejects.toThrow(
        OptionError,
      );
    await expect(judgeCanary({ labelled: labelled(), judge: right, max: 1 } as never)).rejects.toThrow(OptionError);
  });
});
