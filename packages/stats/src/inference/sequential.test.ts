import { derive, OptionError } from "@whileai/core";
import { describe, expect, test } from "vitest";
import { groupSequentialBoundaries } from "./group-sequential-boundaries.js";
import { pairedConfidenceSequence } from "./paired-confidence-sequence.js";
import { sequentialLook } from "./sequential-look.js";

describe("groupSequentialBoundaries", () => {
  // Checked with Gauss-Legendre quadrature (400 points a look) in numpy; K = 2 to 5 agree with the published tables
  // (K = 5: 4.8769 3.3569 2.6803 2.2898 2.0310).
  test.each([
    ["obrien-fleming", 1, 0.05, [1.959964]],
    ["obrien-fleming", 2, 0.05, [2.962588, 1.968596]],
    ["obrien-fleming", 3, 0.05, [3.710303, 2.511427, 1.993047]],
    ["obrien-fleming", 4, 0.05, [4.332634, 2.963132, 2.359044, 2.01409]],
    ["obrien-fleming", 5, 0.05, [4.876885, 3.357012, 2.68028, 2.289817, 2.031032]],
    ["pocock", 2, 0.05, [2.156999, 2.200977]],
    ["pocock", 5, 0.05, [2.437977, 2.426814, 2.410194, 2.396645, 2.385985]],
    ["obrien-fleming", [0.3, 0.7, 1], 0.01, [4.992726, 3.158322, 2.593906]],
  ] as const)("%s, looks %j, alpha %d", (spending, looks, alpha, expected) => {
    const boundaries = groupSequentialBoundaries({ looks, alpha, spending });
    for (const [index, z] of expected.entries()) expect(boundaries[index]?.z).toBeCloseTo(z, 4);
    expect(boundaries).toHaveLength(expected.length);
    expect(boundaries.at(-1)?.spent).toBeCloseTo(alpha, 12);
  });

  test("null paths cross five looks as often as alpha says, and five looks at 1.96 nearly three times as often", () => {
    const bounds = groupSequentialBoundaries({ looks: 5 }).map(({ z }) => z as number);
    const stream = derive(1, "paths");
    const normal = () => Math.sqrt(-2 * Math.log(1 - stream.uniform())) * Math.cos(2 * Math.PI * stream.uniform());
    let [crossed, naive] = [0, 0];
    const paths = 20_000;
    for (let path = 0; path < paths; path++) {
      let sum = 0;
      const statistics = bounds.map((_, look) => {
        sum += normal();
        return Math.abs(sum) / Math.sqrt(look + 1);
      });
      if (statistics.some((z, look) => z >= (bounds[look] as number))) crossed++;
      if (statistics.some((z) => z >= 1.96)) naive++;
    }
    // Four standard errors of 20,000 paths.
    expect(Math.abs(crossed / paths - 0.05)).toBeLessThan(0.0062);
    expect(naive / paths).toBeGreaterThan(0.12);
  });

  test("a look so early that it has nothing to spend cannot stop", () => {
    const [first, , last] = groupSequentialBoundaries({ looks: [0.01, 0.5, 1] });
    expect(first).toMatchObject({ z: null, p: 0, spent: 0 });
    expect(last?.z).toBeCloseTo(1.968596, 4);
  });

  test.each([
    [{ looks: 0 }],
    [{ looks: [0.5, 0.5, 1] }],
    [{ looks: [0.5] }],
    [{ looks: [] }],
    [{ looks: 2, alpha: 1 }],
    [{ looks: 2, spending: "pocok" }],
  ])("%j is refused", (options) => {
    expect(() => groupSequentialBoundaries(options as never)).toThrow(OptionError);
  });
});

describe("sequentialLook", () => {
  const plan = groupSequentialBoundaries({ looks: [0.01, 0.5, 1] });

  test.each([
    [{ look: 1, delta: 0.9, p: 1e-12 }, false, "no_difference_detected"],
    [{ look: 2, delta: 0.3, p: 0.001 }, true, "b_better"],
    [{ look: 2, delta: 0.3, p: 0.01 }, false, "no_difference_detected"],
    [{ look: 3, delta: -0.1, p: 0.04 }, true, "a_better"],
    [{ look: 3, delta: -0.1, p: 0.0495 }, true, "no_difference_detected"],
    [{ look: 3, delta: 0, p: 0 }, true, "no_difference_detected"],
  ])("%j", (evidence, stop, verdict) => {
    expect(sequentialLook(plan, evidence)).toMatchObject({ stop, verdict });
  });

  test("the repeated interval is as many errors wide as the boundary", () => {
    const { interval } = sequentialLook(plan, { look: 2, delta: 0.3, p: 0.01, standardError: 0.1 });
    expect(interval?.low).toBeCloseTo(0.3 - 0.2962588, 6);
    expect(sequentialLook(plan, { look: 1, delta: 0.3, p: 0.01, standardError: 0.1 }).interval).toBeNull();
    expect(sequentialLook(plan, { look: 2, delta: 0.3, p: 0.01 }).interval).toBeNull();
  });

  test("a look that was not planned is refused", () => {
    expect(() => sequentialLook(plan, { look: 4, delta: 0, p: 1 })).toThrow(OptionError);
    expect(() => sequentialLook(plan, { look: 1, delta: 0, p: 2 })).toThrow(OptionError);
  });
});

describe("pairedConfidenceSequence", () => {
  test("finds a steady difference, either way, and names the task", () => {
    const up = pairedConfidenceSequence(Array(80).fill(0.75));
    const down = pairedConfidenceSequence(Array(80).fill(-0.75));
    expect(up.decision?.verdict).toBe("b_better");
    expect(down.decision).toEqual({ afterTasks: up.decision?.afterTasks, verdict: "a_better" });
    const at = up.decision?.afterTasks as number;
    expect(up.intervals[at - 1]?.low).toBeGreaterThan(0);
    expect(up.intervals[at - 2]?.low).toBeLessThanOrEqual(0);
    expect(up.interval).toEqual(up.intervals.at(-1));
  });

  test("looking after every task, equal sides are told apart at most at the level", () => {
    let wrong = 0;
    for (let trial = 0; trial < 300; trial++) {
      const stream = derive(trial, "null");
      const differences = Array.from({ length: 150 }, () => (stream.integer(5) - 2) / 2);
      if (pairedConfidenceSequence(differences).decision !== null) wrong++;
    }
    expect(wrong / 300).toBeLessThanOrEqual(0.05);
  });

  test("nothing yet, and what is refused", () => {
    expect(pairedConfidenceSequence([])).toEqual({ intervals: [], interval: null, decision: null });
    expect(() => pairedConfidenceSequence([1.5])).toThrow(OptionError);
  });
});
