import { OptionError, type Row, RowError } from "@whileai/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fixture, fixtureText } from "../__fixtures__/fixture.js";
import { lmEvalRowStream, lmEvalRows } from "./lm-eval-rows.js";

const SUMS = "samples_tiny_sums_2026-11-29T22-18-14.997075.jsonl";
const WORDS = "samples_tiny_words_2026-11-29T22-18-14.997075.jsonl";
const line = (more: object = {}) => JSON.stringify({ doc_id: 1, filter: "none", metrics: ["acc"], acc: 1, ...more });
const all = async (stream: AsyncIterable<Row>) => {
  const rows: Row[] = [];
  for await (const row of stream) rows.push(row);
  return rows;
};

test("choices that the harness rated", () => {
  const { rows, report } = lmEvalRows(fixture(SUMS), { name: SUMS, model: "dummy" });
  expect(report).toMatchObject({
    format: "lm-eval",
    nRows: 8,
    nTasks: 8,
    nScored: 8,
    nSkipped: 0,
    rewardFrom: "acc",
    alternatives: ["acc_norm"],
  });
  expect(rows[0]).toMatchObject({
    scenario_id: "tiny_sums/0",
    prompt: "0+0 =",
    policy_version: "dummy",
    rollout_index: 0,
    judge_name: "acc",
    lineage: {
      source: "lm-eval",
      file: SUMS,
      task: "tiny_sums",
      filter: "none",
      eval_run: "2026-11-29T22-18-14.997075",
    },
  });
  expect(["0", "1", "lol"]).toContain(rows[0]?.final_text);
  expect(Object.keys(rows[0]?.markers ?? {})).toEqual(["acc_norm"]);
});

test("texts that the harness filtered, several to a document", () => {
  const { rows, report } = lmEvalRows(fixture(WORDS), { name: WORDS, filter: "shouted" });
  expect(report).toMatchObject({ nRows: 8, nSkipped: 8 });
  expect(report.notes).toMatchObject([{ code: "other_filters" }]);
  expect(rows[0]).toMatchObject({
    final_text: "LOL",
    sampling: { temperature: 0.7 },
    lineage: { responses: ["lol", "lol", "lol"] },
  });
  expect(lmEvalRows(fixture(WORDS)).rows[0]).toMatchObject({ scenario_id: "0", final_text: "lol" });
});

test("a metric is chosen by name", () => {
  expect(lmEvalRows(fixture(SUMS), { metric: "acc_norm" }).rows[0]?.judge_name).toBe("acc_norm");
  expect(() => lmEvalRows(fixture(SUMS), { metric: "acc_nrm" })).toThrow(
    expect.objectContaining({ didYouMean: "acc_norm" }),
  );
  expect(() => lmEvalRows(fixture(SUMS), { filter: "nonne" })).toThrow(expect.objectContaining({ didYouMean: "none" }));
});

test("however a file arrives in pieces, the rows are the same", async () => {
  const bytes = fixture(WORDS);
  const whole = lmEvalRows(bytes, { name: WORDS }).rows;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 20 }), async (cuts) => {
      const at = [0, ...cuts.sort((one, other) => one - other), bytes.length];
      const pieces = at.slice(1).map((end, index) => bytes.subarray(at[index], end));
      expect(await all(lmEvalRowStream(pieces, { name: WORDS }))).toEqual(whole);
    }),
    { numRuns: 30 },
  );
  expect(await all(lmEvalRowStream([fixtureText(WORDS).replaceAll("\n", "\r\n")], { name: WORDS }))).toEqual(whole);
});

test("the same document again is the next rollout; older files list no metrics", () => {
  const { rows } = lmEvalRows([line(), line(), '{"doc_id": 2, "doc": {}, "em": 0.5, "resps": []}'].join("\n"), {
    task: "t",
  });
  expect(rows.map(({ scenario_id, rollout_index, reward }) => [scenario_id, rollout_index, reward])).toEqual([
    ["t/1", 0, 1],
    ["t/1", 1, 1],
    ["t/2", 0, null],
  ]);
  expect(rows[2]).toMatchObject({ judge_status: "missing_reward", markers: { em: 0.5 } });
});

test("a metric that is no number is no zero", () => {
  const { rows } = lmEvalRows(
    [line({ acc: [1, 2] }), line({ acc: null }), line({ metrics: [], acc: undefined })].join("\n"),
  );
  expect(rows.map(({ reward, judge_status }) => [reward, judge_status])).toEqual([
    [null, "invalid_result"],
    [null, "invalid_result"],
    [null, "missing_reward"],
  ]);
});

test("lines that cannot be read are counted and named", async () => {
  const text = `${line()}\n{"doc_id": \n\n3\n${line()}\n{"doc_id": {}}`;
  const { rows, report } = lmEvalRows(text, { name: "s.jsonl" });
  expect(rows).toHaveLength(2);
  expect(report.problems.map(({ line: number, path }) => [path, number])).toEqual([
    ["s.jsonl", 2],
    ["s.jsonl", 4],
    ["s.jsonl", 6],
  ]);
  const stream = lmEvalRowStream([text], { name: "s.jsonl" });
  expect(await all(stream)).toEqual(rows);
  expect(stream.report().problems).toEqual(report.problems);
  expect(() => lmEvalRows(text, { onBadEntry: "throw" })).toThrow(RowError);
});

test("aggregates are not samples", () => {
  expect(() => lmEvalRows(JSON.stringify({ results: {}, configs: {} }, null, 1))).toThrow("these are the aggregates");
});

test("parsed samples are read too", () => {
  expect(lmEvalRows([JSON.parse(line())]).rows).toHaveLength(1);
  expect(lmEvalRows(`[${line()}]`).rows).toHaveLength(1);
});

test("bytes that are no text are a RowError", async () => {
  await expect(all(lmEvalRowStream([Uint8Array.of(0xff, 0xfe)]))).rejects.toThrow(RowError);
  await expect(all(lmEvalRowStream([Uint8Array.of(0xe2)]))).rejects.toThrow(RowError);
  await expect(all(lmEvalRowStream([3 as unknown as string]))).rejects.toThrow(RowError);
  expect(() => lmEvalRowStream([], { metrics: "x" } as object)).toThrow(OptionError);
});

test("a document of another task is not one more rollout", () => {
  const lines = [line({ doc_hash: "a" }), line({ doc_hash: "b", acc: 0 }), line({ doc_hash: "a", acc: 0 })];
  const { rows, report } = lmEvalRows(lines.join("\n"), { name: "all.jsonl" });
  expect(rows.map(({ rollout_index, reward }) => [rollout_index, reward])).toEqual([
    [0, 1],
    [1, 0],
  ]);
  expect(report.problems).toMatchObject([{ path: "all.jsonl", line: 2, field: "doc_hash" }]);
});
