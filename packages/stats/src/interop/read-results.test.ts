import { isRecord, OptionError, RowError, WhileaiError } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fixture, fixtureJson, fixtureText } from "./__fixtures__/fixture.js";
import {
  csvRows,
  inspectRows,
  lmEvalRowStream,
  lmEvalRows,
  promptfooRows,
  RESULTS_FORMATS,
  readResults,
  vitestEvalsRows,
} from "./index.js";

const SUMS = "samples_tiny_sums_2026-11-29T22-18-14.997075.jsonl";

test.each([
  ["inspect", "inspect.eval", 6],
  ["inspect", "inspect.json", 6],
  ["promptfoo", "promptfoo.json", 32],
  ["vitest-evals", "vitest-evals.json", 12],
  ["lm-eval", SUMS, 8],
])("%s is recognised in %s", (format, name, count) => {
  const { rows, report } = readResults(fixture(name), { name });
  expect([report.format, rows.length]).toEqual([format, count]);
  if (name.endsWith(".eval")) return;
  expect(readResults(fixtureText(name), { name }).rows).toEqual(rows);
  if (name.endsWith(".json")) expect(readResults(fixtureJson(name), { name }).rows).toEqual(rows);
});

test.each([
  ["csv", "scenario_id,reward\na,1\n", undefined],
  ["csv", "scenario_id\na\n", "x.csv"],
  ["rows", '{"scenario_id": "a", "reward": 1}\n{"scenario_id": "a", "reward": 0}\n', undefined],
  ["rows", '[{"scenario_id": "a", "reward": 1}]', undefined],
  ["rows", '{"task_id": "a", "reward": null}', undefined],
])("%s is recognised in %j", (format, text, name) => {
  const columns = name === undefined ? {} : { columns: { reward: "scenario_id" } };
  if (name !== undefined) expect(() => readResults(text, { name, csv: columns })).toThrow(OptionError);
  else expect(readResults(text).report.format).toBe(format);
});

test("options of the format are handed on, and the format can be given", () => {
  expect(readResults(fixture("inspect.eval"), { inspect: { scorer: "style/brief" } }).report.rewardFrom).toBe(
    "scorer style/brief",
  );
  expect(readResults(fixture("promptfoo.json"), { promptfoo: { provider: "loud" } }).report.nRows).toBe(16);
  expect(readResults(fixture("vitest-evals.json"), { vitestEvals: { reward: "Brief" } }).rows[0]?.reward).toBe(0.8);
  expect(readResults(fixture(SUMS), { lmEval: { metric: "acc_norm" } }).report.rewardFrom).toBe("acc_norm");
  expect(
    readResults("t|p\na|1", { format: "csv", csv: { columns: { scenario_id: "t", reward: "p" } } }).rows,
  ).toHaveLength(1);
  expect(() => readResults("{}", { format: "inspct" as "inspect" })).toThrow('Did you mean "inspect"?');
  expect(() => readResults("{}", { inspect: { scorers: "x" } as object, format: "inspect" })).toThrow(OptionError);
});

test("rows that are none are counted", () => {
  const { rows, report } = readResults('{"reward": 1}\nbroken\n[1]');
  expect(rows).toEqual([{ reward: 1 }]);
  expect(report.nSkipped).toBe(2);
});

test("rows keep their lines, and say what is no JSON", () => {
  const { report } = readResults('{"reward": 1}\n\nbroken\n[1]', { name: "rows.jsonl" });
  expect(report.problems).toMatchObject([
    { line: 3, message: expect.stringContaining("rows.jsonl:3: not JSON") },
    { line: 4, message: expect.stringContaining("got a list") },
  ]);
});

test("rows of ours stay rows, whatever stands beside their fields", () => {
  const { rows, report } = readResults(
    '{"scenario_id": "a", "reward": 1, "doc_id": 3}\n{"scenario_id": "b", "reward": 0}',
  );
  expect([report.format, rows.length, report.nScored]).toEqual(["rows", 2, 2]);
});

