import { AuthError, OptionError, type Row } from "@whileai/core";
import { ScriptedBackend } from "@whileai/core/backends";
import { describe, expect, it } from "vitest";
import { grade } from "../grade/grade.js";
import { Judge } from "../judge/judge.js";
import { type JudgeTrustOptions, judgeTrust } from "./judge-trust.js";

interface Spec {
  readonly tp?: number;
  readonly fp?: number;
  readonly fn?: number;
  readonly tn?: number;
}

function labelled({ tp = 0, fp = 0, fn = 0, tn = 0 }: Spec, more: Row = {}): Row[] {
  const make = (count: number, reward: number, gold_reward: number): Row[] =>
    Array.from({ length: count }, () => ({ reward, gold_reward, gold_kind: "human" }));
  return [...make(tp, 1, 1), ...make(fp, 1, 0), ...make(fn, 0, 1), ...make(tn, 0, 0)].map((row, index) => ({
    scenario_id: `s${index}`,
    prompt: `Question ${index}?`,
    final_text: `${row.gold_reward === 1 ? "good" : "bad"} ${"x".repeat(index % 7)}`,
    ...row,
    ...more,
  }));
}
const good = { name: "good", judge: (row: Readonly<Row>) => String(row.final_text).includes("good") };
const trust = (rows: Iterable<Row>, options?: JudgeTrustOptions) => judgeTrust(rows, options);

