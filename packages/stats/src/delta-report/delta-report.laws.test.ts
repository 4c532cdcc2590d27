import type { Row } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { deltaReport } from "./delta-report.js";
import type { DeltaReport, DeltaReportOptions } from "./delta-report-types.js";

/** Widest line that is no line of numbers. */
const WIDTH = 100;

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

/** Rows of a few tasks, runs, slices and markers; no rollout twice. */
const run = fc
  .uniqueArray(
    fc.record({
      task: fc.integer({ min: 0, max: 11 }),
      run: fc.integer({ min: 0, max: 2 }),
      index: fc.integer({ min: 0, max: 3 }),
      reward: fc.oneof(fc.constantFrom(0, 1, true, null), fc.double({ min: 0, max: 1, noNaN: true })),
      marker: optional(fc.oneof(fc.constantFrom(0, 1), fc.double({ min: -2, max: 2, noNaN: true }))),
      category: optional(fc.constantFrom("a", "b", "c")),
      text: fc.constantFrom("yes", "no", " ", "<think>hm"),
      model: fc.constantFrom("m", "m", "n"),
    }),
    { maxLength: 60, selector: ({ task, run: of, index }) => `${task}/${of}/${index}` },
  )
  .map((entries) =>
    entries.map(
      (entry) =>
        ({
          scenario_id: `t${entry.task}`,
          rollout_index: entry.index,
          reward: entry.reward,
          final_text: entry.text,
          user_model: entry.model,
          lineage: { eval_run: entry.run },
          markers: entry.marker === undefined ? {} : { honest: entry.marker, polite: entry.marker > 0 ? 1 : 0 },
          ...(entry.category === undefined ? {} : { category: entry.category }),
        }) as unknown as Row,
    ),
  );

const options = fc.constantFrom<DeltaReportOptions>(
  {},
  { target: "pass_at_1" },
  { target: "mean_reward", proxy: "pass_at_1" },
  { correction: "holm", bandRule: "t" },
  { correction: "max-t" },
  { balanceRollouts: true, seed: 3 },
  { clusterBy: "category" },
  { mustNotRegress: ["pass_at_1"], margin: 0.1 },
  { interval: "t", pValue: "midp" },
  { by: ({ rollout_index: index }) => index },
);

const printed = (report: DeltaReport) => [`${report}`, JSON.stringify(report)];

const shuffled = (rows: Row[], seed: number): Row[] =>
  rows
    .map((row, index) => ({ row, key: Math.imul(index + 1, 2_654_435_761 ^ seed) >>> 0 }))
    .sort((left, right) => left.key - right.key)
    .map(({ row }) => row);

function* inPieces(rows: readonly Row[]): Generator<Row> {
  yield* rows;
}

const noMarker = (rows: readonly Row[]) => rows.map(({ markers: _, ...row }) => row as Row);

describe("laws", () => {
  test("the order of rows and the pieces they come in change no printed digit", () => {
    fc.assert(
      fc.property(run, run, options, fc.integer(), (before, after, given, seed) => {
        const report = printed(deltaReport(before, after, given));
        expect(printed(deltaReport(shuffled(before, seed), shuffled(after, seed), given))).toEqual(report);
        expect(printed(deltaReport(inPieces(before), inPieces(after), given))).toEqual(report);
      }),
      { numRuns: 60 },
    );
  });

  test("a run against itself never moved", () => {
    fc.assert(
      fc.property(run, (rows) => {
        const report = deltaReport(rows, rows, { mustNotRegress: ["pass_at_1"] });
        expect(report).toMatchObject({ improved: [], regressions: [], slipped: [] });
        expect(["no difference shown", "not enough data", "not comparable"]).toContain(report.outcome);
        for (const { delta, pValue } of report.metrics.values())
          if (delta !== null) expect([delta, pValue]).toEqual([0, 1]);
      }),
      { numRuns: 60 },
    );
  });

  test("swapping the sides turns every difference around", () => {
    fc.assert(
      fc.property(run, run, (before, after) => {
        const [one, other] = [deltaReport(before, after), deltaReport(after, before)];
        for (const [name, { delta, pValue, runStd }] of one.metrics) {
          const turned = other.metrics.get(name);
          expect(turned?.delta ?? null).toEqual(delta === null ? null : expect.closeTo(-delta, 9));
          expect(turned?.pValue ?? null).toEqual(pValue === null ? null : expect.closeTo(pValue, 9));
          expect(turned?.runStd ?? null).toEqual(runStd === null ? null : expect.closeTo(runStd, 9));
        }
      }),
      { numRuns: 60 },
    );
  });

  test("no metric that moved lies inside twice the re-run SD", () => {
    fc.assert(
      fc.property(run, run, (before, after) => {
        for (const { deltaVerdict, delta, runStd } of deltaReport(before, after).metrics.values())
          if (deltaVerdict === "moved" || (deltaVerdict === "moved_the_wrong_way" && runStd !== null))
            expect(Math.abs(delta as number)).toBeGreaterThanOrEqual(2 * (runStd as number));
      }),
      { numRuns: 60 },
    );
  });

  test("ok and headline never contradict each other", () => {
    fc.assert(
      fc.property(run, run, options, (before, after, given) => {
        const { ok, headline, outcome, regressions } = deltaReport(before, after, given);
        if (headline === "PASS") expect(ok).toBe(true);
        if (/^(FAIL|TARGET|GUARD|PROXY|INSUFFICIENT)/.test(headline)) expect(ok).toBe(false);
        if (regressions.length > 0) expect(ok).toBe(false);
        if (outcome === "better") expect(["PASS", "FAIL"]).toContain(headline);
      }),
      { numRuns: 60 },
    );
  });
});

