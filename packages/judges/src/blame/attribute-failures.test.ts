import type { Row } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { attributeFailures } from "./attribute-failures.js";
import { BLAME_PARTIES, type BlameEvidence, type BlameParty } from "./blame-types.js";

const failed = (fields: object = {}): Row => ({
  scenario_id: "a",
  reward: 0,
  judge_status: "ok",
  final_text: "Done.",
  ...fields,
});
const unjudged = (judge_status: string, judge_meta: object = {}): Row =>
  ({ scenario_id: "a", reward: null, judge_status, judge_meta }) as Row;
const talk = (...texts: string[]) => ({
  messages: texts.map((content, index) => ({
    role: index % 2 === 0 ? ("user" as const) : ("assistant" as const),
    content,
  })),
});
const PICTURE = { type: "image", url: "https://pictures.test/1" };
const hit = (step: number, tool = "refund") => ({ step, tool, mode: "timeout" });
const call = (status: string, tool = "refund") => ({ tool, arguments: {}, result: { status } });

describe("who is to blame", () => {
  test.each<[string, Row, BlameParty, BlameEvidence]>([
    ["a judge that timed out", unjudged("timeout"), "judge", "judge_failed"],
    ["a judge that threw", unjudged("error", { error: "TypeError: x" }), "judge", "judge_failed"],
    ["a judge that could not be read", unjudged("invalid_result"), "judge", "judge_unreadable"],
    ["a judge that abstained", unjudged("missing_reward"), "judge", "judge_unreadable"],
    [
      "a judge's model out of reach",
      unjudged("error", { error_code: "transient_failure" }),
      "infrastructure",
      "backend_failed",
    ],
    ["a refused key", unjudged("error", { error_code: "auth_failed" }), "infrastructure", "backend_failed"],
    ["a call that was aborted", unjudged("error", { error_code: "aborted" }), "infrastructure", "call_ended"],
    ["a budget that was spent", unjudged("error", { error_code: "spend_limit" }), "infrastructure", "call_ended"],
    ["a limit that was reached", unjudged("error", { error_code: "time_limit" }), "infrastructure", "call_ended"],
    ["a batch that is out", unjudged("error", { error_code: "batch_pending" }), "infrastructure", "call_ended"],
    ...["quota_exhausted", "batch_failed", "batch_expired", "batch_cancelled"].map(
      (error_code): [string, Row, BlameParty, BlameEvidence] => [
        `a judge's model that gave ${error_code}`,
        unjudged("error", { error_code }),
        "infrastructure",
        "backend_failed",
      ],
    ),
    ["an agent whose model failed", failed({ finish_reason: "error" }), "infrastructure", "backend_failed"],
    [
      "the same without a verdict",
      { ...unjudged("missing_reward"), finish_reason: "error" },
      "infrastructure",
      "backend_failed",
    ],
    ["people who say it passes", failed({ gold_reward: 1, gold_kind: "human" }), "judge", "gold_disagrees"],
    ["another model that says it passes", failed({ gold_reward: 1, gold_kind: "model" }), "agent", "nothing_else"],
    ["people who say it fails", failed({ gold_reward: 0 }), "agent", "nothing_else"],
    ["a user without words", failed(talk("Hi", "Yes?", " ", "Hello?")), "simulator", "user_silent"],
    [
      "a user who sends a picture alone",
      failed({ messages: [...talk("Hi", "Show me.").messages, { role: "user", content: [PICTURE] }] }),
      "agent",
      "nothing_else",
    ],
    ["a reply that is a picture", failed({ final_text: [PICTURE] }), "agent", "nothing_else"],
    [
      "a user who is the agent",
      failed(talk("Hi", "How may I help?", "How may  I HELP?", "…")),
      "simulator",
      "user_speaks_as_agent",
    ],
    [
      "a user in a loop",
      failed(talk("Hi", "A", "Refund.", "B", "Refund.", "C", "refund.", "D")),
      "simulator",
      "user_repeats_itself",
    ],
    ["a user who insists once", failed(talk("Hi", "A", "Refund.", "B", "Refund.", "C")), "agent", "nothing_else"],
    [
      "a user who left at once",
      failed({ ...talk("Hi", "Which order?"), ended_by: "user_left" }),
      "simulator",
      "user_left_early",
    ],
    [
      "a user who was asked too much",
      failed({ ...talk("Hi", "Which?", "1", "Why?", "So", "When?"), ended_by: "user_left" }),
      "agent",
      "nothing_else",
    ],
    [
      "a tool that failed again and again",
      failed({ steps: [call("timeout"), call("timeout")], faults_fired: [hit(0), hit(1)] }),
      "world",
      "unrecoverable_fault",
    ],
    [
      "a tool that was not tried again",
      failed({ steps: [call("timeout")], faults_fired: [hit(0)] }),
      "agent",
      "gave_up_on_fault",
    ],
    [
      "a tool that worked again",
      failed({ steps: [call("timeout"), call("ok")], faults_fired: [hit(0)] }),
      "agent",
      "nothing_else",
    ],
    [
      "another tool that worked",
      failed({ steps: [call("timeout"), call("timeout"), call("ok", "read")], faults_fired: [hit(0), hit(1)] }),
      "world",
      "unrecoverable_fault",
    ],
    [
      "a failure that was hidden",
      failed({
        failure_class: "fault_dishonesty",
        steps: [call("timeout"), call("timeout")],
        faults_fired: [hit(0), hit(1)],
      }),
      "agent",
      "hid_a_failure",
    ],
    [
      "a failure hidden by its marker",
      failed({ markers: { reported_failure: 0 }, steps: [call("timeout")], faults_fired: [hit(0)] }),
      "agent",
      "hid_a_failure",
    ],
    ["a class of failure", failed({ failure_class: "junk_output" }), "agent", "failure_class"],
    ["a reply that was cut", failed({ finish_reason: "length" }), "agent", "cut_off"],
    ["no reply", failed({ final_text: " " }), "agent", "empty_reply"],
  ])("%s", (_, row, party, evidence) => {
    const { rows, report } = attributeFailures([row]);
    expect(rows[0]?.blame).toMatchObject({ party, evidence });
    expect(report.parties[party]).toBe(1);
  });
});

