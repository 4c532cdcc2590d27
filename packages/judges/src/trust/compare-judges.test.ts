import { JudgeError, OptionError, type Row } from "@whileai/core";
import { ScriptedBackend } from "@whileai/core/backends";
import { describe, expect, it } from "vitest";
import { compareJudges } from "./compare-judges.js";

const rows = (n: number): Row[] =>
  Array.from({ length: n }, (_, index) => ({
    scenario_id: index,
    final_text: `${index}`,
    gold_reward: index % 2,
    gold_kind: "human",
    reward: 0,
  }));
const at = (row: Readonly<Row>): number => Number(row.final_text);
const right = (row: Readonly<Row>) => at(row) % 2;
const wrongOn = (share: number) => (row: Readonly<Row>) => (at(row) % share === 0 ? 1 - (at(row) % 2) : at(row) % 2);
let time = 0;
const now = () => {
  time += 500;
  return time;
};

describe("compareJudges", () => {
  it("ranks judges, and tells the best from the next one where it can", async () => {
    const report = await compareJudges(rows(100), { bad: wrongOn(2), perfect: right }, { now });
    expect(report.judges.map(({ name }) => name)).toEqual(["perfect", "bad"]);
    expect(report).toMatchObject({ best: "perfect", tied: false, tiedWithBest: [], nLabeled: 100, goldKind: "human" });
    expect(report.paired).toMatchObject({
      best: "perfect",
      other: "bad",
      n: 100,
      onlyBestRight: 50,
      onlyOtherRight: 0,
    });
    expect(report.judges[0]).toMatchObject({
      ok: true,
      agreement: 1,
      kappa: 1,
      leak: 0,
      miss: 0,
      seconds: 0.5,
      unjudged: 0,
    });
    expect(`${report}`.split("\n").slice(0, 4)).toEqual([
      "judge    agree  95% CI     kappa  leak  unsure  unjudged  s/row  ok",
      "perfect  100%   96%..100%  1.00   0%    0       0         0.01   yes",
      "bad      50%    40%..60%   0.00   100%  0       0         0.01   no",
      "best: perfect (p<0.001 against bad)",
    ]);
  });

  it("says tied where the order is noise", async () => {
    const report = await compareJudges(rows(50), [right, wrongOn(25), wrongOn(17)]);
    expect(report).toMatchObject({ tied: true, paired: { onlyBestRight: 2, onlyOtherRight: 0, p: 0.5 } });
    expect(report.tiedWithBest).toHaveLength(2);
    expect(report.notes.map(({ code }) => code)).toEqual(["tied"]);
    expect(`${report}`).toContain("best: right, tied with");
  });

  it("ties judges that decided other rows, and says so when nobody decided any", async () => {
    const half = (side: number) => (row: Readonly<Row>) => (at(row) % 4 < 2 === (side === 0) ? right(row) : null);
    const apart = await compareJudges(rows(80), { first: half(0) as never, second: half(1) as never });
    expect(apart).toMatchObject({ tied: true, tiedWithBest: ["second"], paired: { n: 0, p: 1 } });
    expect(`${apart}`).toContain("are tied: of 0 rows that both decided");
    const silent = await compareJudges(rows(4), { a: () => null as never, b: () => null as never });
    expect(silent).toMatchObject({ tied: false, tiedWithBest: [] });
    expect(silent.notes.map(({ code }) => code)).toEqual(["no_verdicts"]);
    expect(`${silent}`).toContain("best: nothing measured");
  });

  it("gives every judge a name of its own", async () => {
    const named = (name: string) => ({ name, judge: right });
    const { judges } = await compareJudges(rows(4), [named("a"), named("a#2"), named("a"), named("a")]);
    expect(judges.map(({ name }) => name).sort()).toEqual(["a", "a#2", "a#3", "a#4"]);
  });

  it("says what it left out", async () => {
    const report = await compareJudges([...rows(40), null] as Row[], [right], { tunedOn: [1] });
    expect(report.nLabeled).toBe(39);
    expect(report.notes.map(({ code }) => code)).toEqual(["tuned_on", "not_rows"]);
  });

  it("names judges of a list, and counts what they leave open", async () => {
    const unsure = (row: Readonly<Row>) => ({ reward: at(row) < 10 ? null : at(row) % 2, unsure: at(row) < 5 });
    const report = await compareJudges(rows(50), [
      right,
      right,
      unsure,
      ScriptedBackend(() => "{}", { model: "m" }),
      () => 1,
    ]);
    expect(report.judges.map(({ name }) => name).sort()).toEqual(["judge", "judge#2", "right", "right#2", "unsure"]);
    expect(report.judges.find(({ name }) => name === "unsure")).toMatchObject({ n: 40, unjudged: 10, unsure: 5 });
    expect(report.judges.find(({ unjudged }) => unjudged === 50)).toMatchObject({
      kappa: null,
      agreement: null,
      ok: false,
    });
  });

  it("judges blind", async () => {
    const seen = new Set<string>();
    const spy = (row: Readonly<Row>) => {
      for (const key of Object.keys(row)) seen.add(key);
      return 1;
    };
    const labelled = rows(4).map((row) => ({ ...row, mine: 1 }));
    await compareJudges(labelled, [spy], { gold: "mine" });
    expect([...seen]).toEqual(["scenario_id", "final_text"]);
  });

  it("takes labels from other rows once, whatever iterates", async () => {
    const gold = function* () {
      yield* rows(50);
    };
    const report = await compareJudges(
      rows(50).map(({ gold_reward: _, ...row }) => row),
      [right, wrongOn(2)],
      { gold: gold() },
    );
    expect(report.judges[0]).toMatchObject({ n: 50, ok: true });
  });

  it("lists a judge that cannot work with its error", async () => {
    const broken = { name: "broken", prepare: () => Promise.reject(new Error("no licence")), judge: () => 1 };
    const report = await compareJudges(rows(50), [broken, right]);
    expect(report.judges.at(-1)).toMatchObject({ name: "broken", error: "Error: no licence", n: 0 });
    expect(report.notes.map(({ code }) => code)).toContain("judge_failed");
    expect(report.tied).toBe(false);
  });

  it("is ok for nobody without good judges or labels", async () => {
    expect((await compareJudges(rows(40), [wrongOn(2)])).notes.map(({ code }) => code)).toEqual(["none_ok"]);
    const none = await compareJudges([{ final_text: "x" }], [right]);
    expect(none).toMatchObject({ nLabeled: 0, paired: null, best: "right", goldKind: null });
    expect(`${none}`).toContain("No row has a label");
    const untrusted = rows(50).map((row) => ({ ...row, gold_kind: "model" }));
    expect((await compareJudges(untrusted, [right])).judges[0]?.ok).toBe(false);
    expect((await compareJudges(untrusted, [right], { allowModelGold: true })).judges[0]?.ok).toBe(true);
  });

  it.each([[[]], [{}], [right], ["openai:m"], [{ name: "x", judge: right }], [null]])("refuses %j", async (judges) => {
    await expect(compareJudges(rows(2), judges as never)).rejects.toThrow(OptionError);
  });

  it("refuses what is no judge before it asks any", async () => {
    let asked = 0;
    const judges = [() => asked++, 42] as never;
    await expect(compareJudges(rows(2), judges)).rejects.toThrow(JudgeError);
    expect(asked).toBe(0);
  });
});