const hostile: unknown[] = [
  null,
  3,
  "row",
  [],
  [{}],
  {},
  { reward: Number.NaN },
  { scenario_id: "a", reward: "1", markers: null },
  { scenario_id: "a", reward: Number.POSITIVE_INFINITY, markers: [] },
  { scenario_id: "__proto__", reward: 1, markers: { __proto__: null, constructor: 1, honest: "0.5" } },
  JSON.parse('{"scenario_id":"b","reward":0,"markers":{"__proto__":1,"toString":0}}'),
  { scenario_id: 0, reward: false, lineage: { eval_run: 0, system_prompt_sha: {} }, category: { x: 1 } },
  { scenario_id: 0, reward: true, lineage: [], category: "\ud800", judge_meta: 4, sampling: "hot" },
  { scenario_id: "c", reward: 1e308, rollout_index: -1, final_text: 5, messages: {}, steps: "x" },
  { scenario_id: "\udfff", reward: { valueOf: () => 1 }, markers: { "\ud83d": 1, [`long${"g".repeat(500)}`]: 1 } },
  { prompt: [{ type: "text", text: "hi" }], reward: 1, messages: [null, { role: "assistant", content: [7] }] },
];

const tame: Row[] = Array.from({ length: 8 }, (_, task) => ({ scenario_id: `t${task}`, reward: task % 2 }) as Row);

describe("hostile rows", () => {
  test("are counted, never crash, and leave no number that JSON cannot hold", () => {
    fc.assert(
      fc.property(fc.subarray(hostile), fc.subarray(hostile), options, (before, after, given) => {
        const report = deltaReport([...before, ...tame] as Row[], [...after, ...tame] as Row[], given);
        expect(JSON.parse(JSON.stringify(report))).toMatchObject({ kind: "delta_report", schema: "whileai-report/1" });
        expect(JSON.stringify(report)).not.toMatch(/NaN|Infinity/);
        expect(`${report}`).not.toMatch(/NaN|Infinity|undefined|\[object/);
      }),
      { numRuns: 60 },
    );
  });

  test("are not changed, and what is no row is counted", () => {
    const frozen = hostile.map((row) => (typeof row === "object" && row !== null ? Object.freeze(row) : row)) as Row[];
    const report = deltaReport(frozen, frozen);
    expect(report.notes.find(({ code }) => code === "not_rows")?.message).toMatch(/^\d+ entries that are no rows/);
  });

  test("a rollout that comes twice counts once", () => {
    const rows = noMarker(tame).map((row) => ({ ...row, rollout_index: 0 }) as Row);
    const report = deltaReport([...rows, ...rows], rows);
    expect(report.metrics.get("pass_at_1")).toMatchObject({ delta: 0, nUsed: 8 });
    expect(report.notes.map(({ code }) => code)).toContain("duplicate_rollouts");
    expect(report.config.before).toEqual(report.config.after);
  });

  test("names of any length leave lines that a terminal holds", () => {
    const long = `marker ${"of many words ".repeat(30)}`;
    const named = (value: number) =>
      tame.map((row) => ({ ...row, markers: { [long]: value, [`${long}2`]: 1 - value } }) as unknown as Row);
    const text = `${deltaReport(named(1), named(0), { mustNotRegress: [long, `${long}2`], target: "pass_at_1" })}`;
    for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(/ -> /.test(line) ? 160 : WIDTH);
    expect(text).toContain("FAIL");
  });
});
