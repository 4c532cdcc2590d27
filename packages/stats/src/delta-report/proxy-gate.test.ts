import { describe, expect, test } from "vitest";
import { codes, low, marked } from "./__fixtures__/run-rows.js";
import { deltaReport } from "./delta-report.js";

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
