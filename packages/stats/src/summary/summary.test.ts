import { OptionError, type Row } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { passAt } from "../pass-at/pass-at.js";
import { markerNames } from "./marker-names.js";
import { markerSummary } from "./marker-summary.js";
import { meanReward } from "./mean-reward.js";
import { metricSummary } from "./metric-summary.js";
import { taskMeans } from "./task-means.js";

const codes = (report: { notes: readonly { code: string }[] }) => report.notes.map(({ code }) => code);
const rewarded = (...rewards: readonly unknown[]): Row[] =>
  rewards.map((reward, task) => ({ scenario_id: `t${task}`, reward }) as Row);

describe("metricSummary", () => {
  test("pass@1 as passAt gives it", () => {
    const rows = rewarded(1, 0, 1, true, "0", 0.5, null);
    const summary = metricSummary(rows);
    const { passAt1, ci95 } = passAt(rows);
    expect(summary).toMatchObject({ mean: passAt1, ci95, nTasks: 5, nRows: 5, nRowsAt1: 3, nRowsAt0: 2, nSkipped: 2 });
    expect(`${summary}`.split("\n")).toEqual([
      "pass_at_1 0.60 [0.20..1.00] (5 tasks, 5 rows, 2 rows without it)",
      "  warning: 1 row with a reward not 0 or 1 left out. Metric `mean_reward` reads them.",
    ]);
  });

  test.each<[string, Row[], string, object, string[]]>([
    ["nothing", [], "pass_at_1", { mean: null, ci95: null, nTasks: 0 }, ["not_measured"]],
    ["one value", rewarded(1, 1, 1), "pass_at_1", { mean: 1, ci95: null, degenerate: true }, ["degenerate"]],
    ["two tasks", rewarded(1, 0), "pass_at_1", { mean: 0.5, ci95: null, degenerate: false }, ["no_interval"]],
    ["fractions", rewarded(0.25, 0.5, 0.75), "mean_reward", { mean: 0.5, lowest: 0.25, highest: 0.75 }, []],
    [
      "a rollout said twice",
      [
        { scenario_id: "a", rollout_index: 0, reward: 1 },
        { scenario_id: "a", rollout_index: 0, reward: 0 },
      ],
      "pass_at_1",
      { mean: 1, nRows: 1, nDuplicates: 1, nContradicting: 1 },
      ["no_interval", "duplicate_rollouts"],
    ],
  ])("%s", (_, rows, metric, fields, noted) => {
    const summary = metricSummary(rows, metric);
    expect(summary).toMatchObject(fields);
    expect(codes(summary)).toEqual(noted);
  });

  test("a misspelt marker is an error, an absent one is not measured", () => {
    const marked = [{ scenario_id: "a", markers: { refusal: 1 } }];
    expect(() => metricSummary(marked, "marker:refusla")).toThrow(/marker:refusal/);
    expect(() => metricSummary(marked, "refusal")).toThrow(OptionError);
    expect(codes(metricSummary(rewarded(1), "marker:refusal"))).toEqual(["not_measured"]);
    expect(`${metricSummary(rewarded(1), "marker:refusal")}`).toContain("marker:refusal n/a");
  });
});

describe("hostile rows and errors", () => {
  const summaries: readonly [string, (rows: Iterable<Row>, metric: string) => unknown][] = [
    ["metricSummary", metricSummary],
    ["taskMeans", taskMeans],
  ];
  test.each(summaries)("%s names itself in its errors", (name, summary) => {
    expect(() => summary(rewarded(1), "refusal")).toThrow(`${name}: unknown metric`);
    expect(() => summary("rows.jsonl" as never, "pass_at_1")).toThrow(`${name}: \`rows\``);
  });

  test("a marker without a name is none", () => {
    const rows: Row[] = [{ scenario_id: "a", markers: { "": 1, refusal: 1 } }];
    expect(markerNames(rows)).toEqual(["refusal"]);
    expect([...markerSummary(rows).markers.keys()]).toEqual(["refusal"]);
  });

  test("step rewards beyond all measuring are none, as those of rows are", () => {
    const rows = [1, 2, 3].map((task): Row => ({ task_id: `${task}`, steps: [{ reward: 1e308 }, { reward: task }] }));
    for (const steps of ["mean", "sum", "last"] as const) {
      const report = meanReward(rows, { steps });
      expect(report).toMatchObject({ meanReward: 2, nRewardedSteps: 3, nUnrewardedSteps: 3 });
      expect(`${report}`).toContain("2.000");
    }
  });
});

