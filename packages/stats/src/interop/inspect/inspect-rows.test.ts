import { isRecord, OptionError, type Row, RowError } from "@whileai/core";
import { zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { fixture, fixtureJson, fixtureText } from "../__fixtures__/fixture.js";
import { inspectRowStream, inspectRows } from "./inspect-rows.js";

const brief = (row: Row) => `${row.scenario_id}#${row.rollout_index} ${row.reward}`;
const EXPECTED = [
  "sums/one#0 1",
  "sums/one#1 0",
  "sums/three#0 1",
  "sums/three#1 null",
  "sums/two#0 1",
  "sums/two#1 1",
];
const encode = (value: unknown) => new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value));
const HEADER = { version: 2, status: "success", eval: { task: "t", model: "m", eval_id: "e" } };
const logOf = (samples: unknown[], header: object = HEADER) => ({ ...header, samples });
const sample = (value: unknown, more: object = {}) => ({
  id: 1,
  epoch: 1,
  input: "q",
  scores: { s: { value } },
  ...more,
});

describe("logs that Inspect wrote", () => {
  test.each(["inspect.eval", "inspect-chunked.eval", "inspect.json"])("%s", (name) => {
    const { rows, report } = inspectRows(fixture(name), { name });
    expect(rows.map(brief).sort()).toEqual(EXPECTED);
    expect(report).toMatchObject({
      format: "inspect",
      name,
      nRows: 6,
      nTasks: 3,
      nScored: 5,
      nUnscored: 1,
      nSkipped: 0,
    });
    expect(report.rewardFrom).toBe("scorer includes");
    expect(report.alternatives).toEqual(["style/brief", "style/length"]);
    expect(report.runs).toHaveLength(1);
  });

  test("deflated, as older versions write it", () => {
    expect(inspectRows(fixture("inspect-deflated.eval")).report).toMatchObject({ nRows: 3, nScored: 3 });
  });

  test("the row of a sample with a tool call", () => {
    const { rows } = inspectRows(fixture("inspect-chunked.eval"), { name: "run.eval" });
    expect(rows.find((row) => brief(row).startsWith("sums/one#0"))).toMatchObject({
      schema_version: "1",
      prompt: "What is 1+1?",
      steps: [{ tool: "add", arguments: { left: 1, right: 1 }, result: "2" }, { text: "2" }],
      final_text: "2",
      policy_version: "mockllm/model",
      judge_name: "includes",
      judge_status: "ok",
      markers: { "style/brief": 1, "style/length": 1 },
      usage: { input_tokens: 10, output_tokens: 4 },
      finish_reason: "stop",
      lineage: { source: "inspect", file: "run.eval", task: "sums", target: "2" },
    });
  });

  test("a sample that broke has no reward, and says why", () => {
    const broken = inspectRows(fixture("inspect.eval")).rows.find(({ reward }) => reward === null);
    expect(broken).toMatchObject({ judge_status: "error", reason: "RuntimeError('the world broke')" });
  });

  test("bytes, text and the parsed log give the same, and the parsed log stays as it was", () => {
    const parsed = fixtureJson("inspect.json");
    const before = JSON.stringify(parsed);
    const { rows } = inspectRows(parsed);
    expect(JSON.stringify(parsed)).toBe(before);
    expect(inspectRows(fixtureText("inspect.json")).rows).toEqual(rows);
    expect(inspectRows(fixture("inspect.json")).rows).toEqual(rows);
  });

  test("a stream gives the same rows and report", async () => {
    const stream = inspectRowStream(fixture("inspect.eval"));
    expect(stream.report().nRows).toBe(0);
    const rows: Row[] = [];
    for await (const row of stream) rows.push(row);
    const whole = inspectRows(fixture("inspect.eval"));
    expect(rows).toEqual(whole.rows);
    expect(stream.report().toJSON()).toEqual(whole.report.toJSON());
    expect(String(whole.report)).toBe(
      "inspect results: 6 rows of 3 tasks, 5 with a reward, 1 without, 0 skipped\n  reward: scorer includes, also there: style/brief, style/length",
    );
  });
});