test("rows of ours may have fields that other formats have", () => {
  const row = { scenario_id: "a", reward: 1, eval: { results: [] }, results: { results: [] }, testResults: [] };
  expect(readResults([row, row].map((entry) => JSON.stringify(entry)).join("\n")).report).toMatchObject({
    format: "rows",
    nScored: 2,
  });
});

test("a number is a run like a text", () => {
  const rows = [0, 1].map((eval_run) => ({ scenario_id: "a", reward: 1, lineage: { eval_run } }));
  expect(readResults(rows).report.notes.map(({ code }) => code)).toEqual(["several_runs"]);
});

const GZIP = Uint8Array.of(0x1f, 0x8b, 8, 0, 0);
test.each([
  ["a packed file", GZIP, "compressed with gzip. Unpack it first: gunzipSync(bytes)"],
  ["a promise", Promise.resolve("x"), "got a Promise. Await"],
  ["a Blob", new Blob(["x"]), "got a Blob"],
  ["nothing", undefined, "got nothing"],
])("%s is told what to do", (_, given, message) => {
  for (const read of [readResults, inspectRows, promptfooRows, vitestEvalsRows, lmEvalRows])
    expect(() => read(given as unknown as string)).toThrow(message);
});

test("a packed stream is told what to do, too", async () => {
  const stream = lmEvalRowStream([GZIP.slice(0, 4), GZIP.slice(4)], { name: "samples.jsonl.gz" });
  await expect(stream[Symbol.asyncIterator]().next()).rejects.toThrow(
    "samples.jsonl.gz: compressed with gzip. Unpack it first: gunzipSync(bytes)",
  );
});

test("what a file holds does not act on the terminal that prints its report", () => {
  const written = [
    '{"doc_id": {}, "\\u001b[31macc": 1}',
    '{"doc_id": 1, "\\u001b[31macc": 1, "b\\u001b[2J\\n": 0}',
  ].join("\n");
  const text = `${readResults(written, { format: "lm-eval", name: "\u001b]0;x\u0007run" }).report}`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  expect(text.replaceAll("\n", "")).not.toMatch(/[\u0000-\u001f]/);
  expect(text.split("\n")).toHaveLength(3);
  expect(text).toMatch(/\n {2}reward: /);
});

test("a log that was cut is told to be no JSON, not to be of no format", () => {
  for (const read of [readResults, inspectRows])
    expect(() => read('{"eval": {"task": "t"}, "samples": [{')).toThrow("not JSON");
});

test("an ArrayBuffer is bytes", () => {
  const { buffer } = fixture("inspect.eval").slice();
  expect(readResults(buffer).report.nRows).toBe(6);
  expect(inspectRows(buffer).report.nRows).toBe(6);
});

test("NaN and the infinities between long texts that hold them too", () => {
  const note = 'NaN "-Infinity" \\ '.repeat(50_000);
  const written = JSON.stringify({ scenario_id: "a", note, reward: "@" }).replace('"@"', "NaN");
  const [row] = readResults(`${written.slice(0, -1)}, "markers": {"m": -Infinity}}`).rows;
  expect(row).toEqual({ scenario_id: "a", note, reward: "NaN", markers: { m: "-Infinity" } });
});

test.each(["", " \n"])("%j is nothing", (text) => {
  expect(() => readResults(text, { name: "run.json" })).toThrow("run.json: there is nothing in these results.");
});

test.each(["hello", "{}", "[]", '{"a": 1}', "3", "null", "<html>,"])("%j is of no known format", (text) => {
  expect(() => readResults(text, { name: "x" })).toThrow(
    expect.objectContaining({ name: "RowError", code: "format_unknown", path: "x" }),
  );
});

test("aggregates of the harness are told apart", () => {
  expect(() => readResults(JSON.stringify({ results: { t: {} }, configs: {} }))).toThrow("--log_samples");
  expect(() => readResults({})).toThrow("promptfoo results");
});