describe("markers", () => {
  const rows = [
    { scenario_id: "a", markers: { refusal: 1, tone: null } },
    { scenario_id: "b", markers: { refusal: 0, tone: Number.NaN } },
    { scenario_id: "c", markers: { refusal: true as unknown as number } },
    { scenario_id: "d", markers: { hedging: 0.5 } },
    null as unknown as Row,
    { scenario_id: "e", markers: ["refusal"] as unknown as Record<string, number> },
  ];

  test("names, ascending, whatever their values", () => {
    expect(markerNames(rows)).toEqual(["hedging", "refusal", "tone"]);
    expect(markerNames(JSON.parse('[{"markers": {"__proto__": 1}}]'))).toEqual(["__proto__"]);
    expect(() => markerNames("rows.jsonl" as unknown as Row[])).toThrow(OptionError);
  });

  test("each as metricSummary gives it", () => {
    const summary = markerSummary(rows);
    expect([...summary.markers.keys()]).toEqual(["hedging", "refusal", "tone"]);
    expect(summary.markers.get("refusal")?.mean).toBeCloseTo(2 / 3, 12);
    expect(summary.markers.get("tone")).toMatchObject({ mean: null, nTasks: 0 });
    expect(codes(summary)).toEqual(["few_tasks"]);
    expect(`${summary}`).toContain("marker:refusal 0.67 [0.00..1.00] (3 tasks, 3 rows");
    expect(codes(markerSummary([]))).toEqual(["no_markers"]);
  });
});

test("taskMeans", () => {
  const rows = [...rewarded(1, 0, null), { scenario_id: "t0", reward: 0 }, { scenario_id: "__proto__", reward: 0.5 }];
  expect([...taskMeans(rows)]).toEqual([
    ["t0", 0.5],
    ["t1", 0],
  ]);
  expect(taskMeans(rows, "mean_reward").get("__proto__")).toBe(0.5);
});

