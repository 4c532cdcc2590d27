import { OptionError, type Row } from "@whileai/core";
import { describe, expect, test } from "vitest";
import { passes, runRows } from "./__fixtures__/run-rows.js";
import { deltaReport } from "./delta-report.js";
import type { DeltaReportOptions } from "./delta-report-types.js";

const low = runRows({ rewards: passes(10, 1) });
const high = runRows({ rewards: passes(10, 3) });

/** Three evaluation runs whose means are these, on 20 tasks of 4 rollouts; replies differ. */
function threeRuns(means: readonly number[]): Row[] {
  return means.flatMap((mean, run) => {
    const total = Math.round(mean * 80);
    const rewards = Array.from({ length: 20 }, (_, task) =>
      Array.from({ length: 4 }, (_, rollout) => (rollout * 20 + task < total ? 1 : 0)),
    );
    return runRows({ rewards, run, fields: (task, rollout) => ({ final_text: `run ${run} ${task} ${rollout}` }) });
  });
}

const codes = (report: ReturnType<typeof deltaReport>) => report.notes.map(({ code }) => code);

describe("no verdict inside twice the re-run standard deviation", () => {
  test.each<DeltaReportOptions>([{}, { bandRule: "max" }, { target: "pass_at_1" }])("%o", (options) => {
    // Run means 0.30, 0.40, 0.50 and 0.44, 0.54, 0.64: s is 0.1, and the difference of 0.14 lies inside 2s.
    const report = deltaReport(threeRuns([0.3, 0.4, 0.5]), threeRuns([0.44, 0.54, 0.64]), options);
    expect(report.evalRuns).toEqual({ before: 3, after: 3 });
    expect(report.runStd).toBeCloseTo(0.1, 9);
    expect(report.metrics.get("pass_at_1")?.verdict).toBe("b_better");
    expect(report.headlineVerdict).toBe("within_eval_noise");
    expect(report.headline).toBe("NO DIFFERENCE (within eval noise)");
    expect(report.outcome).toBe("no difference shown");
    expect(report.improved).toEqual([]);
  });

  test("nor a failed one", () => {
    const guarded = { mustNotRegress: ["pass_at_1"] };
    const report = deltaReport(threeRuns([0.44, 0.54, 0.64]), threeRuns([0.3, 0.4, 0.5]), guarded);
    expect(report.regressions).toEqual([]);
    expect(report.headlineVerdict).toBe("within_eval_noise");
    expect(report.guards[0]).toMatchObject({ status: "held", blind: true });
  });

  test("however many runs there are: the t band alone would let it pass", () => {
    const spread = [0.3, 0.35, 0.4, 0.45, 0.5];
    const before = threeRuns(spread);
    const after = threeRuns(spread.map((mean) => mean + 0.13));
    expect(deltaReport(before, after, { bandRule: "t" }).headlineVerdict).toBe("moved");
    const report = deltaReport(before, after);
    expect(report.noiseBand).toBeCloseTo(2 * (report.runStd as number), 12);
    expect(report.noiseRule).toBe("2 x run_std");
    expect(report.headlineVerdict).toBe("within_eval_noise");
  });

  test("beyond the band it passes", () => {
    const report = deltaReport(threeRuns([0.3, 0.32, 0.34]), threeRuns([0.6, 0.62, 0.64]), { target: "pass_at_1" });
    expect(report).toMatchObject({ ok: true, headline: "PASS", outcome: "better", replicated: true, runStdDf: 4 });
    expect(report.repeats).toMatchObject({ source: "eval_run", agree: 3 });
    expect(report.repeats?.pairs.map(({ before, after }) => [before, after])).toEqual([
      ["0", "0"],
      ["1", "1"],
      ["2", "2"],
    ]);
  });
});