describe("judgeTrust", () => {
  it("prints the verdict, the numbers and what to do", async () => {
    const report = await trust(labelled({ tp: 36, fp: 4, fn: 5, tn: 35 }));
    expect(`${report}`.split("\n")).toEqual([
      "FAIL",
      "agreement 89% (95% 80%..94%, n=80), kappa 0.78, AC1 0.78",
      "  confusion tp=36 fp=4 fn=5 tn=35",
      expect.stringMatching(/^ {2}half a: \d+% \(n=\d+\)$/),
      expect.stringMatching(/^ {2}half b: \d+% \(n=\d+\)$/),
      expect.stringMatching(/^length gap \d+%$/),
      "disagreements to review: 9",
      "! Agreement (95% 80%..94%) is not shown to be 80% or more. If it stays at 89%, about 81 labels would show it.",
      "! 4 of 39 wrong rows pass (10%, over 10%). Training on these rewards teaches what is wrong. Name the missed faults in the rubric.",
    ]);
    expect(JSON.parse(JSON.stringify(report))).toMatchObject({
      kind: "judge_trust",
      ok: false,
      flags: ["low_agreement", "leak"],
    });
  });

  it.each([
    [
      "a perfect judge on 16 labels passes, for now",
      { tp: 8, tn: 8 },
      "PASS provisional (16 labels, fewer than 50)",
      [],
    ],
    ["15 labels cannot", { tp: 8, tn: 7 }, "FAIL", ["low_agreement"]],
    ["labels of one class measure nothing", { tp: 60 }, "NOT MEASURED", ["one_class"]],
    ["nor do 60 fails", { tn: 60 }, "NOT MEASURED", ["one_class"]],
    ["a judge that always passes", { tp: 55, fp: 5 }, "FAIL", ["low_kappa", "leak"]],
    ["guessing", { tp: 25, fp: 25, fn: 25, tn: 25 }, "FAIL", ["low_agreement", "low_kappa", "leak"]],
    ["no rows", {}, "NOT MEASURED", ["no_labels"]],
  ])("%s", async (_name, spec, head, flags) => {
    const report = await trust(labelled(spec));
    expect(`${report}`.split("\n")[0]).toBe(head);
    expect(report.flags).toEqual(flags);
    expect(report.provisional).toBe(head.includes("provisional"));
    if (report.goldDegenerate) expect(report.agreement.kappa).toBeNull();
  });

  it("says how many labels would show it, or that more will not help", async () => {
    const few = await trust(labelled({ tp: 10, tn: 9, fn: 1 }));
    expect(few.notes.find(({ code }) => code === "low_agreement")?.fix).toBe(
      "If it stays at 95%, about 28 labels would show it.",
    );
    const bad = await trust(labelled({ tp: 31, fp: 19, fn: 19, tn: 31 }));
    expect(bad.notes.find(({ code }) => code === "low_agreement")?.fix).toContain("change the judge");
    expect(bad.notes.find(({ code }) => code === "low_kappa")?.message).not.toContain("guessing");
  });

  it("is inconclusive when too many rewards lie in between", async () => {
    const rows = [...labelled({ tp: 24, tn: 24 }), ...labelled({ tp: 12 }, { reward: 0.5 })];
    const report = await trust(rows);
    expect(`${report}`.split("\n")[0]).toBe(
      "INCONCLUSIVE: 12 of 60 labeled rows skipped (20%, over MAX_SKIPPED_SHARE 10%); usable n=48",
    );
    expect((await trust(rows, { maxSkippedShare: 0.3 })).status).toBe("PASS");
  });

  it("warns of labelled rows without a verdict", async () => {
    const report = await trust([...labelled({ tp: 30, tn: 30 }), ...labelled({ tn: 20 }, { reward: null })]);
    expect(report).toMatchObject({ status: "PASS", skipped: { unscored: 20 } });
    expect(report.notes.map(({ code }) => code)).toEqual(["unscored"]);
  });

  it("warns when the halves of the tasks differ, and flags nothing for it", async () => {
    // Half a of these keys is right throughout; half b is wrong on a third.
    const rows = labelled({ tp: 60, tn: 60 });
    const report = await trust(rows);
    const keyed = await Promise.all(rows.map(async (row) => ({ row, half: (await trust([row])).halves.b.n })));
    let wrong = 0;
    const skewed = keyed.map(({ row, half }) =>
      half === 1 && wrong++ % 5 === 0 ? { ...row, reward: 1 - (row.reward as number) } : row,
    );
    expect(report.notes).toEqual([]);
    const warned = await trust(skewed, { maxLeak: 1, minAgreement: 0.5 });
    expect(warned.notes.map(({ code }) => code)).toEqual(["halves_differ"]);
    expect(warned.ok).toBe(true);
  });

  it("queues the disagreements with what both sides say", async () => {
    const long = "y".repeat(500);
    const rows = labelled({ tp: 30, tn: 30, fp: 1 }, { reason: long });
    const { disagreements } = await trust(rows);
    expect(disagreements).toHaveLength(1);
    expect(disagreements[0]).toMatchObject({ task: "s30", gold: 0, judge: 1 });
    expect(disagreements[0]?.reason).toContain("chars omitted");
  });

  it("measures probabilities where rows carry them", async () => {
    const rows = labelled({ tp: 40, fp: 10, fn: 10, tn: 40 }, { judge_meta: { confidence: 0.8 } });
    const { calibration } = await trust(rows);
    expect(calibration).toMatchObject({ n: 100, baselineBrier: 0.25 });
    expect(calibration?.ece).toBeCloseTo(0, 12);
    expect(calibration?.brier).toBeCloseTo(0.16, 12);
    const sure = await trust(labelled({ tp: 20, fp: 20, fn: 20, tn: 20 }, { judge_meta: { confidence: 1 } }));
    expect(sure.calibration).toMatchObject({ ece: 0.5, brier: 0.5 });
    expect(sure.notes.map(({ code }) => code)).toContain("miscalibrated");
    expect(`${sure}`).toContain("calibration ECE 0.500, Brier 0.500 (n=80)");
    const named = await trust(
      labelled({ tp: 20, tn: 20 }, { judge_meta: { probabilities: { true: 0.25, false: 0.75 } } }),
    );
    expect(named.calibration?.bins).toEqual([{ low: 0.2, high: 0.3, n: 40, predicted: 0.25, observed: 0.5 }]);
    const decided = { probabilities: { verdict: 0.25, failure_class: { fabrication: 1 } }, confidence: 0.75 };
    expect((await trust(labelled({ tp: 20, tn: 20 }, { judge_meta: decided }))).calibration).toEqual(named.calibration);
    expect((await trust(labelled({ tp: 20, tn: 20 }, { judge_meta: { confidence: "high" } }))).calibration).toBeNull();
  });

  it("asks the judge again, blind, and prints what came of it", async () => {
    const seen = new Set<string>();
    const judge = {
      ...good,
      judge: (row: Readonly<Row>) => {
        for (const key of Object.keys(row)) seen.add(key);
        return good.judge(row);
      },
    };
    const report = await trust(labelled({ tp: 30, tn: 30 }, { judge_name: "good", reason: "r", mine: 1 }), {
      judge,
      probes: ["filler", "success_claim", "refusal"],
    });
    expect([...seen].sort()).toEqual(["final_text", "mine", "prompt", "scenario_id", "steps"]);
    expect(`${report}`.split("\n").slice(5)).toEqual([
      "length gap 0%",
      "re-judge flips 0%, filler flips 0% (n=40)",
      "probes (n=40):",
      "  filler                0% [0%..16%]    pass 50% -> 50%  +0/-0",
      "  success_claim         0% [0%..16%]    pass 50% -> 50%  +0/-0",
      "  refusal               0% [0%..9%]     pass 50% -> 0%",
    ]);
    expect((await trust(labelled({ tp: 30, tn: 30 }), { judge })).probes).toBeNull();
  });

  it("hides a label that stands in another field", async () => {
    const judge = { name: "peeks", judge: (row: Readonly<Row>) => row.mine === 1 };
    const rows = labelled({ tp: 30, tn: 30 }).map((row) => ({ ...row, mine: row.gold_reward }));
    const report = await trust(rows, { judge, gold: "mine", goldKind: "human" });
    expect(report.perturbation?.rejudgeFlips).toBe(0.5);
  });

  it.each([
    ["a judge of another name", { judge_name: "other" }, {}, ["foreign_reward"]],
    ["another version", { judge_name: "good", lineage: { judge_version: "v1" } }, {}, ["other_version"]],
    ["the name it was graded under", { judge_name: "stage" }, { judgeName: "stage" }, []],
    ["no name", {}, {}, []],
  ])("tells rewards of %s", async (_name, more, options, flags) => {
    const judge = { ...good, version: "v2" };
    expect((await trust(labelled({ tp: 30, tn: 30 }, more), { judge, ...options })).flags).toEqual(flags);
  });

  it("names a judge that changes its mind, on more rows than raised the suspicion", async () => {
    let asked = 0;
    const judge = {
      name: "moody",
      judge: (row: Readonly<Row>) => (asked++ % 6 === 0 ? !good.judge(row) : good.judge(row)),
    };
    const report = await trust(labelled({ tp: 100, tn: 100 }), { judge });
    expect(report.flags).toContain("unstable");
    expect(report.perturbation?.n).toBe(160);
    expect((await trust(labelled({ tp: 100, tn: 100 }), { judge, confirm: false })).perturbation?.n).toBe(40);
  });

  it("says that a judge gave no verdict the second time, and passes on a refused key", async () => {
    const broken = { name: "broken", judge: () => Promise.reject(new Error("down")) };
    const report = await trust(labelled({ tp: 30, tn: 30 }), { judge: broken, probes: true });
    expect(report.flags).toEqual(["not_asked_again"]);
    expect(`${report}`).toContain("no verdicts (40 errors)");
    const backend = ScriptedBackend(() => new AuthError({ message: "No key.", fix: "Set one." }));
    const judge = Judge({ rubric: "r", model: backend });
    await expect(trust(labelled({ tp: 30, tn: 30 }), { judge })).rejects.toThrow(AuthError);
    expect(backend.requests).toHaveLength(1);
  });

  it("does not pass a judge on the few rows that it answered the second time", async () => {
    const silent = {
      name: "silent",
      judge: (row: Readonly<Row>) => (row.scenario_id === "s1" ? good.judge(row) : null),
    };
    const report = await trust(labelled({ tp: 15, tn: 15 }), { judge: silent as never });
    expect(report).toMatchObject({ status: "FAIL", flags: ["not_asked_again"], perturbation: { n: 1, errors: 29 } });
    expect(`${report}`).toContain("a verdict of 0 or 1 on 1 of 30 rows");
    const oneLost = { name: "o", judge: (row: Readonly<Row>) => (row.scenario_id === "s1" ? null : good.judge(row)) };
    expect((await trust(labelled({ tp: 30, tn: 30 }), { judge: oneLost as never })).flags).toEqual([]);
  });

  it("is provisional where probes could not decide, and names them", async () => {
    const given = labelled({ tp: 52, tn: 8 });
    const report = await trust(given, { judge: good, probes: ["filler", "refusal", "empty_format"] });
    expect(`${report}`.split("\n")[0]).toBe("PASS provisional (undecided: filler)");
    expect(report).toMatchObject({ ok: true, provisional: true });
    const mute = { name: "mute", judge: (row: Readonly<Row>) => (row.steps === undefined ? good.judge(row) : null) };
    const lost = await trust(labelled({ tp: 30, tn: 30 }), { judge: mute as never, probes: ["refusal"] });
    expect(`${lost}`.split("\n")[0]).toBe("PASS provisional (undecided: refusal)");
    expect((await trust(labelled({ tp: 40, tn: 8 }), { judge: good, probes: ["filler"] })).toString()).toMatch(
      /^PASS provisional \(48 labels, fewer than 50; undecided: filler\)/,
    );
  });

  it("counts no row as probed where no probe was run", async () => {
    expect(await trust(labelled({ tp: 30, tn: 30 }), { judge: good })).toMatchObject({ probes: null, nProbed: 0 });
  });

  it("says that the length gap was not measured instead of 0%", async () => {
    expect(`${await trust(labelled({ tp: 4, tn: 4 }))}`).toContain("\nlength gap not measured (too few rows)\n");
    const even = labelled({ tp: 20, tn: 20 }, { final_text: "same" });
    expect(`${await trust(even)}`).toContain("\nlength gap not measured (no length spread)");
  });

  it("reaches a bar of 0.15 with a gap of 0.35 less 0.20, and of halves likewise", async () => {
    const rows = [7, 4].flatMap((passed, side) =>
      Array.from({ length: 20 }, (_, index) => ({
        scenario_id: `${side}-${index}`,
        final_text: side === 0 ? "a long reply" : "short",
        reward: Number(index < passed),
        gold_reward: 1,
        gold_kind: "human",
      })),
    );
    expect(0.35 - 0.2).toBeLessThan(0.15);
    expect((await trust(rows, { alpha: 1 })).length).toMatchObject({ maxGap: 0.15, flagged: true });
  });

  it.each([
    [{ probes: "all" }, "probes"],
    [{ sample: 3 }, "sample"],
    [{ judgeName: "j" }, "judgeName"],
    [{ probeMinN: 3, minGold: 2 }, "probeMinN"],
  ])("refuses %j without a judge to ask", async (options, option) => {
    await expect(trust(labelled({ tp: 30, tn: 30 }), options as never)).rejects.toMatchObject({ option });
  });

  it("takes no probes without a judge for what it is", async () => {
    expect((await trust(labelled({ tp: 30, tn: 30 }), { probes: false })).status).toBe("PASS");
  });

  it("gives the same report for the same seed, whatever the concurrency", async () => {
    const rows = labelled({ tp: 90, fn: 10, tn: 100 });
    const reports = [1, 8].map((concurrency) =>
      trust(rows, { judge: good, probes: true, seed: 7, limits: { concurrency } }),
    );
    const [first, second] = await Promise.all(reports);
    expect(JSON.stringify(first)).toBe(JSON.stringify(second));
  });

  it("works on rows that a chat judge graded", async () => {
    const backend = ScriptedBackend(({ messages }) =>
      JSON.stringify({
        reason: "read it",
        score: Number(/"final_text": ?"(?:[^"\\]|\\.)*good/.test(JSON.stringify(messages).replaceAll('\\"', '"'))),
      }),
    );
    const judge = Judge({ rubric: "Be good.", model: backend });
    const { rows } = await grade(labelled({ tp: 12, tn: 12 }), judge);
    const report = await trust(rows, { judge, probes: ["refusal"] });
    expect(report.perturbation?.errors).toBe(0);
    expect(report.foreign).toEqual({ otherJudge: 0, names: [], otherVersion: 0 });
  });

  it.each([
    [{ probes: "everything" }],
    [{ probes: ["fillers"] }],
    [{ probes: [] }],
    [{ minGolds: 3 }],
    [{ minKappa: 2 }],
    [{ sample: 0 }],
    [{ limits: { concurency: 1 } }],
  ])("refuses %j", async (options) => {
    await expect(trust([], options as never)).rejects.toThrow(OptionError);
  });
});
