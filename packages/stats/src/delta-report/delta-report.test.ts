import { OptionError, type Row } from "@whileai/core";
import { describe, expect, test } from "vitest";
import { codes, high, low, marked, runRows } from "./__fixtures__/run-rows.js";
import { deltaReport } from "./delta-report.js";
import type { DeltaReportOptions } from "./delta-report-types.js";

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

  test("is a metric's full name, for the compiler; at run time a marker's bare name will do", () => {
    // @ts-expect-error no metric
    expect(deltaReport(low, high, { target: "passat1" }).headline).toBe("TARGET NOT MEASURED");
    // @ts-expect-error not its full name
    expect(deltaReport(marked(10, 1, 1), marked(10, 9, 9), { target: "honest" }).target).toBe("marker:honest");
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
    [{ margin: 0.1 }, /`margin` came without/],
    [{ runStd: { honest: 0.1, "marker:honest": 0.2 } }, /gives two values for marker:honest/],
    [{ runStd: Number.MAX_VALUE }, /runStd/],
    [{ mustNotRegress: ["honest"], margin: { nothing: 0.1 } }, /no row measures/],
    [{ mustNotRegress: ["honest"], margin: -1 }, /margin/],
    [{ runStd: { nothing: 0.1 } }, /no row measures/],
    [{ by: "honets" }, /no row says "honets".* Did you mean "honest"/],
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
    expect(closed.whatWouldChangeIt).toBe("The next look.");
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

test("related tasks count as one: the verdict follows the clusters", () => {
  const cluster = (rows: Row[]) => rows.map((row) => ({ ...row, doc: Number(String(row.scenario_id).slice(1)) % 4 }));
  const report = deltaReport(cluster(low), cluster(high), { clusterBy: "doc" });
  expect(report.metrics.get("pass_at_1")).toMatchObject({ nClusters: 4, pValue: 0.125 });
  expect(report.headlineVerdict).toBe("no_change_detected");
});
