import { describe, expect, test } from "vitest";
import { codes, high, low, threeRuns } from "./__fixtures__/run-rows.js";
import { deltaReport } from "./delta-report.js";

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

  test("seeds on both arms are no re-runs of one model", () => {
    const trainRuns = { before: arm([0.2, 0.22, 0.24]), after: arm([0.7, 0.72, 0.74]) };
    const report = deltaReport(threeRuns([0.22]), threeRuns([0.72]), { trainRuns, target: "pass_at_1" });
    expect(report).toMatchObject({
      headline: "INCONCLUSIVE (no re-run floor, rerun to confirm)",
      ok: true,
      trainDf: 4,
    });
    expect(codes(report)).toEqual(expect.arrayContaining(["unreplicated", "no_floor_for_train_runs"]));
  });
});