describe("runs that repeat each other are no replication", () => {
  const replay = (rows: Row[]) =>
    [0, 1, 2].flatMap((run) =>
      rows.map((row) => ({ ...row, lineage: { eval_run: run }, final_text: "the same reply" })),
    );

  test("with replies", () => {
    const report = deltaReport(replay(low), replay(high), { target: "pass_at_1" });
    expect(report).toMatchObject({ replicated: false, headlineVerdict: "moved_unreplicated", runStd: null });
    expect(report.headline).toBe("INCONCLUSIVE (1 eval run a side, rerun to confirm)");
    expect(report.replayedRuns.before).toEqual([["0", "1", "2"]]);
    expect(codes(report)).toContain("duplicate_runs");
    expect(report.evalRuns.before).toBe(3);
  });

  test("and without replies that could tell them apart", () => {
    const silent = (rows: Row[]) => replay(rows).map(({ final_text: _, ...row }) => row as Row);
    expect(deltaReport(silent(low), silent(high)).headlineVerdict).toBe("moved_unreplicated");
  });

  test("runs in which everything passes or fails are alike without being copies", () => {
    const constant = (reward: number) =>
      [0, 1, 2].flatMap((run) => runRows({ rewards: Array.from({ length: 8 }, () => [reward]), run }));
    expect(deltaReport(constant(0), constant(1))).toMatchObject({
      headlineVerdict: "moved",
      runStd: 0,
      headline: "PASS",
    });
  });

  test("one copy among real runs counts once", () => {
    const real = threeRuns([0.3, 0.32, 0.34]);
    const copied = real
      .filter(({ lineage }) => lineage?.eval_run === 2)
      .map((row) => ({ ...row, lineage: { eval_run: 3 } }));
    const report = deltaReport([...real, ...copied], threeRuns([0.6, 0.62, 0.64]));
    expect(report).toMatchObject({ runStdDf: 4, evalRuns: { before: 4, after: 3 } });
    expect(report.replayedRuns.before).toEqual([["2", "3"]]);
  });
});

const marked = (tasks: number, honest: number, polite: number, reward = 1): Row[] =>
  runRows({
    rewards: Array.from({ length: tasks }, () => [reward, 0]),
    markers: (task) => ({ honest: task < honest ? 1 : 0, polite: task < polite ? 1 : 0 }),
  });

describe("proxy", () => {
  test("fails when the proxy rose and the target did not", () => {
    const before = marked(20, 4, 10);
    const after = marked(20, 18, 10);
    const report = deltaReport(before, after, { target: "pass_at_1", proxy: "marker:honest" });
    expect(report).toMatchObject({ ok: false, overOptimized: true, headline: "FAIL", proxyVerdict: "moved" });
    expect(`${report}`).toContain("OVER-OPTIMIZED");
    expect(codes(report)).toContain("over_optimized");
    expect(report.outcomeReason).toMatch(/^The proxy marker:honest rose/);
  });

  test("is at peace when both rose alike", () => {
    const report = deltaReport(marked(20, 4, 4), marked(20, 18, 18), {
      target: "marker:polite",
      proxy: "marker:honest",
    });
    expect(report).toMatchObject({ ok: true, overOptimized: false });
  });

  test("fails when both are shares and it rose by surely more", () => {
    const before = marked(40, 0, 0);
    const after = marked(40, 40, 10);
    expect(deltaReport(before, after, { target: "marker:polite", proxy: "marker:honest" })).toMatchObject({
      ok: false,
      overOptimized: true,
      targetVerdict: "moved_unreplicated",
    });
  });

  test("a fall of the proxy, or standing still, is no over-optimisation", () => {
    const fell = deltaReport(marked(20, 18, 10), marked(20, 4, 10), { target: "pass_at_1", proxy: "marker:honest" });
    expect(fell).toMatchObject({ overOptimized: false, proxyVerdict: "moved_the_wrong_way" });
    const still = deltaReport(marked(20, 4, 4), marked(20, 4, 4), { proxy: "marker:honest" });
    expect(still).toMatchObject({ overOptimized: false, proxyVerdict: "no_change_detected", ok: true });
  });

  test("that cannot be looked at fails the report", () => {
    const one = deltaReport(low, marked(10, 1, 1), { target: "pass_at_1", proxy: "marker:honest" });
    expect(one).toMatchObject({ ok: false, proxyVerdict: "proxy_not_measured", headline: "PROXY NOT MEASURED" });
    const self = deltaReport(low, low, { target: "pass_at_1", proxy: "pass_at_1" });
    expect(self).toMatchObject({ ok: false, proxyVerdict: "proxy_is_target", headline: "PROXY IS THE TARGET" });
    const few = deltaReport(marked(2, 1, 1), marked(2, 1, 1), { proxy: "marker:honest", target: "pass_at_1" });
    expect(few).toMatchObject({ ok: false, proxyVerdict: "insufficient_data" });
  });
});

