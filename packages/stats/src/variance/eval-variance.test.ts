import { OptionError, type Row } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { evalVariance } from "./eval-variance.js";
import type { RunsInput } from "./split-runs.js";

const run = (rates: readonly (readonly unknown[])[], extra: Partial<Row> = {}): Row[] =>
  rates.flatMap((rewards, task) => rewards.map((reward) => ({ scenario_id: `t${task}`, reward, ...extra }) as Row));
const codes = (report: { notes: readonly { code: string }[] }) => report.notes.map(({ code }) => code);
const half = run([
  [1, 0],
  [1, 0],
  [0, 1],
]);
const most = run([
  [1, 1],
  [1, 0],
  [1, 1],
]);

describe("which runs there are", () => {
  test.each<[string, Record<string, unknown>[], object, string[]]>([
    ["lineage.eval_run, 0 and text alike", [{ eval_run: 0 }, { eval_run: "0" }, { eval_run: 1 }], {}, ["0", "1"]],
    [
      "lineage.scoring_run_id where there is no eval_run",
      [{ scoring_run_id: "b" }, { scoring_run_id: "a" }],
      {},
      ["a", "b"],
    ],
    ["whole numbers by value", [{ eval_run: 10 }, { eval_run: 9 }, { eval_run: "x" }], {}, ["9", "10", "x"]],
    ["by, inside lineage", [{ batch: 2 }, { batch: 1 }], { by: "batch" }, ["1", "2"]],
    [
      "only by, when it is given",
      [
        { eval_run: 1, batch: 5 },
        { eval_run: 2, batch: 5 },
      ],
      { by: "batch" },
      ["5"],
    ],
    ["hostile names", [{ eval_run: "__proto__" }, { eval_run: "constructor" }], {}, ["__proto__", "constructor"]],
  ])("%s", (_, lineages, options, names) => {
    const rows = lineages.map((lineage) => ({ scenario_id: "a", reward: 1, lineage }));
    expect([...evalVariance(rows, options).means.keys()]).toEqual(names);
  });

  test("rows that say no run are counted and left out", () => {
    const rows = [
      { scenario_id: "a", reward: 1, lineage: { eval_run: 1 } },
      { scenario_id: "a", reward: 0 },
    ];
    const report = evalVariance([...rows, null as unknown as Row, { reward: 1, lineage: { eval_run: null } }]);
    expect(report).toMatchObject({ nRuns: 1, nUnkeyed: 2, mean: 1, runStd: null });
    expect(codes(report)).toEqual(["unkeyed_rows", "few_runs"]);
  });

  test("`toString` is no key of a row", () => {
    expect(evalVariance([{ scenario_id: "a", reward: 1 }], { by: "toString" }).nUnkeyed).toBe(1);
  });

  test("runs are named in the order given, and any iterable will do", () => {
    const report = evalVariance([new Set(half), most]);
    expect([...report.means.keys()]).toEqual(["run_1", "run_2"]);
    expect(report.means.get("run_1")).toBe(0.5);
    expect(evalVariance(new Set(run([[1]], { lineage: { eval_run: 7 } }))).means.get("7")).toBe(1);
  });

  test.each<[string, unknown, RegExp]>([
    ["nothing", undefined, /got undefined/],
    ["no runs", [], /no runs/],
    ["a row", half[0], /got an object/],
    ["a path", "run.jsonl", /got a string/],
    ["paths", ["a.jsonl", "b.jsonl"], /got a string/],
    ["a row among runs", [half, half[0]], /run 2 must be a list of rows, got an object/],
    ["null among runs", [half, null], /run 2 must be a list of rows, got null/],
  ])("refuses %s", (_, runs, message) => {
    expect(() => evalVariance(runs as RunsInput)).toThrow(OptionError);
    expect(() => evalVariance(runs as RunsInput)).toThrow(message);
  });
});