describe("meanReward", () => {
  test("reads what passAt leaves out, one task one vote", () => {
    const rows = [...rewarded(0.5, 1, 0.2), { scenario_id: "t0", reward: 0.9 }];
    const report = meanReward(rows);
    expect(report.meanReward).toBeCloseTo((0.7 + 1 + 0.2) / 3, 12);
    expect(report.meanReward).toBe(passAt(rows).meanReward);
    expect(report).toMatchObject({ nTasks: 3, nRows: 4, nFractional: 3, lowest: 0.2, highest: 1, source: "row" });
    expect(codes(report)).toEqual(["few_tasks"]);
  });

  test("intervals: exact bootstrap and Student's", () => {
    const { interval, tInterval, taskStd } = meanReward(rewarded(...Array.from({ length: 25 }, (_, i) => i / 24)));
    const half = 2.0638985616280205 * (taskStd as number) * 0.2;
    expect(tInterval?.low).toBeCloseTo(0.5 - half, 9);
    expect(tInterval?.high).toBeCloseTo(0.5 + half, 9);
    expect(interval?.low).toBeGreaterThan(tInterval?.low as number);
    const wide = meanReward(rewarded(0.1, 0.5, 0.9, 0.3), { level: 0.99 });
    const narrow = meanReward(rewarded(0.1, 0.5, 0.9, 0.3), { level: 0.5 });
    expect(wide.interval?.low).toBeLessThan(narrow.interval?.low as number);
  });

  test.each<[string, unknown[], object, string[]]>([
    [
      "not graded",
      [null, "good", Number.NaN, undefined],
      { meanReward: null, nSkipped: 4, interval: null },
      ["not_graded"],
    ],
    ["all alike", [0.5, 0.5, 0.5], { meanReward: 0.5, interval: null, tInterval: null }, ["degenerate"]],
    ["booleans and numeric text", [true, "0.5"], { meanReward: 0.75, nRows: 2 }, ["no_interval"]],
    ["another scale", [-3, 12, 4], { lowest: -3, highest: 12 }, ["few_tasks", "outside_unit"]],
  ])("%s", (_, rewards, fields, noted) => {
    const report = meanReward(rewarded(...rewards));
    expect(report).toMatchObject(fields);
    expect(codes(report)).toEqual(noted);
  });

  const stepped: Row[] = [
    {
      scenario_id: "a",
      reward: 1,
      steps: [{ text: "x", reward: 0.5 }, { user: "more" }, { tool: "get", reward: 1 }, { text: "y" }],
    },
    {
      scenario_id: "b",
      reward: 0,
      steps: [
        { text: "given", reward: 9, prefix: true },
        { text: "x", reward: false },
      ],
    },
    { scenario_id: "c", reward: 1, steps: [{ text: "x", reward: Number.NaN }] },
  ];

  test.each([
    ["mean", [0.75, 0]],
    ["sum", [1.5, 0]],
    ["last", [1, 0]],
  ] as const)("step rewards by their %s", (steps, [a, b]) => {
    const report = meanReward(stepped, { steps });
    expect([...report.perTask]).toEqual([
      ["a", a],
      ["b", b],
    ]);
    expect(report).toMatchObject({ source: steps, nSkipped: 1, nRewardedSteps: 3, nUnrewardedSteps: 1 });
    expect(codes(report)).toContain("unrewarded_steps");
    expect(`${report}`).toContain(`mean reward (${steps} over steps)`);
  });

  test("step rewards that are not read are said", () => {
    expect(codes(meanReward(stepped))).toContain("step_rewards_unread");
    const ungraded = meanReward(stepped.map((row) => ({ ...row, reward: null })));
    expect(ungraded.notes[0]?.fix).toContain("steps");
    expect(meanReward([{ scenario_id: "a" }], { steps: "mean" }).notes[0]?.message).toContain("no step");
  });

  test("refuses bad options and paths", () => {
    expect(() => meanReward([], { steps: "first" as "last" })).toThrow(OptionError);
    expect(() => meanReward([], { level: 1 })).toThrow(OptionError);
    expect(() => meanReward("rows.jsonl" as unknown as Row[])).toThrow(OptionError);
  });

  test("the order of rows changes no digit, rows stay as they are, and a shift moves mean and interval", () => {
    const row = fc.record({
      scenario_id: fc.constantFrom("a", "b", "c", "d"),
      reward: fc.oneof(
        fc.constant(null),
        fc.integer({ min: -40, max: 40 }).map((tenths) => tenths / 8),
      ),
    });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 30 }), (rows) => {
        const copy = structuredClone(rows);
        const report = meanReward(rows);
        const backward = meanReward([...rows].reverse());
        expect(rows).toEqual(copy);
        expect(`${backward}`).toBe(`${report}`);
        expect(backward.interval).toEqual(report.interval);
        expect(backward.tInterval).toEqual(report.tInterval);
        const shifted = meanReward(
          rows.map(({ reward, ...rest }) => ({ ...rest, reward: reward === null ? null : reward + 8 })),
        );
        if (report.meanReward !== null) expect(shifted.meanReward).toBeCloseTo(report.meanReward + 8, 9);
        if (report.interval !== null) expect(shifted.interval?.low).toBeCloseTo(report.interval.low + 8, 9);
      }),
    );
  });
});
