import type { Row } from "@whileai/core";
import { describe, expect, test } from "vitest";
import { passAt } from "../pass-at/pass-at.js";
import { combinedDifference } from "./combined-difference.js";
import { compareRuns } from "./compare-runs.js";
import {
  percentileDifference,
  stratifiedDifference,
  studentizedDifference,
  wilsonDifference,
} from "./interval-functions.js";

const flat = (rewards: readonly unknown[], from = 0): Row[] =>
  rewards.map((reward, task) => ({ task_id: `t${task + from}`, reward }) as Row);
const cycle = (pattern: readonly number[], times: number) =>
  Array.from({ length: times }, (_, index) => pattern[index % pattern.length] as number);
const before = flat(cycle([0, 1, 0, 0, 1], 40));
const after = flat(cycle([1, 1, 0, 1, 0], 40));

describe("interval functions", () => {
  const exact = compareRuns(before, after).ci95;
  const exactUnpaired = compareRuns(before, after, { minPaired: 99 }).ci95;

  test.each([
    ["percentile", percentileDifference, 0.08],
    ["studentized", studentizedDifference, 0.12],
    ["wilson", wilsonDifference, 0.06],
  ] as const)("%s: near the exact one on many tasks, paired and unpaired", (name, interval, within) => {
    for (const [minPaired, wanted] of [
      [5, exact],
      [99, exactUnpaired],
    ] as const) {
      const report = compareRuns(before, after, { interval, minPaired, seed: 3 });
      expect(report.intervalMethod).toBe(name);
      expect(Math.abs((report.ci95?.low as number) - (wanted?.low as number))).toBeLessThan(within);
      expect(Math.abs((report.ci95?.high as number) - (wanted?.high as number))).toBeLessThan(within);
      expect(compareRuns([...before].reverse(), after, { interval, minPaired, seed: 3 }).ci95).toEqual(report.ci95);
    }
  });

  test("wilson: never of zero width, never beyond what a difference can be", () => {
    const six = (reward: number) => flat(cycle([reward], 6));
    const { ci95 } = compareRuns(six(0), six(1), { interval: wilsonDifference });
    expect(ci95?.high).toBe(1);
    expect(ci95?.low).toBeCloseTo(2 * (6 / (6 + 1.959964 ** 2)) - 1, 5);
    const report = compareRuns(flat(cycle([3], 6)), flat(cycle([1, 2], 6)), {
      interval: wilsonDifference,
      metric: "mean_reward",
    });
    expect(report.intervalMethod).toBe("t");
    expect(report.notes.map(({ code }) => code)).toContain("interval_method");
  });

  test("stratified: narrower where strata differ", () => {
    const shifted = flat(cycle([1, 0], 40).map((value, task) => (task % 2 === 0 ? value : value)));
    const start = flat(cycle([0, 0], 40));
    const interval = stratifiedDifference((task) => Number(task.slice(1)) % 2);
    const report = compareRuns(start, shifted, { interval });
    // Every even task went up, every odd one stayed: inside a stratum nothing varies.
    expect(report).toMatchObject({ intervalMethod: "stratified", ci95: { low: 0.5, high: 0.5 } });
    expect(compareRuns(start, shifted).ci95).not.toEqual(report.ci95);
    expect(compareRuns(start, shifted, { interval, minPaired: 99 }).intervalMethod).toBe("t");
    expect(compareRuns(start, shifted, { interval: stratifiedDifference(() => null) }).intervalMethod).toBe(
      "stratified",
    );
  });

  test("stratified: tasks that are mostly alone in their strata have no known spread", () => {
    const alone = stratifiedDifference((task) => task);
    const [a, b] = [flat(cycle([0, 0], 12)), flat(cycle([1, 0], 12))];
    const report = compareRuns(a, b, { interval: alone });
    expect(report.intervalMethod).toBe("t");
    expect(report.ci95?.low).toBeLessThan(report.ci95?.high as number);
  });

  test.each<[string, unknown]>([
    ["NaN", { low: Number.NaN, high: 1 }],
    ["an infinite end", { low: 0, high: Number.POSITIVE_INFINITY }],
    ["something else", "wide"],
  ])("a function that gives %s is told so", (_, given) => {
    const interval = (() => given) as never;
    const rows = flat(cycle([1, 0], 12));
    expect(() => compareRuns(rows, rows, { interval })).toThrow("interval");
    expect(() => passAt(rows, { interval })).toThrow("interval");
  });

  test("student's t agrees with its formula, and Welch's with its own", () => {
    const paired = compareRuns(flat([0, 0, 1, 0]), flat([1, 0, 1, 1]), { interval: "t", minPaired: 1 });
    // Differences 1, 0, 0, 1: mean 0.5, SD 0.57735, t(3) = 3.18245.
    expect(paired.standardError).toBeCloseTo(0.288675, 6);
    expect(paired.ci95?.low).toBeCloseTo(0.5 - 3.182446 * 0.288675, 5);
    const welch = compareRuns(flat([0, 0, 1, 0]), flat([1, 0, 1, 1, 1], 9), { interval: "t", changed: ["situations"] });
    // SDs 0.5 and 0.447214: SE 0.320156, df 6.1875.
    expect(welch.standardError).toBeCloseTo(0.320156, 6);
    expect(welch.ci95?.low).toBeCloseTo(0.55 - 2.4289 * 0.320156, 3);
  });
});

describe("combinedDifference", () => {
  test("uses the shared tasks in pairs and the others as samples", () => {
    const a = [...flat([0, 0, 1, 0]), ...flat([0, 1, 0], 10)];
    const b = [...flat([1, 0, 1, 1]), ...flat([1, 1, 0], 20)];
    const { paired, unpaired, combined } = combinedDifference(a, b);
    expect(paired?.estimate).toBe(0.5);
    expect(unpaired?.estimate).toBeCloseTo(1 / 3, 12);
    expect(combined?.estimate).toBeGreaterThan(1 / 3);
    expect(combined?.estimate).toBeLessThan(0.5);
    expect(() => combinedDifference(a, b, { metric: "pass" })).toThrow("unknown metric");
    expect(() => combinedDifference(a, b, { lvel: 0.9 } as never)).toThrow("level");
  });
});