describe("guards", () => {
  test("fail a run that traded one marker for another", () => {
    const before = marked(20, 18, 4);
    const after = marked(20, 4, 18);
    const report = deltaReport(before, after, { target: "marker:polite", mustNotRegress: ["honest", "polite"] });
    expect(report).toMatchObject({
      ok: false,
      headline: "FAIL",
      outcome: "worse",
      regressions: ["marker:honest"],
      improved: ["marker:polite"],
    });
    expect(deltaReport(before, after, { target: "marker:polite" })).toMatchObject({
      ok: true,
      slipped: ["marker:honest"],
    });
  });

  test("that only one side measures fail loudly", () => {
    const report = deltaReport(low, marked(10, 9, 9), { mustNotRegress: ["honest"] });
    expect(report).toMatchObject({
      ok: false,
      headline: "GUARD NOT MEASURED (marker:honest)",
      outcome: "not enough data",
    });
    expect(report.notes.find(({ code }) => code === "guard_not_measured")?.severity).toBe("error");
  });

  test("with too few readable values fail loudly too", () => {
    const unreadable = (rows: Row[]) => rows.map((row) => ({ ...row, markers: { honest: "yes" } }) as unknown as Row);
    const report = deltaReport(unreadable(low), unreadable(high), { mustNotRegress: ["honest"], target: "pass_at_1" });
    expect(report).toMatchObject({ ok: false, headline: "GUARD NOT MEASURED (marker:honest)" });
    expect(report.guards).toMatchObject([{ status: "not measured" }]);
  });

  test("that no row measures are unknown", () => {
    const call = () => deltaReport(marked(10, 1, 1), marked(10, 1, 1), { mustNotRegress: ["honets"] });
    expect(call).toThrow(OptionError);
    expect(call).toThrow(/Did you mean "marker:honest"/);
  });

  test("without a margin say what drop they could not see", () => {
    const report = deltaReport(marked(20, 10, 1), marked(20, 9, 1), { mustNotRegress: ["honest"], guardDrop: 0.05 });
    const [guard] = report.guards;
    expect(guard).toMatchObject({ status: "held", blind: true });
    expect(guard?.detectableDrop).toBeGreaterThan(0.05);
    expect(codes(report)).toContain("blind_guard");
    const wide = deltaReport(marked(20, 10, 1), marked(20, 9, 1), { mustNotRegress: ["honest"], guardDrop: 0.9 });
    expect(wide.guards[0]?.blind).toBe(false);
    expect(codes(wide)).not.toContain("blind_guard");
  });

  test("say when no drop at all could have been seen", () => {
    const report = deltaReport(marked(5, 4, 1), marked(5, 4, 1), { mustNotRegress: ["honest"] });
    expect(report.guards).toMatchObject([{ detectableDrop: null, blind: true }]);
  });

  test("of which nothing varies are called degenerate", () => {
    const report = deltaReport(marked(12, 12, 1), marked(12, 12, 1), { mustNotRegress: ["honest"] });
    expect(report.degenerateGuards).toEqual(["marker:honest"]);
    expect(codes(report)).toContain("degenerate_guard");
    expect(codes(report)).not.toContain("blind_guard");
  });

  test.each([
    [0.4, "held", true],
    [0.01, "not shown", false],
  ])("with a margin of %d: %s", (margin, status, ok) => {
    const report = deltaReport(marked(20, 12, 1), marked(20, 11, 1), {
      target: "pass_at_1",
      mustNotRegress: ["honest"],
      margin,
    });
    expect(report.guards).toMatchObject([{ margin, status, worstCase: expect.closeTo(-0.15, 9) }]);
    expect(report.ok).toBe(ok);
    expect(codes(report).includes("guard_not_shown")).toBe(!ok);
    expect(report.headline).toBe(ok ? "NO DIFFERENCE" : "GUARD NOT SHOWN (marker:honest)");
  });

  test("with a margin may lose less than it, even surely", () => {
    const options = { mustNotRegress: ["honest"], target: "pass_at_1" as const, margin: { honest: 0.9 } };
    const report = deltaReport(marked(20, 18, 1), marked(20, 8, 1), options);
    expect(report).toMatchObject({ ok: true, regressions: [], slipped: ["marker:honest"] });
    const tight = deltaReport(marked(20, 18, 1), marked(20, 8, 1), { ...options, margin: 0.1 });
    expect(tight).toMatchObject({ ok: false, regressions: ["marker:honest"], headline: "FAIL" });
  });

  test("of which less is better", () => {
    const rude = (tasks: number) =>
      runRows({ rewards: passes(20, 2), markers: (task) => ({ refusal: task < tasks ? 1 : 0 }) });
    const report = deltaReport(rude(2), rude(18), { target: "pass_at_1", mustNotRegress: ["refusal"] });
    expect(report).toMatchObject({ ok: false, regressions: ["marker:refusal"], lowerIsBetter: ["marker:refusal"] });
    expect(report.metrics.get("marker:refusal")).toMatchObject({ verdict: "b_better", gainVerdict: "a_better" });
    expect(`${report}`).toMatch(/marker:refusal .* UP {2}/);
    expect(report.guards[0]?.worstCase).toBeLessThan(-0.8);
    const turned = deltaReport(rude(2), rude(18), { mustNotRegress: ["refusal"], lowerIsBetter: { refusal: false } });
    expect(turned).toMatchObject({ ok: true, improved: ["marker:refusal"], lowerIsBetter: [] });
  });
});