describe("the spread", () => {
  test("runs without a readable row have a null mean and do not count", () => {
    const report = evalVariance([half, run([[null]]), most]);
    expect(report).toMatchObject({ nRuns: 2, noiseBandDf: 1 });
    expect([...report.means.values()]).toEqual([0.5, null, 5 / 6]);
    expect(codes(report)).toContain("empty_runs");
    expect(evalVariance([[], []])).toMatchObject({
      nRuns: 0,
      mean: null,
      runStd: null,
      noiseBand: null,
      stability: null,
    });
  });

  test.each([
    [0.5, 0.5, "very_stable"],
    [0.5, 0.508, "stable"],
    [0.5, 0.52, "high_variance"],
  ])("mean rewards of %f and %f are %s", (one, other, stability) => {
    const report = evalVariance([run([[one]]), run([[other]])], { metric: "mean_reward" });
    expect(report.stability).toBe(stability);
  });

  test("every metric that all runs have gets its own spread", () => {
    const marked = (value: number, extra: object = {}) =>
      run([[1], [0], [1]]).map((row) => ({ ...row, markers: { refusal: value, ...extra } }));
    const report = evalVariance([marked(0, { only: 1 }), marked(1)]);
    expect([...report.runStdByMetric.keys()]).toEqual(["pass_at_1", "mean_reward", "marker:refusal"]);
    expect(report.runStdByMetric.get("marker:refusal")).toBeCloseTo(Math.SQRT1_2, 12);
    expect(report.runStdByMetric.get("pass_at_1")).toBe(0);
    expect(evalVariance([marked(0), marked(1)], { metric: "marker:refusal" }).mean).toBe(0.5);
    expect(() => evalVariance([marked(0), marked(1)], { metric: "marker:refusa" })).toThrow(/marker:refusal/);
  });

  test("what the chance of rollouts alone would give", () => {
    // Two tasks at 1/2 over four rollouts: variance 4/12 a rollout, two rollouts a run, two tasks.
    const report = evalVariance([
      run([
        [1, 0],
        [1, 0],
      ]),
      run([
        [0, 1],
        [1, 0],
      ]),
    ]);
    expect(report.samplingStd).toBeCloseTo(Math.sqrt(1 / 3 / 2 / 2), 12);
    expect(evalVariance([run([[1]])]).samplingStd).toBeNull();
    expect(evalVariance([half, most], { metric: "mean_reward" }).samplingStd).toBeNull();
  });

  test("prints all five parts", () => {
    expect(`${evalVariance([half, most, half])}`.split("\n")).toEqual([
      "pass_at_1: re-run SD 0.192 over 3 runs, mean 0.611",
      "  noise band ±1.171: wider than the scale from 0 to 1, so no difference of two single runs is news (t, df 2)",
      "  means: run_1 0.500, run_2 0.833, run_3 0.500; 3 of 3 tasks in every run",
      "  high variance (19.25 points); the chance of rollouts alone gives 0.215",
      "  run_1, run_3 have the same verdict on every rollout",
    ]);
    expect(`${evalVariance(Array.from({ length: 14 }, () => half))}`).toContain("run_12 0.500, and 2 more;");
  });
});

test("a band as wide as the scale is told, where there is a scale", () => {
  const [two, wide] = [evalVariance([half, most]), { metric: "marker:ms" }];
  expect(two).toMatchObject({ bandExceedsScale: true, noiseBandDf: 1 });
  const alike = (last: number) =>
    evalVariance(
      [0, 0, 1].map((more) =>
        run(
          Array(50)
            .fill([1, 0])
            .concat([[more * last]]),
        ),
      ),
    );
  expect(`${alike(1)}`).toContain("a difference of two single runs below this is no news");
  const timed = (ms: number) => half.map((row) => ({ ...row, markers: { ms } }));
  const slow = evalVariance([timed(800), timed(900)], wide);
  expect(slow.noiseBand).toBeGreaterThan(1);
  expect(slow.bandExceedsScale).toBe(false);
});

test("names of runs that act on a terminal are printed without what does", () => {
  const runs = [0, 1].map((reward) => ({ scenario_id: "a", reward, lineage: { eval_run: `\u001b[31m${reward}\n` } }));
  const report = evalVariance([...runs, { scenario_id: "a", reward: null, lineage: { eval_run: "\u001b[2J" } }]);
  expect([...report.means.keys()]).toContain("\u001b[31m0\n");
  expect(`${report}`).not.toContain("\u001b");
});

