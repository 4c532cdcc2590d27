import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OptionError } from "../errors/option-error.js";
import { RowError } from "../errors/row-error.js";
import type { Row } from "../row/row.js";
import { loadRows, type ReadNote, readRows } from "./read-rows.js";
import { rowFileFormat } from "./row-file-format.js";
import { writeRows } from "./write-rows.js";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "whileai-rows-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let files = 0;
async function fileOf(content: string | Uint8Array, ending = ".jsonl"): Promise<string> {
  const path = join(folder, `given-${++files}${ending}`);
  await writeFile(path, content);
  return path;
}

async function errorOf(work: Promise<unknown>): Promise<RowError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof RowError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("readRows", () => {
  test.each<[name: string, content: string, rows: unknown[]]>([
    ["lines", '{"a":1}\n{"a":2}\n', [{ a: 1 }, { a: 2 }]],
    ["no last newline", '{"a":1}\n{"a":2}', [{ a: 1 }, { a: 2 }]],
    ["CRLF", '{"a":1}\r\n{"a":2}\r\n', [{ a: 1 }, { a: 2 }]],
    ["a byte order mark", '\ufeff{"a":1}\n', [{ a: 1 }]],
    ["empty lines", '\n\n{"a":1}\n  \n{"a":2}\n\n', [{ a: 1 }, { a: 2 }]],
    ["an empty file", "", []],
    ["separators inside texts", '{"a":"x\u2028y\u2029z\u0085"}\n', [{ a: "x\u2028y\u2029z\u0085" }]],
    [
      "words of JSON inside texts",
      '{"a":"NaN, -Infinity: 12345678901234567890 \\""}\n',
      [{ a: 'NaN, -Infinity: 12345678901234567890 "' }],
    ],
    [
      "large integers that a double holds",
      '{"a":9007199254740992,"c":100000000000000000000,"b":0.1234567890123456789}\n',
      [{ a: 9007199254740992, c: 1e20, b: 0.12345678901234568 }],
    ],
    [
      "numbers beside a large one",
      '{"id":"1234567890123456","a":-0,"b":1000000000000000000000}',
      [{ id: "1234567890123456", a: -0, b: 1e21 }],
    ],
    ["a lone surrogate", '{"a":"\\ud800"}\n', [{ a: "\ud800" }]],
  ])("%s", async (_, content, rows) => {
    expect(await loadRows(await fileOf(content))).toEqual(rows);
  });

  test("a key named __proto__ is only a key", async () => {
    const [row] = await loadRows(await fileOf('{"__proto__":{"x":1}}\n'));
    expect(Object.keys(row as Row)).toEqual(["__proto__"]);
    expect((row as { x?: number }).x).toBeUndefined();
  });

  test("whole numbers beyond 2^53 keep every digit, as text, and are noted", async () => {
    const notes: ReadNote[] = [];
    const path = await fileOf('{"a":1}\n{"id":12345678901234567890,"n":[-9007199254740993, 7],"t":"1e400"}\n');
    const rows = await loadRows(path, { onNote: (note) => notes.push(note) });
    expect(rows[1]).toEqual({ id: "12345678901234567890", n: ["-9007199254740993", 7], t: "1e400" });
    expect(notes).toEqual([expect.objectContaining({ code: "big_integer", line: 2 })]);
  });

  test.each<[name: string, line: string, field: string | undefined, word: string]>([
    ["NaN", '{"ok":1,"markers":{"m":NaN}}', "m", "NaN"],
    ["-Infinity", '{"reward": -Infinity}', "reward", "-Infinity"],
    ["a number too large", '{"x":{"huge":1e999}}', "huge", "1e999"],
    ["no object", "[1]", undefined, "an array"],
    ["null", "null", undefined, "null"],
    ["a number", "5", undefined, "a number"],
    ["broken text", '{"a":', undefined, "not JSON"],
  ])("%s is refused with path, line and field", async (_, line, field, word) => {
    const path = await fileOf(`{"a":1}\n\n${line}\n{"a":2}\n`);
    const error = await errorOf(loadRows(path));
    expect(error).toMatchObject({ path, line: 3, field });
    expect(error.message).toContain(`${path}:3:`);
    expect(error.message).toContain(word);
  });

  test.each<[name: string, line: string, word: string]>([
    ["NaN", '{"reward": NaN}', "NaN in `reward`"],
    ["a number too large", '{"x":1e999}', "1e999"],
    ["no object", "[1]", "an array"],
  ])("%s on a last line without its newline is not taken for a torn row", async (_, line, word) => {
    const path = await fileOf(`{"a":1}\n${line}`);
    expect((await errorOf(loadRows(path))).message).toContain(word);
    const notes: ReadNote[] = [];
    await loadRows(path, { onBadLine: "skip", onNote: (note) => notes.push(note) });
    expect(notes.map(({ code }) => code)).toEqual(["bad_line"]);
  });

  test.each(["A", "\\n"])("a text of megabytes of %j beside a large number is read", async (unit) => {
    const image = unit.repeat(9_000_000);
    const [row] = await loadRows(await fileOf(`{"id":12345678901234567890,"image":"${image}"}\n`));
    expect([row?.id, String(row?.image).length]).toEqual(["12345678901234567890", 9_000_000]);
  });

  test("bad and torn lines are skipped and noted when asked", async () => {
    const notes: ReadNote[] = [];
    const path = await fileOf('{"a":1}\nnope\n{"a":2}\n{"a":3');
    const rows = await loadRows(path, { onBadLine: "skip", onNote: (note) => notes.push(note) });
    expect(rows).toEqual([{ a: 1 }, { a: 2 }]);
    expect(notes.map(({ code, line }) => [code, line])).toEqual([
      ["bad_line", 2],
      ["torn_line", 4],
    ]);
    const error = await errorOf(loadRows(await fileOf('{"a":1}\n{"a":3')));
    expect(error.message).toContain("ends inside this row");
    expect(error.line).toBe(2);
  });

  test("bytes that are not UTF-8 are refused by line", async () => {
    const path = await fileOf(
      Buffer.concat([Buffer.from('{"a":1}\n{"a":"'), Buffer.from([0xff]), Buffer.from('"}\n')]),
    );
    expect(await errorOf(loadRows(path))).toMatchObject({ line: 2 });
  });

  test("rows arrive one by one, and reading may stop early", async () => {
    const path = await fileOf(Array.from({ length: 50_000 }, (_, index) => `{"i":${index}}\n`).join(""));
    const seen: unknown[] = [];
    for await (const row of readRows(path)) {
      seen.push(row.i);
      if (seen.length === 3) break;
    }
    expect(seen).toEqual([0, 1, 2]);
  });

  test("multi-byte characters may fall on a chunk's border", async () => {
    const rows = Array.from({ length: 3000 }, (_, index) => ({ i: index, t: "日本語🎉".repeat(9) }));
    expect(await loadRows(await fileOf(rows.map((row) => `${JSON.stringify(row)}\n`).join("")))).toEqual(rows);
  });

  test("gzip files are unpacked, cut ones are named or noted", async () => {
    const rows = Array.from({ length: 2000 }, (_, index) => ({ i: index, t: String(index * 7919) }));
    const packed = gzipSync(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    expect(await loadRows(await fileOf(packed, ".jsonl.gz"))).toEqual(rows);
    const cut = await fileOf(packed.subarray(0, packed.length - 2000), ".jsonl.gz");
    expect((await errorOf(loadRows(cut))).message).toContain("cannot be read");
    const notes: ReadNote[] = [];
    const kept = await loadRows(cut, { onBadLine: "skip", onNote: (note) => notes.push(note) });
    expect(kept).toEqual(rows.slice(0, kept.length));
    expect(notes.map((note) => note.code)).toEqual(["torn_line"]);
    expect((await errorOf(loadRows(await fileOf("no gzip", ".jsonl.gz")))).message).toContain("cannot be read");
  });

  test("a .json file is one array", async () => {
    expect(await loadRows(await fileOf('\ufeff[{"a":1},\n {"id":12345678901234567890}]', ".json"))).toEqual([
      { a: 1 },
      { id: "12345678901234567890" },
    ]);
    expect(await loadRows(await fileOf(gzipSync('[{"a":1}]'), ".json.gz"))).toEqual([{ a: 1 }]);
    expect((await errorOf(loadRows(await fileOf('{"a":1}', ".json")))).message).toContain("one array");
    expect(await errorOf(loadRows(await fileOf('[{"a":1},7]', ".json")))).toMatchObject({ line: 2 });
    expect(await loadRows(await fileOf('[7,{"a":1}]', ".json"), { onBadLine: "skip" })).toEqual([{ a: 1 }]);
    expect((await errorOf(loadRows(join(folder, "missing.json")))).message).toContain(
      "cannot be read: there is no such file. Check the path.",
    );
  });

  test("a missing file and an unknown option are typed errors", async () => {
    expect((await errorOf(loadRows(join(folder, "missing.jsonl")))).message).toContain("there is no such file");
    expect((await errorOf(loadRows(join(folder, "missing.jsonl.gz")))).message).toContain("there is no such file");
    await expect(loadRows("x.jsonl", { onBadLines: "skip" } as never)).rejects.toThrow(OptionError);
  });
});

describe("writeRows", () => {
  const path = (name: string): string => join(folder, "made", "deep", name);

  test("writes lines, makes folders, escapes separators and drops scratch", async () => {
    const target = path("a.jsonl");
    const row = { final_text: "a\u2028b\u2029c\u0085d é", _scratch: 1, gone: undefined, kept: null };
    expect(await writeRows(target, [row, { b: 1 }])).toEqual({ path: target, rows: 2 });
    const text = await readFile(target, "utf8");
    expect(text).toBe('{"final_text":"a\\u2028b\\u2029c\\u0085d é","kept":null}\n{"b":1}\n');
    expect(await loadRows(target)).toEqual([{ final_text: row.final_text, kept: null }, { b: 1 }]);
  });

  test("writes .gz and .json", async () => {
    async function* rows() {
      yield { a: 1 };
      yield { a: 2 };
    }
    await writeRows(path("a.jsonl.gz"), rows());
    expect(gunzipSync(await readFile(path("a.jsonl.gz"))).toString()).toBe('{"a":1}\n{"a":2}\n');
    await writeRows(path("a.json"), rows());
    expect(JSON.parse(await readFile(path("a.json"), "utf8"))).toEqual([{ a: 1 }, { a: 2 }]);
    await writeRows(path("none.json"), []);
    expect(await loadRows(path("none.json"))).toEqual([]);
  });

  test("a bad row leaves the older file and no temporary one", async () => {
    const target = path("kept.jsonl");
    await writeRows(target, [{ a: 1 }]);
    const bad = [{ a: 2 }, { rollout_id: "r7", steps: [{ logprob: Number.NaN }] }];
    const error = await errorOf(writeRows(target, bad));
    expect(error).toMatchObject({ path: target, line: 2, field: "steps[0].logprob" });
    expect(error.message).toContain("row r7");
    expect((await errorOf(writeRows(target, [null]))).line).toBe(1);
    expect((await errorOf(writeRows(target, [{ f: () => 1 }]))).message).toContain("a function");
    expect(await loadRows(target)).toEqual([{ a: 1 }]);
    expect((await readdir(path(""))).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  test("what the system refuses is an error with the path, and what the rows throw is their own", async () => {
    await mkdir(path("taken.jsonl"));
    expect((await errorOf(writeRows(path("taken.jsonl"), [{}]))).path).toBe(path("taken.jsonl"));
    await writeRows(path("file.jsonl"), [{}]);
    expect((await errorOf(writeRows(path("file.jsonl/inner.jsonl"), [{}]))).message).toContain("cannot be written");
    const own = new TypeError("mine");
    const rows = (function* () {
      yield {};
      throw own;
    })();
    await expect(writeRows(path("own.jsonl"), rows)).rejects.toBe(own);
    expect((await readdir(path(""))).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  test("writers of one file do not disturb one another, whatever was left behind", async () => {
    const target = path("shared.jsonl");
    const names = Array.from({ length: 8 }, (_, index) => `${target}.${process.pid}-${index}.tmp`);
    await Promise.all(names.map((name) => writeFile(name, "of a run that was killed")));
    await Promise.all(Array.from({ length: 20 }, (_, index) => writeRows(target, [{ index }, { index }])));
    const [first, second] = await loadRows(target);
    expect(first).toEqual(second);
    expect(await Promise.all(names.map((name) => readFile(name, "utf8")))).toEqual(
      names.map(() => "of a run that was killed"),
    );
    await Promise.all(names.map((name) => rm(name)));
  });

  test.each([
    ["x/train.parquet", "x/train.jsonl", "to_parquet('x/train.parquet')"],
    ["train.CSV", "train.jsonl", "to_csv('train.CSV')"],
    ["train.txt", "train.jsonl", "not .txt"],
    ["train", "train.jsonl", "without an extension"],
  ])("refuses %s and names %s", async (target, instead, words) => {
    const error = await writeRows(target, []).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(OptionError);
    expect(String(error)).toContain(instead);
    expect(String(error)).toContain(words);
  });

  test("what was written is what is read", async () => {
    const target = path("round.jsonl");
    const row = fc.dictionary(
      fc.string({ unit: "binary" }).filter((key) => !key.startsWith("_")),
      fc.jsonValue(),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 5 }), async (rows) => {
        await writeRows(target, rows);
        const read = await loadRows(target);
        expect(JSON.stringify(read)).toBe(JSON.stringify(rows));
      }),
      { numRuns: 50 },
    );
  });
});

test("rowFileFormat needs a path", () => {
  expect(() => rowFileFormat(undefined as never)).toThrow(OptionError);
  expect(rowFileFormat("A.NDJSON.GZ")).toEqual({ layout: "lines", gzip: true });
});
