import { OptionError, RowError } from "@whileai/core";
import { expect, test } from "vitest";
import { fixture, fixtureJson } from "../__fixtures__/fixture.js";
import { vitestEvalsRows } from "./vitest-evals-rows.js";

const report = (...assertionResults: unknown[]) => ({
  startTime: 1,
  testResults: [{ name: "C:\\evals\\a.eval.ts", assertionResults }],
});
const evaluated = (more: object = {}, run: object = {}) => ({
  fullName: "refund",
  status: "failed",
  failureMessages: ["AssertionError: Score: 0.50 below threshold: 0.60\n    at somewhere"],
  meta: {
    eval: { scores: [{ name: "Right", score: 0.5, metadata: { rationale: "half" } }], avgScore: 0.5 },
    harness: { name: "h", run },
  },
  ...more,
});

test("a report that vitest-evals wrote", () => {
  const { rows, report } = vitestEvalsRows(fixture("vitest-evals.json"), { name: "report.json" });
  expect(report).toMatchObject({
    format: "vitest-evals",
    nRows: 12,
    nTasks: 3,
    nScored: 11,
    nUnscored: 1,
    nSkipped: 1,
    rewardFrom: "status",
  });
  expect(report.alternatives).toEqual(["avgScore", "Approved", "Brief"]);
  expect(report.notes).toMatchObject([{ code: "left_out", message: "Tests left out because they did not run: 1." }]);
  expect(rows[0]).toMatchObject({
    scenario_id: "refund.eval.ts > refund agent Refund inv_123",
    prompt: "Refund inv_123",
    steps: [
      { text: "Let me look.", tool: "lookup", arguments: { id: "inv_123" }, call_id: "c1", result: { found: true } },
      { text: '{"status":"approved"}' },
    ],
    final_text: '{"status":"approved"}',
    reward: 1,
    rollout_index: 0,
    policy_version: "rules-1",
    usage: { input_tokens: 12, output_tokens: 4 },
    markers: { avgScore: 0.9, Approved: 1, Brief: 0.8 },
    lineage: { source: "vitest-evals", file: "report.json", harness: "refund-agent" },
  });
  expect(rows.filter(({ reward }) => reward === null)).toMatchObject([
    { judge_status: "error", reason: "the world broke" },
  ]);
});

test("a judge as the reward", () => {
  const { rows } = vitestEvalsRows(fixtureJson("vitest-evals.json"), { reward: "Approved" });
  expect(rows.slice(0, 4).map(({ reward }) => reward)).toEqual([1, 1, 0, 0]);
  expect(rows[0]?.judge_meta).toEqual({ rationale: "the status is approved", threshold_failed: false });
  expect(() => vitestEvalsRows(fixture("vitest-evals.json"), { reward: "Aproved" })).toThrow(
    expect.objectContaining({ name: "OptionError", didYouMean: "Approved" }),
  );
});

test.each([
  ["failed by its judges", evaluated(), "status", 0, "ok", "AssertionError: Score: 0.50 below threshold: 0.60"],
  ["passed", evaluated({ status: "passed", failureMessages: [] }), "status", 1, "ok", undefined],
  ["a judge's score", evaluated(), "Right", 0.5, "ok", "AssertionError: Score: 0.50 below threshold: 0.60"],
  [
    "a judge without a score",
    evaluated({ meta: { eval: { scores: [{ name: "Right", score: null }] } } }),
    "Right",
    null,
    "missing_reward",
    "Right gave no score",
  ],
  [
    "a judge that is not there",
    evaluated({ status: "passed", meta: { eval: { scores: [] } } }),
    "Right",
    null,
    "missing_reward",
    "no score of Right",
  ],
  ["a harness that failed", evaluated({}, { errors: [{ message: "503" }] }), "status", null, "error", "503"],
  [
    "a test that took too long",
    evaluated({ failureMessages: ["Error: Test timed out in 5000ms."] }),
    "status",
    null,
    "timeout",
    "Error: Test timed out in 5000ms.",
  ],
  [
    "a judge that broke",
    evaluated({ failureMessages: ["TypeError: x"], meta: { harness: {} } }),
    "status",
    null,
    "error",
    "TypeError: x",
  ],
  [
    "a status that is new",
    evaluated({ status: "dreaming", failureMessages: [] }),
    "status",
    null,
    "invalid_result",
    'the status "dreaming" is not known',
  ],
])("%s", (_, given, reward, expected, status, reason) => {
  const known = evaluated();
  const [row] = vitestEvalsRows(report(given, known), { reward }).rows;
  expect([row?.reward, row?.judge_status, row?.reason]).toEqual([expected, status, reason]);
});

test("ordinary tests are left out and counted", () => {
  const { rows, report: reading } = vitestEvalsRows(
    report({ status: "passed", fullName: "adds", meta: {} }, evaluated()),
  );
  expect(rows).toHaveLength(1);
  expect(reading.nSkipped).toBe(1);
  expect(reading.notes[0]?.message).toContain("ordinary tests");
});

test("what a harness without a transcript said", () => {
  const [row] = vitestEvalsRows(
    report(
      evaluated(
        {},
        {
          output: { a: 1 },
          session: { events: [{ type: "tool_result", toolCallId: "x", error: { message: "m" } }, 3] },
        },
      ),
    ),
  ).rows;
  expect(row).toMatchObject({ final_text: '{"a":1}', scenario_id: "a.eval.ts > refund" });
});

test("entries that cannot be read are counted and named", () => {
  const { rows, report: reading } = vitestEvalsRows(report(null, 3, {}, evaluated()));
  expect(rows).toHaveLength(1);
  expect(reading.problems.map(({ field }) => field)).toEqual(
    [0, 1, 2].map((at) => `testResults[0].assertionResults[${at}]`),
  );
});

test.each(["{}", "null", "[]", '{"testResults": 3}'])("%s is no report", (text) => {
  expect(() => vitestEvalsRows(text)).toThrow(RowError);
});

test("unknown options are refused", () => {
  expect(() => vitestEvalsRows({}, { judge: "x" } as object)).toThrow(OptionError);
});

test("a mean over judges of which one gave no score is none", () => {
  const test = (scores: object[]) => ({ fullName: "t", status: "passed", meta: { eval: { avgScore: 0.5, scores } } });
  const report = {
    testResults: [
      {
        name: "a.eval.ts",
        assertionResults: [
          test([
            { name: "A", score: 0 },
            { name: "B", score: 1 },
          ]),
          test([
            { name: "A", score: null },
            { name: "B", score: 1 },
          ]),
        ],
      },
    ],
  };
  const { rows } = vitestEvalsRows(report, { reward: "avgScore" });
  expect(rows.map(({ reward, judge_status }) => [reward, judge_status])).toEqual([
    [0.5, "ok"],
    [null, "missing_reward"],
  ]);
});