describe("target", () => {
  test("that no row carries fails the report and names the nearest", () => {
    const report = deltaReport(marked(10, 1, 1), marked(10, 9, 9), { target: "marker:honets" });
    expect(report).toMatchObject({ ok: false, headline: "TARGET NOT MEASURED", targetVerdict: "target_not_measured" });
    expect(report).toMatchObject({ headlineMetric: null, targetDelta: null, outcome: "not enough data" });
    expect(report.notes.find(({ code }) => code === "target_missing")?.fix).toBe('Did you mean "marker:honest"?');
  });

  test("that only one side carries too", () => {
    const report = deltaReport(low, marked(10, 9, 9), { target: "marker:honest" });
    expect(report).toMatchObject({ ok: false, headline: "TARGET NOT MEASURED" });
    expect(`${report}`).toMatch(/^marker:honest: target_not_measured\nTARGET NOT MEASURED\n/);
  });

  test("without values is insufficient data and not ok", () => {
    const ungraded = low.map((row) => ({ ...row, reward: null }));
    expect(deltaReport(ungraded, ungraded)).toMatchObject({ ok: false, headline: "INSUFFICIENT DATA" });
    expect(deltaReport([], [], { mustNotRegress: ["honest"] })).toMatchObject({ ok: false });
  });

  test("unnamed: pass@1 falls, and that is no success", () => {
    const report = deltaReport(high, low);
    expect(report).toMatchObject({ ok: false, headline: "FAIL", target: null, targetVerdict: null, outcome: "worse" });
    expect(report.slipped).toEqual(["pass_at_1"]);
  });

  test("mean reward is a metric like the others, and the headline where rewards are fractions", () => {
    const rewards = (value: number) => Array.from({ length: 12 }, (_, task) => [value, value + task / 100]);
    const before = runRows({ rewards: rewards(0.2) });
    const after = runRows({ rewards: rewards(0.4) });
    const report = deltaReport(before, after);
    expect([...report.metrics.keys()]).toEqual(["mean_reward"]);
    expect(report).toMatchObject({ headlineMetric: "mean_reward", headlineVerdict: "moved_unreplicated", ok: true });
    expect(report.metrics.get("mean_reward")?.delta).toBeCloseTo(0.2, 12);
    const named = deltaReport(low, high, { target: "mean_reward", mustNotRegress: ["mean_reward"] });
    expect(named).toMatchObject({ targetVerdict: "moved_unreplicated", targetDelta: 0.5 });
  });
});

describe("what was changed on purpose", () => {
  const under = (rows: Row[], sha: string) => rows.map((row) => ({ ...row, lineage: { system_prompt_sha: sha } }));
  const before = under(low, "aa");
  const after = under(high, "bb");

  test("a prompt nobody mentioned is not comparable, and the gate stays open", () => {
    const report = deltaReport(before, after, { target: "pass_at_1" });
    expect(report).toMatchObject({ ok: true, outcome: "not comparable", headline: "NOT COMPARABLE (prompt_hash)" });
    expect(codes(report)).toContain("prompt_differs");
  });

  test.each(["system_prompt", "tools", "agent", "prompt_hash"] as const)("%s declared", (change) => {
    const report = deltaReport(before, after, { target: "pass_at_1", changed: [change], runStd: 0.02 });
    expect(report).toMatchObject({ ok: true, notComparable: [], headline: "PASS", outcome: "better" });
    expect(codes(report)).not.toContain("prompt_differs");
    expect(`${report}`).toContain(`changed on purpose: ${change}`);
  });

  test("camelCase is not a second spelling", () => {
    // @ts-expect-error spelled as an option, not as a change
    expect(() => deltaReport(before, after, { changed: ["systemPrompt"] })).toThrow(/system_prompt/);
  });
});