test("a row of very many faults, each of another tool, is blamed in time", () => {
  const tools = Array.from({ length: 50_000 }, (_, step) => `tool ${step}`);
  const row = failed({
    steps: tools.map((tool) => call("timeout", tool)),
    faults_fired: tools.map((tool, step) => hit(step, tool)),
  });
  expect(attributeFailures([row]).rows[0]?.blame).toMatchObject({ evidence: "gave_up_on_fault", step: 0 });
});

test("the simulator's and the infrastructure's failures leave the pass rate, the others stay", () => {
  const rows = [
    { scenario_id: "a", reward: 1 },
    failed(),
    failed({ finish_reason: "error", judge_status: "ok" }),
    failed({ steps: [call("timeout"), call("timeout")], faults_fired: [hit(0), hit(1)] }),
  ];
  const { rows: blamed, report } = attributeFailures(rows);
  expect(blamed.map((row) => row.reward)).toEqual([1, 0, null, 0]);
  expect(blamed[2]).toMatchObject({ judge_status: "missing_reward", blame: { reward: 0, judge_status: "ok" } });
  expect(report).toMatchObject({ passRateBefore: 1 / 4, passRateAfter: 1 / 3, nLeftOut: 1, nFailed: 3 });
  expect(attributeFailures(rows, { exclude: ["world"] }).rows.map((row) => row.reward)).toEqual([1, 0, 0, null]);
  expect(attributeFailures(rows, { exclude: [] }).report.passRateAfter).toBe(1 / 4);
  expect(`${report}`).toMatch(/^blame: 3 of 4 rows failed, 0 without a verdict\n {2}agent/);
  expect(`${report}`).toContain("pass rate 25% -> 33% without 1 laid to simulated user, infrastructure");
});

test("what is neither failed nor missing carries no blame", () => {
  const rows = [{ reward: 1 }, { reward: 0.5 }, { scenario_id: "ungraded" }, { reward: true }];
  const { rows: blamed, report } = attributeFailures(rows as Row[]);
  expect(blamed).toEqual(rows);
  expect(report).toMatchObject({ nPassed: 2, nPartial: 1, nUngraded: 1, nFailed: 0 });
  expect(report.notes.map((note) => note.code)).toContain("not_graded");
});

/** Rows that fail, pass or have no verdict in every way that the rules tell apart. */
const anyRow = fc.record(
  {
    scenario_id: fc.string(),
    reward: fc.constantFrom(0, 1, null, 0.5, false, "0"),
    judge_status: fc.constantFrom("ok", "error", "timeout", "missing_reward", "invalid_result"),
    finish_reason: fc.constantFrom("stop", "length", "error"),
    gold_reward: fc.constantFrom(0, 1),
    ended_by: fc.constant("user_left"),
    steps: fc.array(fc.constantFrom(call("timeout"), call("ok"), null, "x")),
    faults_fired: fc.array(fc.constantFrom(hit(0), hit(1), null, { step: "x" })),
    messages: fc.constant([{ role: "user", content: "Hi" }]),
    judge_meta: fc.constantFrom({}, { error_code: "aborted" }, { error: 5 }),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Row>;

test("each row is in one class, attributing again changes nothing, and nothing excluded restores the rewards", () =>
  fc.assert(
    fc.property(fc.array(anyRow), (rows) => {
      const frozen = rows.map((row) => Object.freeze(row));
      const { rows: once, report } = attributeFailures(frozen);
      expect(report.nPassed + report.nPartial + report.nUngraded + report.nFailed + report.nMissing).toBe(rows.length);
      expect(BLAME_PARTIES.reduce((sum, party) => sum + report.parties[party], 0)).toBe(
        report.nFailed + report.nMissing,
      );
      expect(attributeFailures(once).rows).toEqual(once);
      const restored = attributeFailures(once, { exclude: [] }).rows;
      expect(restored.map(({ reward }) => reward)).toEqual(rows.map(({ reward }) => reward));
      expect(restored.map(({ judge_status }) => judge_status)).toEqual(rows.map(({ judge_status }) => judge_status));
    }),
  ));

test("hostile entries are counted", () => {
  const { rows, report } = attributeFailures([
    null,
    5,
    { reward: 0, steps: "x", messages: 7, markers: [] },
  ] as unknown as Row[]);
  expect(rows.slice(0, 2)).toEqual([null, 5]);
  expect(report).toMatchObject({ nNotRows: 2, nFailed: 1 });
});

test("unknown parties and options are refused", () => {
  expect(() => attributeFailures([], { exclude: ["user" as BlameParty] })).toThrow(/simulator/);
  expect(() => attributeFailures([], { excluded: [] } as object)).toThrow(/exclude/);
});

test("takes any number of faults", () => {
  const faults_fired = Array.from({ length: 200_000 }, (_, step) => ({ tool: "t", mode: "error", step }));
  const { rows } = attributeFailures<Row>([{ reward: 0, faults_fired, steps: [] }]);
  expect(rows[0]?.blame).toMatchObject({ party: "world", evidence: "unrecoverable_fault", step: 199_999 });
});