describe("scores", () => {
  test.each([
    ["C", 1],
    ["I", 0],
    ["P", 0.5],
    ["N", 0],
    [true, 1],
    [false, 0],
    [0.25, 0.25],
    ["yes", 1],
    ["0.75", 0.75],
    ["NaN", null],
    ["Infinity", null],
    ["maybe", null],
    ["", null],
  ])("%j is %j", (value, reward) => {
    const [row] = inspectRows(logOf([sample(value)])).rows;
    expect(row?.reward).toBe(reward);
    expect(row?.judge_status === "ok").toBe(reward !== null);
    expect(row?.reason === undefined).toBe(reward !== null);
  });

  test("a pass value is the only pass", () => {
    const { rows } = inspectRows(logOf(["gold", "C", 1, true].map((value) => sample(value))), { passValue: "gold" });
    expect(rows.map(({ reward }) => reward)).toEqual([1, 0, 0, 0]);
  });

  test("a value of a scorer that gives several is chosen by name, the rest are markers", () => {
    const { rows } = inspectRows(fixture("inspect.eval"), { scorer: "style/length" });
    expect(rows[0]?.markers).toEqual({ includes: 1, "style/brief": 1 });
    expect(rows[0]?.reward).toBe(1);
  });

  test("a scorer that gives several values is no reward by itself", () => {
    const [row] = inspectRows(logOf([sample({ right: 1, kind: "C" })], { eval: { scorers: [{ name: "s" }] } })).rows;
    expect(row).toMatchObject({ reward: null, judge_status: "missing_reward", markers: { "s/right": 1, "s/kind": 1 } });
    expect(row?.reason).toContain("s/right, s/kind");
  });

  test("a scorer that is nowhere is an error that names the nearest", () => {
    expect(() => inspectRows(fixture("inspect.eval"), { scorer: "inclides" })).toThrow(
      expect.objectContaining({ name: "OptionError", didYouMean: "includes" }),
    );
  });

  test("NaN as Python writes it, next to texts that only look like it", () => {
    const text =
      '{"eval": {"model": "m"}, "samples": [{"id": "a\\"NaN", "input": "NaN, -Infinity", "scores": {"s": {"value": NaN}}}]}';
    const [row] = inspectRows(text).rows;
    expect(row).toMatchObject({
      scenario_id: 'a"NaN',
      prompt: "NaN, -Infinity",
      reward: null,
      judge_status: "missing_reward",
    });
  });
});

test("texts kept apart are put back", () => {
  const id = "0123456789abcdef0123456789abcdef";
  const [row] = inspectRows(
    logOf([sample("C", { input: `see attachment://${id}!`, attachments: { [id]: "the long text" } })]),
  ).rows;
  expect(row?.prompt).toBe("see the long text!");
});

test("epochs that are not written are counted, and a log that did not finish says so", () => {
  const { rows, report } = inspectRows(
    logOf(
      [1, 1, 2].map((id) => ({ id, scores: { s: { value: 1 } } })),
      { ...HEADER, status: "cancelled" },
    ),
  );
  expect(rows.map(({ rollout_index }) => rollout_index)).toEqual([0, 1, 0]);
  expect(report.notes.map(({ code }) => code)).toEqual(["run_not_finished"]);
});

describe("entries that cannot be read", () => {
  const damaged = () => [null, 3, {}, { id: {} }, sample("C"), "text"];

  test("are counted and named", () => {
    const { rows, report } = inspectRows(logOf(damaged()), { name: "log.json" });
    expect(rows).toHaveLength(1);
    expect(report.nSkipped).toBe(5);
    expect(report.problems[0]).toMatchObject({ code: "row_invalid", path: "log.json", field: "samples[0]" });
    expect(String(report)).toContain("skipped: log.json: `samples[0]`: expected a sample with an id");
  });

  test("throw a RowError when asked to", () => {
    expect(() => inspectRows(logOf(damaged()), { onBadEntry: "throw" })).toThrow(RowError);
  });

  test("in a zip: broken JSON, and an entry that is cut", () => {
    const zip = zipSync({
      "header.json": encode(HEADER),
      "samples/1_epoch_1.json": encode(sample("C")),
      "samples/2_epoch_1.json": encode("{"),
    });
    const { rows, report } = inspectRows(zip);
    expect(rows).toHaveLength(1);
    expect(report.problems[0]).toMatchObject({ field: "samples/2_epoch_1.json", code: "row_unparsed" });
  });
});

test.each([
  ["{}", "an Inspect log"],
  ["[]", "an Inspect log"],
  ['{"eval": 3}', "an Inspect log"],
  ["not json", "not JSON"],
])("%s is no log", (text, message) => {
  expect(() => inspectRows(text)).toThrow(message);
});

test("a zip of something else is refused by name", () => {
  expect(() => inspectRows(zipSync({ "a.txt": encode("x") }))).toThrow("it holds a.txt");
});

test("unknown options are refused", () => {
  expect(() => inspectRows({}, { scorers: "x" } as object)).toThrow(OptionError);
  expect(() => inspectRowStream({}, { passValue: {} as string })).toThrow("passValue");
});

test("a key called __proto__ is a marker like any other", () => {
  const text = `{"eval": {}, "samples": [{"id": 1, "scores": {"s": {"value": 1}, "__proto__": {"value": 0}}}]}`;
  const [row] = inspectRows(text).rows;
  expect(isRecord(row?.markers) && Object.keys(row.markers)).toEqual(["__proto__"]);
  expect(({} as { value?: unknown }).value).toBeUndefined();
});

test("a score that Inspect wrote as NaN is no failure under a pass value", () => {
  const text = JSON.stringify(logOf([sample("C"), sample("@", { id: 2 })])).replace('"@"', "NaN");
  const { rows } = inspectRows(text, { passValue: "C" });
  expect(rows.map(({ reward, judge_status }) => [reward, judge_status])).toEqual([
    [1, "ok"],
    [null, "missing_reward"],
  ]);
});

test("a sample that people marked as invalid has no reward", () => {
  const [row] = inspectRows(logOf([sample("C", { invalidation: { reason: "the sandbox was down" } })])).rows;
  expect(row).toMatchObject({
    reward: null,
    judge_status: "invalid_result",
    reason: "the sample was invalidated: the sandbox was down",
  });
});