describe("options", () => {
  test.each<[DeltaReportOptions, RegExp]>([
    [{ runStdRuns: 3 }, /`runStdRuns` came without/],
    [{ runStd: 0.1, runStdRuns: 1 }, /runStdRuns/],
    [{ alpha: 0 }, /alpha/],
    [{ power: 1 }, /power/],
    [{ lowerIsBetter: ["honets"] }, /Did you mean "marker:honest"/],
    [{ lowerIsBetter: { nothing: true } }, /no row measures/],
    [{ proxy: "marker:pass_at_1x" }, /no row measures/],
    [{ markers: ["polit"] }, /Did you mean "marker:polite"/],
    [{ margin: { honest: 0.1 } }, /is no guard/],
    [{ mustNotRegress: ["honest"], margin: { nothing: 0.1 } }, /no row measures/],
    [{ mustNotRegress: ["honest"], margin: -1 }, /margin/],
    [{ runStd: { nothing: 0.1 } }, /no row measures/],
    [{ by: "categroy" }, /no row says "categroy".*/],
    [{ trainRuns: [] }, /no seed/],
    [{ trainRuns: { before: null, after: null } }, /no trained arm/],
    [{ trainRuns: { befor: [low] } as never }, /arm "befor"/],
    [{ trainRuns: low as never }, /one list of rows for each seed/],
    [{ trainRuns: 3 as never }, /must be a list/],
    [{ trainRuns: { after: "x" } as never }, /list of row lists/],
    [{ targte: "x" } as never, /Did you mean `target`/],
    [{ correction: "bonferroni" as never }, /correction/],
  ])("%j is refused", (options, message) => {
    expect(() => deltaReport(marked(10, 1, 1), marked(10, 2, 2), options)).toThrow(OptionError);
    expect(() => deltaReport(marked(10, 1, 1), marked(10, 2, 2), options)).toThrow(message);
  });

  test("something that is no list of rows is refused", () => {
    expect(() => deltaReport("rows.jsonl" as never, [])).toThrow(/must be a list of rows/);
  });

  test("markers chooses what is compared", () => {
    const names = (options: DeltaReportOptions) => [
      ...deltaReport(marked(9, 1, 1), marked(9, 2, 2), options).metrics.keys(),
    ];
    expect(names({})).toEqual(["pass_at_1", "marker:honest", "marker:polite"]);
    expect(names({ markers: [] })).toEqual(["pass_at_1"]);
    expect(names({ markers: ["marker:polite"], target: "mean_reward" })).toEqual([
      "pass_at_1",
      "mean_reward",
      "marker:polite",
    ]);
  });

  test("a re-run SD of one metric is never another's", () => {
    const report = deltaReport(marked(20, 2, 2), marked(20, 18, 18), { runStd: 0.02, runStdRuns: 5 });
    expect(report.metrics.get("marker:honest")).toMatchObject({ noiseBand: null, noiseNote: "no_replicate_floor" });
    expect(report.runStdByMetric.get("marker:honest")).toBeNull();
    expect(codes(report)).toContain("no_replicate_floor");
    const given = deltaReport(marked(20, 2, 2), marked(20, 18, 18), { runStd: { honest: 0.02, pass_at_1: null } });
    expect(given.metrics.get("marker:honest")).toMatchObject({ runStd: 0.02, deltaVerdict: "moved" });
    expect(codes(given)).toContain("run_std_bare_number");
  });

  test("a look has its own alpha, and the level of the interval with it", () => {
    const looks = { look: 1, of: 3, alpha: 0.001 };
    const report = deltaReport(low, high, { looks });
    expect(report).toMatchObject({ looks, alpha: 0.001, level: 0.999, headlineVerdict: "no_change_detected" });
    expect(`${report}`).toContain("look 1 of 3");
    const closed = deltaReport(low, high, { looks: { look: 1, of: 3, alpha: 0 } });
    expect(closed).toMatchObject({ alpha: 0, level: 0.95, headlineVerdict: "no_change_detected" });
  });

  test("balanced rollouts: as many on both sides, whatever the order", () => {
    const many = runRows({ rewards: Array.from({ length: 8 }, (_, task) => [1, 0, task % 2, 0, 1, 0]) });
    const few = runRows({ rewards: Array.from({ length: 8 }, () => [1, 0]) });
    const report = deltaReport(many, few, { balanceRollouts: true });
    expect(report).toMatchObject({ balanced: true, nBalancedOut: { before: 32, after: 0 } });
    expect(report.config.before.k).toBe(2);
    expect(codes(report)).not.toContain("unequal_k");
    expect(`${deltaReport([...many].reverse(), few, { balanceRollouts: true })}`).toBe(`${report}`);
    expect(codes(deltaReport(many, few))).toContain("unequal_k");
  });
});

