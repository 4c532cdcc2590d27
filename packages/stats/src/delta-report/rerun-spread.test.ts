import type { Row } from "@whileai/core";
import { describe, expect, test } from "vitest";
import { codes, high, low, passes, runRows, threeRuns } from "./__fixtures__/run-rows.js";
import { deltaReport } from "./delta-report.js";

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

  test("replies that differ in nothing that counts are told, and their spread is 0", () => {
    const stamped = (rows: Row[]) => replay(rows).map((row, index) => ({ ...row, final_text: `at ${index}` }));
    const [before, after] = [runRows({ rewards: passes(7, 1) }), runRows({ rewards: passes(7, 3) })];
    const some = (rows: Row[]) => stamped([...rows, ...runRows({ rewards: [[1], [0], [0]], from: 20 })]);
    const report = deltaReport(some(before), some(after));
    expect(report).toMatchObject({ runStd: 0, noiseBand: 0, replayedRuns: { before: [], after: [] } });
    expect(report.notes.find(({ code }) => code === "same_outcomes")?.message).toBe(
      "every rollout of these runs came out the same (before: 0, 1, 2; after: 0, 1, 2), so they know of no noise between runs.",
    );
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
