import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { passAt } from "@whileai/stats";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openResultsFile, readResultsFile } from "./read-results-file.js";
import { Rows } from "./rows.js";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "whileai-results-"));
});
afterAll(() => rm(folder, { recursive: true }));

const fixture = (name: string) =>
  fileURLToPath(new URL(`../../../stats/src/interop/__fixtures__/${name}`, import.meta.url));
const write = async (name: string, content: string | Uint8Array) => {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
};
const LINES = '{"scenario_id":"a","reward":1}\n\n{"scenario_id":"b","reward":0}\n';

test.each([
  ["inspect.eval", "inspect", 6],
  ["inspect.json", "inspect", 6],
  ["promptfoo.json", "promptfoo", 32],
  ["vitest-evals.json", "vitest-evals", 6],
  ["samples_tiny_sums_2026-11-29T22-18-14.997075.jsonl", "lm-eval", 3],
])("%s is read as %s", async (name, format, rows) => {
  const read = await readResultsFile(fixture(name));
  expect(read.report).toMatchObject({ format, nRows: read.rows.length });
  expect(read.rows.length).toBeGreaterThanOrEqual(Math.min(rows, 3));
  expect(passAt(read.rows).passAt1).not.toBeNull();
});

test("rows of ours are streamed from lines, packed or not, and taken from an array; nothing is said of them", async () => {
  const whole = JSON.stringify(
    LINES.split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  );
  for (const path of [
    await write("rows.jsonl", LINES),
    await write("rows.jsonl.gz", gzipSync(LINES)),
    await write("rows.ndjson", LINES),
    await write("rows.json", whole),
    await write("rows.json.gz", gzipSync(whole)),
    await write("results", LINES),
  ]) {
    const { rows, report } = await readResultsFile(path);
    expect([rows.length, rows[1]?.reward, report]).toEqual([2, 0, null]);
  }
  const file = await openResultsFile(join(folder, "rows.jsonl"));
  expect(Symbol.asyncIterator in file.rows).toBe(true);
});

test("an array of objects in no tool's format is rows, as the same objects are with a line each", async () => {
  const asks = [{ prompt: "Where is it?", id: "q1" }, { question: "Why?" }];
  const array = JSON.stringify(asks);
  for (const path of [
    await write("asks.jsonl", asks.map((ask) => JSON.stringify(ask)).join("\n")),
    await write("asks.json", `\ufeff\n${array}`),
    await write("asks.json.gz", gzipSync(array)),
  ])
    expect(await readResultsFile(path), path).toEqual({ rows: asks, report: null });
  expect((await readResultsFile(await write("none.json", "[]"))).rows).toEqual([]);
  await expect(readResultsFile(await write("mixed.json", '[{"prompt": "a"}, 7]'))).rejects.toThrow(/mixed\.json/);
});

test("a table takes its columns, the reward's by --score too, and the value that passed", async () => {
  const path = await write("table.csv", "task,verdict\na,good\nb,bad\n");
  const { rows } = await readResultsFile(path, {
    columns: { scenario_id: "task" },
    score: "verdict",
    passValue: "good",
  });
  expect(rows.map(({ scenario_id, reward }) => [scenario_id, reward])).toEqual([
    ["a", 1],
    ["b", 0],
  ]);
});

test("Rows.from enters with the results of another tool", async () => {
  const rows = await Rows.from(fixture("inspect.eval"));
  expect([rows.stage, rows.length]).toEqual(["graded", 6]);
});

test("errors name the path, the line and the fix", async () => {
  await mkdir(join(folder, "run"));
  const bad = await write("bad.jsonl", `${LINES}{"scenario_id":`);
  const strange = await write("strange.json", '{"answer": 42}');
  const unpackable = ["lines.jsonl.gz", "whole.json.gz", "table.csv.gz", "run.eval.gz"];
  for (const [path, message] of [
    [join(folder, "none.jsonl"), /none\.jsonl.*there is no such file.*Check the path/s],
    [join(folder, "rows.jsonl", "deeper.jsonl"), /no such file/],
    [join(folder, "run"), /this is a folder, not a file of results.*rows\.jsonl/s],
    [bad, /bad\.jsonl:4: the file ends inside this row/],
    ...(await Promise.all(
      unpackable.map(async (name) => [await write(name, "not packed"), new RegExp(`${name}.*cannot be read`)] as const),
    )),
    [strange, /strange\.json.*format of these results is not known.*answer/s],
  ] as const)
    await expect(readResultsFile(path), path).rejects.toThrow(message);
});