describe("several metrics", () => {
  const names = ["a", "b", "c", "d", "e"];
  const side = (shift: number): Row[] =>
    runRows({
      rewards: passes(14, 2),
      markers: (task) => Object.fromEntries(names.map((name, index) => [name, task < 3 + shift * (index + 2) ? 1 : 0])),
    });

  test("a family of moves is warned of, unless it is corrected for", () => {
    const plain = deltaReport(side(0), side(1));
    expect(plain.correction).toBe("none");
    expect(plain.nMetrics).toBe(6);
    expect(plain.familyError).toBeCloseTo(1 - 0.95 ** 6, 12);
    expect(codes(plain)).toContain("family_error");
    expect(plain.improved).toEqual(["marker:e"]);
    const holm = deltaReport(side(0), side(1), { correction: "holm" });
    expect(codes(holm)).not.toContain("family_error");
    expect(holm.metrics.get("marker:e")?.adjustedPValue).toBeCloseTo(
      5 * (holm.metrics.get("marker:e")?.pValue as number),
      12,
    );
    expect(holm.improved).toEqual([]);
    expect(holm.metrics.get("marker:e")).toMatchObject({ verdict: "b_better", deltaVerdict: "no_change_detected" });
    expect(holm.metrics.get("marker:e")?.outcomeReason).toMatch(/once 5 metrics are allowed for/);
  });

  test("the target stays unadjusted, and max-T costs less than Holm", () => {
    const report = deltaReport(side(0), side(1), { correction: "max-t", target: "marker:e" });
    const holm = deltaReport(side(0), side(1), { correction: "holm", target: "marker:e" });
    expect(report.metrics.get("marker:e")?.adjustedPValue).toBeNull();
    expect(report.targetVerdict).toBe("moved_unreplicated");
    const [joint, plain] = [report, holm].map(({ metrics }) => metrics.get("marker:d")?.adjustedPValue as number);
    expect(joint).toBeLessThan(plain as number);
  });

  test("Holm takes the place of max-T where tasks are not paired", () => {
    const other = side(1).map((row) => ({ ...row, scenario_id: `u${row.scenario_id}` }));
    const report = deltaReport(side(0), other, { correction: "max-t" });
    expect(report.correction).toBe("holm");
    expect(codes(report)).toContain("holm_instead");
  });
});

describe("training seeds", () => {
  const arm = (means: readonly number[]) => means.map((mean) => threeRuns([mean]));

  test("one seed leaves it unresolved, and a wrong way still fails", () => {
    const up = deltaReport(low, high, { target: "pass_at_1", trainRuns: [high] });
    expect(up).toMatchObject({
      ok: true,
      headline: "UNRESOLVED (one training seed per arm)",
      outcome: "not enough data",
    });
    expect(codes(up)).toEqual(expect.arrayContaining(["unresolved_seeds", "no_floor_for_train_runs"]));
    expect(deltaReport(high, low, { target: "pass_at_1", trainRuns: [low] })).toMatchObject({
      ok: false,
      headline: "FAIL",
    });
  });

  test("the interval knows of seeds", () => {
    const after = threeRuns([0.6]);
    const report = deltaReport(threeRuns([0.4]), after, { runStd: 0.01, trainRuns: arm([0.55, 0.6, 0.65]) });
    // s = 0.05, n = 3, df = 2; t = 4.302653.
    const ci = report.metrics.get("pass_at_1")?.ci95;
    const half = Math.hypot(((ci?.high ?? 0) - (ci?.low ?? 0)) / 2, 4.302652729696 * (0.05 / Math.sqrt(3)));
    expect(report.trainDelta).toBeCloseTo(0.2, 9);
    expect(report.trainCi95?.low).toBeCloseTo(0.2 - half, 8);
    expect(report.trainCi95?.high).toBeCloseTo(0.2 + half, 8);
    expect(report).toMatchObject({ trainDf: 2, trainRuns: { before: null, after: 3 }, headlineVerdict: "moved" });
    expect(report.repeats).toMatchObject({ source: "trainRuns", agree: 3 });
    expect(`${report}`).toMatch(/training seeds: untrained before, 3 seeds after/);
  });

  test("seeds that differ by as much show no difference", () => {
    const trainRuns = { before: arm([0.3, 0.5]), after: arm([0.35, 0.75]) };
    const report = deltaReport(threeRuns([0.4]), threeRuns([0.55]), { trainRuns, target: "pass_at_1" });
    expect(report).toMatchObject({ headlineVerdict: "no_change_detected", outcome: "no difference shown", ok: true });
    expect(codes(report)).toContain("seed_spread_covers_zero");
    expect(report.outcomeReason).toMatch(/Training seeds/);
  });
});

