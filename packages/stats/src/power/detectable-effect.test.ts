import { OptionError } from "@whileai/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { detectableEffect } from "./detectable-effect.js";
import { holdoutSize } from "./holdout-size.js";
import { sliceMinTasks } from "./slice-min-tasks.js";

test("is the inverse of holdoutSize, by both of its numbers", () => {
  const tasks = fc.integer({ min: 40, max: 4000 });
  fc.assert(
    fc.property(tasks, fc.double({ min: 0.1, max: 0.7, noNaN: true }), fc.integer({ min: 1, max: 9 }), (n, base, k) => {
      const found = detectableEffect(n, { base, k });
      const { effect, effectForVerdict } = found as { effect: number; effectForVerdict: number };
      expect(holdoutSize(effect, { base, k }).nTasks).toBeGreaterThanOrEqual(n);
      expect(holdoutSize(effect, { base, k }).nTasks).toBeLessThanOrEqual(n + 1);
      const needed = holdoutSize(effectForVerdict, { base, k }).nTasksForVerdict as number;
      expect(Math.abs(needed - n)).toBeLessThanOrEqual(1);
    }),
    { numRuns: 40 },
  );
});

test.each<[number, object, string]>([
  [0, {}, "fewer than two tasks"],
  [1, {}, "fewer than two tasks"],
  [5, { base: 0.9, k: 1 }, "unattainable: the gap to 1 is 0.10"],
  [100, { base: 1 }, "unattainable: the gap to 1 is 0.00"],
])("%i tasks, %j: none, because %s", (nTasks, options, reason) => {
  const report = detectableEffect(nTasks, options);
  expect(report).toMatchObject({ effect: null, reason });
  expect(`${report}`).toContain(reason);
  expect(report.notes[0]?.fix).toContain(nTasks < 2 ? "more tasks" : "harder tasks");
});

test("prints both", () => {
  expect(`${detectableEffect(100)}`).toBe(
    "detectable effect +0.094; a verdict needs +0.090 (100 paired tasks, k=4, base 0.60, power 0.80)",
  );
  expect(`${detectableEffect(5, { k: 8 })}`).toContain("no gain gives a verdict");
});

test.each<[unknown, object]>([
  [-1, {}],
  [2.5, {}],
  [Number.NaN, {}],
  ["100", {}],
  [100, { base: 2 }],
  [100, { k: 0 }],
  [100, { rollouts: 4 }],
])("refuses %j with %j", (nTasks, options) => {
  expect(() => detectableEffect(nTasks as number, options)).toThrow(OptionError);
});

test("no gain gives a verdict on fewer tasks than the test can ever call", () => {
  for (const base of [0, 0.3, 0.6]) expect(detectableEffect(sliceMinTasks() - 1, { base }).effectForVerdict).toBeNull();
  expect(detectableEffect(sliceMinTasks(), { base: 0 }).effectForVerdict).not.toBeNull();
});
