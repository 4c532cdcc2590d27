import type { Row } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { passAt } from "../pass-at/pass-at.js";
import { manyTaskValues, taskValues } from "./task-values.js";

const rows = (...given: unknown[]) => given as Row[];
const means = (given: Row[], metric: string) =>
  Object.fromEntries([...taskValues(given, metric).perTask].map(([task, { mean, count }]) => [task, [mean, count]]));

describe("taskValues", () => {
  test.each<[string, unknown[], string, Record<string, [number, number]>]>([
    [
      "booleans and numeric text count, fractions do not",
      [
        { task_id: "a", reward: true },
        { task_id: "a", reward: "0" },
        { task_id: "a", reward: 0.5 },
      ],
      "pass_at_1",
      { a: [0.5, 2] },
    ],
    [
      "mean_reward reads fractions",
      [
        { task_id: "a", reward: 0.5 },
        { task_id: "a", reward: 1 },
        { task_id: "b", reward: null },
      ],
      "mean_reward",
      { a: [0.75, 2] },
    ],
    [
      "a marker: booleans as 1 and 0, text numbers, the rest skipped",
      [
        { task_id: "a", markers: { m: true } },
        { task_id: "a", markers: { m: false } },
        { task_id: "a", markers: { m: "0.5" } },
        { task_id: "a", markers: { m: Number.NaN } },
        { task_id: "a", markers: { m: Number.POSITIVE_INFINITY } },
        { task_id: "a", markers: { m: "high" } },
        { task_id: "a", markers: { m: [1] } },
        { task_id: "a", markers: null },
        { task_id: "a" },
      ],
      "marker:m",
      { a: [0.5, 3] },
    ],
    [
      "an id of 0 is an id, __proto__ is a task",
      [
        { scenario_id: 0, reward: 1 },
        { scenario_id: "0", reward: 0 },
        { scenario_id: "__proto__x", reward: 1 },
      ],
      "pass_at_1",
      { "0": [0.5, 2], __proto__x: [1, 1] },
    ],
  ])("%s", (_, given, metric, expected) => {
    expect(means(given as Row[], metric)).toEqual(expected);
  });

  test("counts what it left out", () => {
    const values = taskValues(
      rows(
        null,
        3,
        "row",
        { task_id: "a", rollout_index: 0, reward: 1 },
        { task_id: "a", rollout_index: 0, reward: 1 },
        { task_id: "a", reward: 0.5 },
        { task_id: "a", reward: null },
        { task_id: "b", reward: 0 },
      ),
      "pass_at_1",
    );
    expect(values).toMatchObject({ nRows: 2, nSkipped: 2, nPartial: 1, nDuplicates: 1, nNotRows: 3 });
    expect(values).toMatchObject({ nAtZero: 1, nAtOne: 1, lowest: 0, highest: 1, isPresent: true, plans: ["fixed"] });
  });

  test("a row that comes again with a grade is counted, one that was graded is not", () => {
    const given = rows(
      { task_id: "a", rollout_index: 0, markers: { m: 1 } },
      { task_id: "a", rollout_index: 0, reward: 1, markers: { m: 0 } },
    );
    expect(means(given, "pass_at_1")).toEqual({ a: [1, 1] });
    expect(means(given, "marker:m")).toEqual({ a: [1, 1] });
  });

  test("says which markers there are when the one asked for is not", () => {
    const values = taskValues(rows({ task_id: "a", markers: { polite: 1 } }), "marker:poilte");
    expect(values).toMatchObject({ isPresent: false, otherMarkers: ["polite"], nRows: 0, lowest: null, highest: null });
  });

  test.each([
    ["pass_at1", "pass_at_1"],
    ["mean-reward", "mean_reward"],
    ["marker:", undefined],
    ["reward", undefined],
    [7, undefined],
    [undefined, undefined],
  ])("refuses the metric %j", (metric, near) => {
    let caught: unknown;
    try {
      taskValues([], metric as string);
    } catch (error) {
      caught = error;
    }
    expect(caught).toMatchObject({ code: "option_invalid", option: "metric", didYouMean: near });
  });

  test("refuses what is no list of rows", () => {
    expect(() => taskValues("rows.jsonl" as never, "pass_at_1")).toThrow("must be a list of rows");
  });

  const label = fc.constantFrom<unknown>(0, 1, true, false, 0.5, null, "1", Number.NaN);
  const anyRow = fc.record(
    {
      task_id: fc.constantFrom("a", "b", "c"),
      reward: label,
      rollout_index: fc.constantFrom(0, 1, 2, 3, 4, 5),
      sampling_plan: fc.constantFrom({ policy: "probe", probe: 2, k: 6 }, undefined),
    },
    { requiredKeys: ["task_id", "rollout_index"] },
  );

  test("reads as passAt does, in one pass for several metrics, whatever the rows", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof({ weight: 9, arbitrary: anyRow }, fc.anything())), (given) => {
        const report = passAt(given as Row[]);
        const both = manyTaskValues(given as Row[], ["pass_at_1", "mean_reward", "marker:m"]);
        const own = [...(both.get("pass_at_1")?.perTask ?? [])].map(([task, { mean }]) => [task, mean]);
        expect(new Map(own as [string, number][])).toEqual(new Map(report.perTask));
        expect(both.get("pass_at_1")).toEqual(taskValues(given as Row[], "pass_at_1"));
        expect(both.get("mean_reward")).toEqual(taskValues(given as Row[], "mean_reward"));
        expect(both.get("pass_at_1")?.nRows).toBe(report.nRows);
      }),
    );
  });

  test("probe-then-fill groups are read from their probes", () => {
    const plan = { policy: "probe", probe: 2, k: 8 };
    const given = rows(
      ...[1, 0, 0, 0, 0, 0, 0, 0].map((reward, rollout_index) => ({
        task_id: "a",
        reward,
        rollout_index,
        sampling_plan: plan,
      })),
    );
    expect(means(given, "pass_at_1")).toEqual({ a: [0.5, 2] });
    expect(taskValues(given, "pass_at_1").plans).toEqual(["2/8"]);
  });
});