test("many problems are counted, and the first are named", () => {
  const { report } = readResults(Array.from({ length: 30 }, (_, at) => (at === 0 ? '{"reward": 1}' : "3")).join("\n"));
  expect(report.nSkipped).toBe(29);
  expect(report.problems).toHaveLength(20);
  expect(report.notes.map(({ code }) => code)).toContain("more_problems");
  expect(isRecord(report.toJSON())).toBe(true);
});

describe("no input makes a reader throw anything but an error of ours", () => {
  const readers = [readResults, inspectRows, promptfooRows, vitestEvalsRows, lmEvalRows, csvRows] as ((
    given: unknown,
  ) => unknown)[];
  const onlyOurs = (given: unknown) => {
    for (const read of [
      ...readers,
      ...RESULTS_FORMATS.map((format) => (input: unknown) => readResults(input as string, { format })),
    ])
      try {
        read(given);
      } catch (error) {
        if (!WhileaiError.isInstance(error)) throw error;
      }
  };
  const word = fc.constantFrom(
    "eval",
    "samples",
    "scores",
    "value",
    "id",
    "results",
    "success",
    "testResults",
    "assertionResults",
    "meta",
    "doc_id",
    "acc",
    "messages",
    "role",
    "content",
    "tool_calls",
    "function",
    "arguments",
    "status",
    "prompt",
    "raw",
    "vars",
    "__proto__",
    "reward",
    "output",
  );
  const value = fc.letrec((tie) => ({
    node: fc.oneof(
      { maxDepth: 6 },
      fc.constantFrom<unknown>(
        null,
        true,
        0,
        -1,
        Number.NaN,
        "",
        "user",
        "assistant",
        "tool",
        "C",
        "failed",
        "\ud800",
        1e308,
      ),
      tie("list"),
      tie("record"),
    ),
    list: fc.array(tie("node"), { maxLength: 4 }),
    record: fc.dictionary(word, tie("node"), { maxKeys: 6 }),
  })).node;

  test("any value", () => {
    fc.assert(fc.property(value, onlyOurs), { numRuns: 300 });
    fc.assert(fc.property(fc.anything({ withMap: true, withBigInt: true, withNullPrototype: true }), onlyOurs), {
      numRuns: 100,
    });
  });

  test("any text", () => {
    fc.assert(
      fc.property(value, (given) => onlyOurs(JSON.stringify(given) ?? "")),
      { numRuns: 200 },
    );
    fc.assert(fc.property(fc.string({ unit: "binary" }), onlyOurs), { numRuns: 100 });
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 8 }), (cells) =>
        onlyOurs(`scenario_id,reward\n${cells.join(",")}`),
      ),
    );
  });

  test.each(["inspect.eval", "inspect-chunked.eval", "inspect-deflated.eval", SUMS, "promptfoo.json"])(
    "%s with changed bytes",
    (name) => {
      const whole = fixture(name);
      const change = fc.tuple(fc.nat(whole.length - 1), fc.nat(255));
      fc.assert(
        fc.property(
          fc.array(change, { minLength: 1, maxLength: 6 }),
          fc.option(fc.nat(whole.length)),
          (changes, cut) => {
            const bytes = whole.slice(0, cut ?? undefined);
            for (const [at, byte] of changes) if (at < bytes.length) bytes[at] = byte;
            onlyOurs(bytes);
          },
        ),
        { numRuns: name === "promptfoo.json" ? 20 : 60 },
      );
    },
  );

  test("objects whose fields throw", () => {
    const trap = new Proxy(
      {},
      {
        get: () => {
          throw new Error("no");
        },
        ownKeys: () => {
          throw new Error("no");
        },
      },
    );
    for (const given of [
      trap,
      { eval: trap, samples: [trap] },
      { results: { results: [trap] } },
      undefined,
      3,
      Symbol("x"),
    ])
      onlyOurs(given);
    expect(() => inspectRows(trap)).toThrow(RowError);
  });
});
