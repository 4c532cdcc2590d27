import type { Row } from "@whileai/core";
import { describe, expect, test } from "vitest";
import { codes, passes, runRows } from "./__fixtures__/run-rows.js";
import { deltaReport } from "./delta-report.js";

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
    expect(`${plain}`).toContain("6 metrics: were they independent, 26% chance that luck alone moves one");
    expect(plain.improved).toEqual(["marker:e"]);
    const holm = deltaReport(side(0), side(1), { correction: "holm" });
    expect(codes(holm)).not.toContain("family_error");
    expect(`${holm}`).not.toContain("26%");
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

  test("an adjusted p-value is never below the metric's own, whatever was drawn", () => {
    // The weaker metric is adjusted for itself alone, so that draws may land on either side of its exact p-value.
    const many = (gain: 0 | 1) => {
      const b = (task: number) => (gain === 0 ? task < 12 : (task >= 2 && task < 12) || task > 24);
      const markers = (task: number) => ({ a: task < 3 + gain * 20 ? 1 : 0, b: b(task) ? 1 : 0 });
      return runRows({ rewards: passes(30, 2), markers });
    };
    for (let seed = 0; seed < 10; seed++)
      for (const { adjustedPValue, pValue, metric } of deltaReport(many(0), many(1), {
        correction: "max-t",
        seed,
      }).metrics.values())
        if (metric !== "pass_at_1") expect(adjustedPValue).toBeGreaterThanOrEqual(pValue as number);
  });
});
