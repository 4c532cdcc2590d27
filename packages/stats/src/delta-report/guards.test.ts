import { OptionError, type Row } from "@whileai/core";
import { describe, expect, test } from "vitest";
import { codes, high, low, marked, passes, runRows } from "./__fixtures__/run-rows.js";
import { deltaReport } from "./delta-report.js";

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
