import { describe, expect, test } from "vitest";
import { threeRuns } from "./__fixtures__/run-rows.js";
import { deltaReport } from "./delta-report.js";
import type { DeltaReportOptions } from "./delta-report-types.js";

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
    expect(`${report}`).toContain("repeated: 3 of 3 eval runs say what all say together (3 better)");
    expect(report.repeats?.pairs.map(({ before, after }) => [before, after])).toEqual([
      ["0", "0"],
      ["1", "1"],
      ["2", "2"],
    ]);
  });
});
