import { describe, expect, test } from "vitest";
import { high, low, marked, passes, runRows, threeRuns } from "./__fixtures__/run-rows.js";
import { deltaReport } from "./delta-report.js";
import type { DeltaReport } from "./delta-report-types.js";

/** Sixty tasks, all lost before and won after: a p-value of 2 to the power of -59. */
const sixty = (count: number) => [0, 1, 2].flatMap((run) => runRows({ rewards: passes(60, count), run }));

describe("headline, outcome and ok", () => {
  const few = (from: number) => runRows({ rewards: passes(2, from === 0 ? 1 : 3), from });
  const cases: readonly (readonly [string, DeltaReport, RegExp, string, boolean])[] = [
    ["a gain", deltaReport(threeRuns([0.3, 0.31, 0.3]), threeRuns([0.6, 0.61, 0.62])), /^PASS$/, "better", true],
    ["a gain without re-runs", deltaReport(low, high), /^INCONCLUSIVE/, "not enough data", true],
    ["a loss", deltaReport(high, low), /^FAIL$/, "worse", false],
    ["a loss with one training seed", deltaReport(high, low, { trainRuns: [low] }), /^FAIL$/, "worse", false],
    ["nothing", deltaReport(low, low), /^NO DIFFERENCE$/, "no difference shown", true],
    [
      "a look that cannot stop, however large the gain",
      deltaReport(sixty(0), sixty(4), { looks: { look: 1, of: 3, alpha: 0 } }),
      /^NO DIFFERENCE$/,
      "no difference shown",
      true,
    ],
    ["two other tasks", deltaReport(few(0), few(50)), /^INSUFFICIENT DATA$/, "not enough data", false],
    [
      "other tasks",
      deltaReport(low, runRows({ rewards: passes(10, 3), from: 50 })),
      /^FAIL: NOT COMPARABLE \(situations\)$/,
      "not comparable",
      false,
    ],
    [
      "a proxy that rose alone",
      deltaReport(marked(20, 4, 10), marked(20, 18, 10), { proxy: "marker:honest" }),
      /^FAIL$/,
      "worse",
      false,
    ],
    [
      "a proxy that outran its target, which rose",
      deltaReport(marked(40, 0, 0), marked(40, 40, 10), { target: "marker:polite", proxy: "marker:honest" }),
      /^FAIL$/,
      "worse",
      false,
    ],
    [
      "a proxy of one side",
      deltaReport(low, marked(10, 9, 9), { proxy: "marker:honest" }),
      /^PROXY NOT MEASURED$/,
      "not enough data",
      false,
    ],
    [
      "a proxy that is the target",
      deltaReport(low, high, { target: "pass_at_1", proxy: "pass_at_1" }),
      /^PROXY IS THE TARGET$/,
      "not enough data",
      false,
    ],
    [
      "a guard of one side",
      deltaReport(low, marked(10, 9, 9), { mustNotRegress: ["honest"] }),
      /^GUARD NOT MEASURED/,
      "not enough data",
      false,
    ],
    [
      "a loss beside a proxy of one side",
      deltaReport(
        marked(10, 9, 9),
        low.map((row) => ({ ...row, reward: 0 })),
        { proxy: "marker:honest" },
      ),
      /^FAIL$/,
      "worse",
      false,
    ],
  ];

  test.each(cases)("%s", (_, report, headline, outcome, ok) => {
    expect(report.headline).toMatch(headline);
    expect(report).toMatchObject({ outcome, ok });
  });
});

describe("what would change it is true", () => {
  test("where tasks are few, and fewer than an interval needs were asked to pair", () => {
    const two = runRows({ rewards: passes(2, 1) });
    expect(deltaReport(two, two, { minPaired: 1 }).whatWouldChangeIt).toBe("At least 3 tasks run on both sides.");
  });

  test("where many tasks lie in few clusters", () => {
    const report = deltaReport(low, high, { clusterBy: () => "one" });
    expect(report.outcomeReason).toBe("An interval needs 3 independent clusters of tasks a side.");
    expect(report.whatWouldChangeIt).toBe("At least 3 clusters, not 1.");
  });

  test("where a guard is on the rows, but on too few tasks", () => {
    const before = marked(10, 9, 9).map((row, index) => (index < 2 ? row : { ...row, markers: {} }));
    const report = deltaReport(before, marked(10, 9, 9), { mustNotRegress: ["honest"] });
    expect(report.whatWouldChangeIt).toBe("Values of it on both sides, for 3 tasks or more.");
  });
});