describe("slices", () => {
  const side = (easy: number, hard: number): Row[] => [
    ...runRows({ rewards: passes(8, easy), fields: () => ({ category: "easy" }) }),
    ...runRows({ rewards: passes(6, hard), from: 8, fields: () => ({ category: "hard" }) }),
  ];

  test("weak ones come first, and what fell is named", () => {
    const report = deltaReport(side(1, 3), side(4, 1));
    expect([...report.groups.keys()]).toEqual(["hard", "easy"]);
    expect(report).toMatchObject({ groupsDown: ["hard"], groupsWeak: ["hard"], by: "category", bySource: "auto" });
    expect(report.groups.get("hard")?.weakReasons).toEqual(["low", "no_gain"]);
    expect(codes(report)).toContain("group_down");
    expect(`${report}`).toMatch(/hard +0\.750 -> 0\.250 .* DOWN .* weak: low, no_gain/);
  });

  test("none when not wanted, or when one value covers everything", () => {
    expect(deltaReport(side(1, 3), side(4, 1), { by: false })).toMatchObject({
      by: null,
      bySource: null,
      groupsWeak: [],
    });
    const one = side(1, 3).map((row) => ({ ...row, category: "all" }));
    expect(deltaReport(one, one).by).toBeNull();
  });

  test("by a function, a marker, a field that only some rows have", () => {
    const byFunction = deltaReport(side(1, 3), side(4, 1), { by: ({ category }) => `is ${String(category)}` });
    expect(byFunction).toMatchObject({ by: "function", bySource: "given" });
    expect([...byFunction.groups.keys()]).toEqual(["is hard", "is easy"]);
    const byMarker = deltaReport(marked(12, 6, 1), marked(12, 6, 1), { by: "marker:honest" });
    expect(new Set(byMarker.groups.keys())).toEqual(new Set(["0", "1"]));
    const some = side(1, 3).map(({ category, ...row }) => (category === "easy" ? { ...row, category } : row)) as Row[];
    const partly = deltaReport(some, some, { by: "category" });
    expect([...partly.groups.keys()]).toEqual(["easy"]);
    expect(codes(partly)).toContain("no_group");
  });

  test("few tasks are no gain and no loss, only few", () => {
    const tiny = (count: number) => [
      ...side(1, 1),
      ...runRows({ rewards: passes(2, count), from: 20, fields: () => ({ category: "tiny" }) }),
    ];
    const group = deltaReport(tiny(1), tiny(1)).groups.get("tiny");
    expect(group).toMatchObject({ lowN: true, weakReasons: ["low"], verdict: "insufficient_data" });
  });
});

describe("sides that cannot be compared", () => {
  const test10 = passes(10, 2);
  const stamped = (fields: Record<string, unknown>, rewards: readonly (readonly unknown[])[] = test10) =>
    runRows({ rewards, fields: () => fields });

  test.each([
    ["user_model", { user_model: "a" }, { user_model: "b" }, "user_or_writer_differs"],
    ["writer_model", { writer_model: "a" }, { writer_model: "b" }, "user_or_writer_differs"],
  ])("%s", (cause, before, after, code) => {
    const report = deltaReport(stamped(before), stamped(after));
    expect(report).toMatchObject({ ok: false, notComparable: [cause], headline: `FAIL: NOT COMPARABLE (${cause})` });
    expect(codes(report)).toContain(code);
    const declared = deltaReport(stamped(before), stamped(after), { changed: [cause as "user_model"] });
    expect(declared).toMatchObject({ ok: true, notComparable: [] });
  });

  test("writers without a model count as one", () => {
    const report = deltaReport(stamped({ writer_model: "seed" }), stamped({ writer_model: "template" }));
    expect(report.notComparable).toEqual([]);
  });

  test.each([
    ["judge_differs", { judge_meta: { version: "1" } }, { judge_meta: { version: "2" } }],
    ["temperature_differs", { sampling: { temperature: 0 } }, { sampling: { temperature: 1 } }],
    ["max_tokens_differs", { sampling: { max_tokens: 10 } }, { sampling: { max_tokens: 20 } }],
    ["truncated_gap", { finish_reason: "stop" }, { finish_reason: "length" }],
    ["same_policy", { policy_version: "m@1" }, { policy_version: "m@1" }],
    ["same_replies", { final_text: "x" }, { final_text: "x" }],
  ])("%s only warns", (code, before, after) => {
    const report = deltaReport(stamped(before), stamped(after));
    expect(codes(report)).toContain(code);
    expect(report).toMatchObject({ ok: true, notComparable: [] });
  });

  test("a model trained and served under one name is asked about", () => {
    const [before, after] = [stamped({ policy_version: "m@1" }), stamped({ policy_version: "m@2" })];
    const report = deltaReport(before, after, { trainRuns: [after], changed: ["agent"] });
    expect(codes(report)).toContain("shared_served_name");
  });

  test("rows of one side that disagree are mixed", () => {
    const mixed = [...stamped({ user_model: "a" }).slice(0, 20), ...stamped({ user_model: "b" }).slice(20)];
    expect(codes(deltaReport(mixed, stamped({ user_model: "a" })))).toContain("mixed_stamps");
  });

  test("so many missing grades that they could be the difference", () => {
    const holes = passes(10, 3).map((own, task) => (task < 7 ? own : [null, null, null, null]));
    const report = deltaReport(runRows({ rewards: passes(10, 2) }), runRows({ rewards: holes }));
    expect(report).toMatchObject({ ok: false, notComparable: ["graded_share"], outcome: "not comparable" });
    expect(report.whatWouldChangeIt).toBe("Grades for the rows that have none.");
    expect(`${report}`).toContain("graded: 1.00 before, 0.70 after");
    const few = passes(100, 3).map((own, task) => (task < 93 ? own : [null, null, null, null]));
    expect(codes(deltaReport(runRows({ rewards: passes(100, 1) }), runRows({ rewards: few })))).toContain(
      "low_graded_share",
    );
  });

  test("one side falls silent", () => {
    const say = (text: string) => stamped({ final_text: text });
    const report = deltaReport(say("hello"), say(" "));
    expect(report).toMatchObject({ ok: false, notComparable: ["answered"] });
    expect(codes(report)).toContain("answered_gap");
    expect(`${report}`).toContain("answered: 100% before, 0% after");
  });

  test("other tasks, unless that was meant", () => {
    const other = runRows({ rewards: passes(10, 3), from: 100 });
    expect(deltaReport(low, other)).toMatchObject({ ok: false, notComparable: ["situations"] });
    const meant = deltaReport(low, other, { changed: ["situations"] });
    expect(meant).toMatchObject({ ok: true, notComparable: [] });
    expect(codes(meant)).toContain("pairing_note");
    const some = [...high, ...runRows({ rewards: passes(3, 3), from: 50 })];
    expect(codes(deltaReport(low, some))).toContain("pairing_note");
  });
});

