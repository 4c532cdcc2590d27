import { OptionError, RowError } from "@whileai/core";
import { describe, expect, test } from "vitest";
import { fixture, fixtureJson } from "../__fixtures__/fixture.js";
import { promptfooRows } from "./promptfoo-rows.js";

const results = (...entries: object[]) => ({ evalId: "eval-1", results: { version: 3, results: entries } });
const entry = (more: object = {}) => ({
  success: true,
  score: 0.75,
  namedScores: { polite: 1 },
  provider: { id: "openai:x", label: "" },
  prompt: { raw: "Say tea", label: "Say {{word}}" },
  promptId: "0123456789abcdef0123",
  vars: { word: "tea" },
  response: { output: "tea" },
  ...more,
});

test("results that promptfoo wrote", () => {
  const { rows, report } = promptfooRows(fixture("promptfoo.json"), { name: "out.json" });
  expect(report).toMatchObject({
    format: "promptfoo",
    name: "out.json",
    nRows: 32,
    nTasks: 4,
    nSkipped: 0,
    rewardFrom: "success",
  });
  expect(report.alternatives).toEqual(["score", "has_word", "brevity"]);
  expect(report.runs).toHaveLength(4);
  expect(report.notes.map(({ code }) => code)).toEqual(["several_runs"]);
  const errors = rows.filter(({ reward }) => reward === null);
  expect(errors).toHaveLength(report.nUnscored);
  expect(errors[0]).toMatchObject({ judge_status: "error", reason: "the world broke", final_text: "" });
  expect(rows.filter(({ scenario_id }) => scenario_id === "asks for coffee: word=coffee")).toHaveLength(8);
});

test("one provider and prompt is one run with its repeats", () => {
  const { rows, report } = promptfooRows(fixture("promptfoo.json"), { provider: "loud", prompt: "polite" });
  expect(report).toMatchObject({ nRows: 8, nSkipped: 24 });
  expect(report.runs).toHaveLength(1);
  expect(rows.map(({ scenario_id, rollout_index }) => `${scenario_id}#${rollout_index}`)).toEqual(
    expect.arrayContaining(["word=tea#0", "word=tea#1", "word=broken#1"]),
  );
  expect(rows[0]).toMatchObject({
    prompt: "Please say tea",
    reward: 0,
    model_version: "loud",
    usage: { input_tokens: 4, output_tokens: 3 },
    markers: { score: 0.25, has_word: 0, brevity: 0.5 },
    lineage: { source: "promptfoo", system_prompt: "Be polite.", prompt_label: "polite", vars: { word: "tea" } },
  });
  expect(rows[0]?.policy_version).toMatch(/^loud@[0-9a-f]{16}$/);
});

test.each([
  [undefined, 1],
  ["success", 1],
  ["score", 0.75],
  ["polite", 1],
])("reward %s", (reward, expected) => {
  const [row] = promptfooRows(results(entry()), { reward }).rows;
  expect(row?.reward).toBe(expected);
});

describe("verdicts", () => {
  test.each([
    [
      "a failed assertion",
      { success: false, failureReason: 1, gradingResult: { pass: false, reason: "no tea" } },
      0,
      "ok",
      "no tea",
    ],
    ["a failed call", { success: false, failureReason: 2, error: "429" }, null, "error", "429"],
    ["a failed call of older files", { success: false, error: "429", gradingResult: null }, null, "error", "429"],
    [
      "the verdict of the grading alone",
      { success: undefined, gradingResult: { pass: true, reason: "fine" } },
      1,
      "ok",
      "fine",
    ],
    [
      "neither",
      { success: undefined, gradingResult: {} },
      null,
      "missing_reward",
      "the result says neither passed nor failed",
    ],
  ])("%s", (_, more, reward, status, reason) => {
    const [row] = promptfooRows(results(entry(more))).rows;
    expect([row?.reward, row?.judge_status, row?.reason]).toEqual([reward, status, reason]);
  });

  test("a metric that one result lacks is no zero there", () => {
    const { rows } = promptfooRows(
      results(entry(), entry({ namedScores: {} }), entry({ namedScores: { polite: "?" } })),
      { reward: "polite" },
    );
    expect(rows.map(({ reward, judge_status }) => [reward, judge_status])).toEqual([
      [1, "ok"],
      [null, "missing_reward"],
      [null, "invalid_result"],
    ]);
  });
});

