import { describe, expect, test } from "vitest";
import { codes, high, low, passes, runRows, threeRuns } from "./__fixtures__/run-rows.js";
import { deltaReport } from "./delta-report.js";

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