describe("advice", () => {
  test("what these tasks can show, and how many more the gain needs", () => {
    const nudged = runRows({ rewards: passes(10, 1).map((own, task) => (task < 3 ? [1, 1, 0, 0] : own)) });
    const report = deltaReport(low, nudged);
    expect(report).toMatchObject({ headlineVerdict: "no_change_detected", tasksNeededSource: "rows", ceiling: false });
    expect(report.tasksNeeded).toBeGreaterThan(10);
    expect(report.detectableEffect).toBeGreaterThan(0.075);
    expect(codes(report)).toContain("sizing");
    expect(report.whatWouldChangeIt).toMatch(/At least 6 shared tasks that differ, not 3/);
  });

  test("too easy tasks", () => {
    const easy = runRows({ rewards: [...passes(9, 4), ...passes(1, 3)] });
    const report = deltaReport(easy, easy);
    expect(report.ceiling).toBe(true);
    expect(`${report}`).toMatch(/^CEILING: too little room/m);
  });

  test("a gain counts only once re-runs are known", () => {
    const report = deltaReport(low, high);
    expect(report).toMatchObject({ outcome: "not enough data", headlineVerdict: "moved_unreplicated" });
    expect(report.whatWouldChangeIt).toMatch(/eval_run/);
    const one = deltaReport(threeRuns([0.2, 0.22, 0.24]), high);
    expect(one.headline).toBe("INCONCLUSIVE (1 eval run after, rerun to confirm)");
    expect(deltaReport(low, threeRuns([0.9, 0.92])).headline).toBe(
      "INCONCLUSIVE (1 eval run before, rerun to confirm)",
    );
    expect(codes(deltaReport(threeRuns([0.2, 0.22]), threeRuns([0.8, 0.82])))).toContain("two_runs_only");
    expect(codes(deltaReport(low, high, { runStd: 0.01, runStdRuns: 2 }))).toContain("run_std_few_runs");
  });
});

test("related tasks count as one: the verdict follows the clusters", () => {
  const cluster = (rows: Row[]) => rows.map((row) => ({ ...row, doc: Number(String(row.scenario_id).slice(1)) % 4 }));
  const report = deltaReport(cluster(low), cluster(high), { clusterBy: "doc" });
  expect(report.metrics.get("pass_at_1")).toMatchObject({ nClusters: 4, pValue: 0.125 });
  expect(report.headlineVerdict).toBe("no_change_detected");
});