test("the same test twice is two rollouts; with other assertions it is another task", () => {
  const one = entry({ testCase: { vars: { word: "tea" }, assert: [{ type: "contains" }] } });
  const other = entry({ testCase: { vars: { word: "tea" }, assert: [{ type: "equals" }] } });
  const { rows } = promptfooRows(results(one, other, one));
  expect(rows.map(({ scenario_id, rollout_index }) => [scenario_id, rollout_index])).toEqual([
    ["word=tea", 0],
    ["word=tea (2)", 0],
    ["word=tea", 1],
  ]);
});

test("older shapes: a flat list, providers and prompts as text, JSON lines", () => {
  const flat = { ...entry(), provider: "openai:x", prompt: "Say tea", promptId: undefined };
  for (const given of [
    { results: [flat] },
    [flat],
    JSON.stringify([flat]),
    `${JSON.stringify(flat)}\n${JSON.stringify(flat)}\n`,
  ])
    expect(promptfooRows(given).rows[0]).toMatchObject({ model_version: "openai:x", prompt: "Say tea", reward: 1 });
});

test("outputs that are no text, and tests without variables", () => {
  const [row] = promptfooRows(results(entry({ response: { output: { a: 1 } }, vars: {} }))).rows;
  expect(row).toMatchObject({ final_text: '{"a":1}', scenario_id: "Say {{word}}" });
  const [chat] = promptfooRows(results(entry({ prompt: { raw: "[not json" } }))).rows;
  expect(chat?.prompt).toBe("[not json");
});

test("entries that cannot be read are counted and named", () => {
  const { rows, report } = promptfooRows({ results: { results: [null, entry(), 7, {}] } });
  expect(rows).toHaveLength(1);
  expect(report.problems.map(({ field }) => field)).toEqual(["results[0]", "results[2]", "results[3]"]);
});

test.each([["provider"], ["prompt"], ["reward"]])("an unknown %s is refused", (option) => {
  expect(() => promptfooRows(fixtureJson("promptfoo.json"), { [option]: "nobody" })).toThrow(OptionError);
});

test.each(["{}", "[1", '{"results": {}}', "null"])("%s holds no results", (text) => {
  expect(() => promptfooRows(text)).toThrow(RowError);
});

test("variables that promptfoo adds while it runs are no part of a test", () => {
  const { rows } = promptfooRows(
    results(
      entry({ vars: { word: "tea", sessionId: "s-1", _conversation: [] } }),
      entry({ vars: { word: "tea", sessionId: "s-2", _conversation: [{ input: "tea" }] } }),
    ),
  );
  expect(rows.map(({ scenario_id, rollout_index }) => [scenario_id, rollout_index])).toEqual([
    ["word=tea", 0],
    ["word=tea", 1],
  ]);
});

describe("a grader that could not judge", () => {
  const broken = { pass: false, score: 0, reason: "no answer of the grader", metadata: { graderError: true } };
  const failed = { pass: false, score: 0, reason: "no tea" };
  test.each([
    ["alone", [broken], null],
    ["beside what passed", [{ pass: true, score: 1 }, broken], null],
    ["beside what failed", [failed, broken], 0],
  ])("%s", (_, componentResults, reward) => {
    const gradingResult = { pass: false, score: 0, reason: "no answer of the grader", componentResults };
    const [row] = promptfooRows(results(entry({ success: false, failureReason: 1, gradingResult }))).rows;
    expect(row).toMatchObject({ reward, judge_status: reward === null ? "error" : "ok" });
  });
});

test("a call that failed has no scores: the zeros that promptfoo writes are none", () => {
  const failed = { success: false, failureReason: 2, error: "the world broke", score: 0, namedScores: { polite: 0 } };
  const { rows } = promptfooRows(results(entry(), entry(failed)));
  expect(rows.map(({ reward, markers }) => [reward, markers])).toEqual([
    [1, { score: 0.75, polite: 1 }],
    [null, { score: null, polite: null }],
  ]);
});

test("tests that read alike are told apart, and the order of variables says nothing", () => {
  const { rows } = promptfooRows(
    results(
      ...[{ a: "1", b: "2" }, { b: "2", a: "1" }, { a: "1, b=2" }, { a: 1, b: "2" }].map((vars) => entry({ vars })),
    ),
  );
  expect(rows.map(({ scenario_id, rollout_index }) => `${scenario_id}#${rollout_index}`)).toEqual([
    "a=1, b=2#0",
    "a=1, b=2#1",
    "a=1, b=2 (2)#0",
    "a=1, b=2 (3)#0",
  ]);
});
