import { OptionError, type Row } from "@whileai/core";
import { describe, expect, test } from "vitest";
import { detectableEffect } from "./detectable-effect.js";
import { evalPower } from "./eval-power.js";
import { sliceMinTasks } from "./slice-min-tasks.js";

const tasks = (...rates: readonly (readonly number[])[]): Row[] =>
  rates.flatMap((rewards, task) => rewards.map((reward) => ({ scenario_id: task, reward })));
const many = (count: number, ...rewards: number[]) => Array.from({ length: count }, () => rewards);
const codes = (report: { notes: readonly { code: string }[] }) => report.notes.map(({ code }) => code);

describe("evalPower", () => {
  test.each<[string, Row[], object, object]>([
    ["empty", [{ scenario_id: "a", reward: 0.5 }], {}, { nTasks: 0, k: null, base: null, nNeeded: null }],
    ["floored", tasks(...many(9, 0, 0)), {}, { tiedFail: 9, resolvable: 0 }],
    ["saturated", tasks(...many(9, 1, 1)), {}, { tiedPass: 9, resolvable: 0, base: 1 }],
    ["saturated", tasks(...many(97, 1), ...many(3, 0)), {}, { base: 0.97 }],
    ["saturated", tasks(...many(9, 1, 1, 0)), { effect: 0.5 }, { nNeeded: null, nNeededForVerdict: null }],
    ["underpowered", tasks(...many(20, 1, 0, 0, 1)), {}, { inBand: 20, taskSpread: 0, base: 0.5 }],
    ["underpowered", tasks([1], [0]), {}, { nTasks: 2, singleRollout: 2, resolvable: null }],
    ["usable", tasks(...many(2000, 1, 0, 0, 1)), {}, { nTasks: 2000, nRollouts: 8000, k: 4 }],
    ["usable", tasks(...many(30, 1, 0), ...many(30, 1, 1)), { effect: 0.25 }, { base: 0.75, inBand: 30, tiedPass: 30 }],
  ])("%s", (verdict, rows, options, fields) => {
    const report = evalPower(rows, options);
    expect(report).toMatchObject({ verdict, ...fields });
    expect(`${report}`).toContain(`eval set ${verdict}: ${report.reason}`);
    expect(codes(report).includes(verdict)).toBe(verdict !== "usable");
  });

  test("resolves what detectableEffect says at its base and smallest group", () => {
    const rows = tasks(...many(50, 1, 0, 0), [1, 1]);
    const { base, k, resolvable } = evalPower(rows);
    expect(k).toBe(2);
    expect(resolvable).toBe(detectableEffect(51, { base: base as number, k: 2 }).effect);
  });

  test("the band holds its borders", () => {
    const rows = tasks([1, 0, 0, 0, 0], [1, 1, 1, 1, 0], [1, 0], [0, 0]);
    expect(evalPower(rows).inBand).toBe(3);
    expect(evalPower(rows, { band: { low: 0, high: 0.1 } }).inBand).toBe(1);
  });

  test("says when nothing tells noise from difficulty, and when no task can move", () => {
    expect(codes(evalPower(tasks(...many(300, 1), ...many(300, 0)), { effect: 0.2 }))).toEqual([
      "single_rollout",
      "none_in_band",
    ]);
  });

  test.each([
    { band: { low: 0.8, high: 0.2 } },
    { band: [0.2, 0.8] },
    { effect: 0 },
    { effect: 1e-200 },
    { power: 1 },
    { alhpa: 0.1 },
  ])("refuses %j", (options) => expect(() => evalPower([], options as object)).toThrow(OptionError));
});

describe("sliceMinTasks", () => {
  test("the fewest pairs on which all-one-way reaches alpha", () => {
    for (const alpha of [0.001, 0.01, 0.05, 0.1, 0.2, 0.25, 0.5, 2 ** -9]) {
      const fewest = sliceMinTasks(alpha);
      expect(2 / 2 ** fewest).toBeLessThanOrEqual(alpha * (1 + 1e-9));
      if (fewest > 2) expect(2 / 2 ** (fewest - 1)).toBeGreaterThan(alpha);
    }
    expect(sliceMinTasks()).toBe(6);
    expect(sliceMinTasks(Number.MIN_VALUE)).toBe(1075);
  });

  test.each([0, 1, Number.NaN, "0.05" as unknown as number])("refuses an alpha of %s", (alpha) =>
    expect(() => sliceMinTasks(alpha)).toThrow(OptionError),
  );
});