describe("runs that repeat each other", () => {
  const spoken = (rows: readonly Row[], voice: string) =>
    rows.map((row, index) => ({ ...row, final_text: `${voice} ${index}` }));

  test("the same replies with the same verdicts are a warning", () => {
    const first = spoken(half, "hello");
    const report = evalVariance([first, spoken(half, "good day"), [...first].reverse()]);
    expect(report.replayedRuns).toEqual([["run_1", "run_3"]]);
    expect(report.notes.find(({ code }) => code === "duplicate_runs")?.severity).toBe("warning");
    expect(`${report}`).toContain("run_1, run_3 hold the same replies");
  });

  test("the same replies with other verdicts are the judge's spread", () => {
    const report = evalVariance([spoken(half, "hello"), spoken(half, "hello").map((row) => ({ ...row, reward: 1 }))]);
    expect(report).toMatchObject({ replayedRuns: [], rescoredRuns: [["run_1", "run_2"]] });
    expect(codes(report)).toContain("rescored_runs");
  });

  test("other replies with the same verdicts are runs of their own", () => {
    const report = evalVariance([spoken(half, "hello"), spoken(half, "good day")]);
    expect(report).toMatchObject({ replayedRuns: [], rescoredRuns: [], sameOutcomes: [["run_1", "run_2"]] });
    expect(codes(report)).toEqual(["few_runs"]);
  });

  test("steps and messages count as replies; one row more, or said twice, is another run", () => {
    const acting = half.map((row) => ({ ...row, steps: [{ tool: "get", arguments: {} }] }));
    expect(evalVariance([acting, structuredClone(acting)]).replayedRuns).toHaveLength(1);
    expect(evalVariance([acting, acting.slice(1)]).replayedRuns).toEqual([]);
    const [first, second] = spoken(run([[1, 1]]), "hi") as [Row, Row];
    expect(
      evalVariance([
        [first, first],
        [first, second],
      ]).replayedRuns,
    ).toEqual([]);
  });
});

test("the order of rows changes no digit, and inputs stay as they are", () => {
  const reward = fc.constantFrom(0, 1, 0.3, null);
  const row = fc.record({
    scenario_id: fc.constantFrom("a", "b", "c", 0),
    reward,
    lineage: fc.record({ eval_run: fc.constantFrom(0, 1, 2) }),
  });
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: 40 }),
      fc.constantFrom("pass_at_1", "mean_reward"),
      (rows, metric) => {
        const copy = structuredClone(rows);
        const forward = evalVariance(rows, { metric });
        const backward = evalVariance([...rows].reverse(), { metric });
        expect(rows).toEqual(copy);
        expect(JSON.stringify(backward)).toBe(JSON.stringify(forward));
        expect(`${backward}`).toBe(`${forward}`);
      },
    ),
  );
});

test("a run added to all of its tasks moves the mean and not the spread", () => {
  const rates = fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 2, maxLength: 6 });
  fc.assert(
    fc.property(rates, (runs) => {
      const of = (shift: number) =>
        evalVariance(
          runs.map((rate) => run([[rate / 8 + shift], [rate / 4 + shift]])),
          { metric: "mean_reward" },
        );
      expect(of(0.5).runStd).toBeCloseTo(of(0).runStd as number, 9);
      expect(of(0.5).mean).toBeCloseTo((of(0).mean as number) + 0.5, 9);
    }),
  );
});

test("a Map of runs is told what to pass", () => {
  const runs = new Map([["first", [{ scenario_id: "a", reward: 1 }]]]);
  expect(() => evalVariance(runs as never)).toThrow("got a Map. Pass one list of rows for each run");
});

test("runs whose sums agree are told apart by what they hold, and each is written out but once", () => {
  let read = 0;
  const replies = (name: number) =>
    Array.from({ length: 4 }, (_, at) => ({
      scenario_id: `t${at}`,
      reward: at % 2,
      get final_text() {
        read++;
        return `reply ${100 + ((at + name) % 50)}`;
      },
    })) as Row[];
  const { replayedRuns } = evalVariance(Array.from({ length: 51 }, (_, name) => replies(name)));
  expect(replayedRuns).toEqual([["run_1", "run_51"]]);
  // Every pair compared in full would read more than 10,000.
  expect(read).toBeLessThan(51 * 4 * 12);
});
