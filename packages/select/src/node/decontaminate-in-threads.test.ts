import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { frozenCopy, type Row } from "@whileai/core";
import { expect, test } from "vitest";
import { createDecontaminator } from "../decontaminate/create-decontaminator.js";
import { decontaminate } from "../decontaminate/decontaminate.js";
import { threadedDecontaminatorOf } from "./create-threaded-decontaminator.js";
import { decontaminateWith } from "./decontaminate-in-threads.js";
import { createThreadedDecontaminator, decontaminateInThreads } from "./index.js";
import { ScanThread, threadFlags } from "./scan-thread.js";
import { shareArrays } from "./share-arrays.js";

/** Threads of a test run from sources. */
const TSX = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
const FLAGS = ["--conditions=@whileai/source", "--import", TSX];

const WORDS = "alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima".split(" ");
const sentence = (seed: number, length: number): string =>
  Array.from({ length }, (_, at) => `${WORDS[(seed * 7 + at * at + at) % WORDS.length]}${(seed + at) % 5}`).join(" ");

const against = {
  first: Array.from({ length: 40 }, (_, at) => ({ prompt: sentence(at, 20), task_id: `e${at}` })),
  second: ["我的订单在哪里，请帮我查一下", "Where is order 4473?"],
};

function trainingRows(): Row[] {
  const rows: unknown[] = [];
  for (let at = 0; at < 1500; at++) {
    if (at % 50 === 1) rows.push({ prompt: sentence(at % 40, 20).toUpperCase() });
    else if (at % 50 === 2) rows.push({ prompt: `${sentence(at + 1000, 60)} ${sentence(at % 40, 20)}` });
    else if (at % 50 === 3) rows.push(null);
    else if (at % 50 === 4) rows.push({ prompt: "where is order 4473", task_id: at });
    else if (at % 50 === 5) rows.push({ prompt: "请问：我的订单在哪里，请帮我查一下。谢谢" });
    else rows.push({ prompt: sentence(at + 5000, 30 + (at % 7)), scenario_id: `t${at}`, at });
  }
  return rows as Row[];
}

test("threads give the rows and the report of one thread, in order", async () => {
  const rows = frozenCopy(trainingRows()) as Row[];
  const alone = decontaminate(rows, { against });
  const together = await decontaminateWith(rows, { against, threads: 3 }, FLAGS);
  expect(`${together}`).toBe(`${together.report}`);
  expect(together.rows).toEqual(alone.rows);
  expect(together.rows[0]).toBe(alone.rows[0]);
  expect(together.report).toEqual(alone.report);
  expect(`${together.report}`).toBe(`${alone.report}`);
  expect(alone.report.nExact).toBeGreaterThan(0);
  expect(alone.report.nContains).toBeGreaterThan(0);
  expect(alone.report.nSkipped).toBe(30);
});

test("streams go through in order, and a second one goes on counting", async () => {
  const decontaminator = threadedDecontaminatorOf("test", against, { threads: 2 }, 10, FLAGS);
  async function* streamed(): AsyncGenerator<Row> {
    yield* trainingRows();
  }
  const kept: Row[] = [];
  for await (const row of decontaminator.filter(streamed())) kept.push(row);
  const alone = createDecontaminator(against);
  expect(kept).toEqual([...alone.filter(trainingRows())]);
  for await (const row of decontaminator.filter([{ prompt: "Where is order 4473?" }])) kept.push(row);
  const report = decontaminator.report();
  expect(report.n).toBe(1501);
  expect(report.flagged.at(-1)).toBe(1500);
  expect(report.hits).toHaveLength(10);
  expect(report.notes.map(({ code }) => code)).toContain("hits_not_kept");
  await decontaminator.close();
  await expect(decontaminator.filter([{ prompt: "x" }]).next()).rejects.toThrow("was closed");
});

test("a reader that stops early, and a source that throws, leave the threads usable", async () => {
  await using decontaminator = threadedDecontaminatorOf("test", ["a b c"], { threads: 1 }, 10, FLAGS);
  for await (const row of decontaminator.filter(trainingRows())) {
    expect(row.prompt).toBe(trainingRows()[0]?.prompt);
    break;
  }
  function* broken(): Generator<Row> {
    yield { prompt: "one" };
    throw new Error("the file ended in the middle");
  }
  await expect(decontaminator.filter(broken()).next()).rejects.toThrow("in the middle");
  expect((await decontaminator.filter([{ prompt: "fine" }]).next()).value).toEqual({ prompt: "fine" });
});

/** What a program of its own prints that has a decontaminator with one thread. */
async function printed(program: string): Promise<string> {
  const index = JSON.stringify(new URL("./index.ts", import.meta.url).href);
  const folder = await mkdtemp(join(tmpdir(), "threads-"));
  const file = join(folder, "program.mjs");
  const making = `const { createThreadedDecontaminator } = await import(${index});
    const decontaminator = createThreadedDecontaminator(["one two three"], { threads: 1 });`;
  try {
    await writeFile(file, `${making}\n${program}`);
    return (await promisify(execFile)(process.execPath, [...FLAGS, file])).stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}

test("threads that are ended in their work keep the process until they have ended", async () => {
  const program = `
    const rows = [{ prompt: "one, two; ".repeat(30_000) }, { prompt: "x" }];
    try {
      for await (const row of decontaminator.filter(rows)) {
        // The thread answers for the second row, and nobody hears it before the end.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
        throw new Error("the reader's own");
      }
    } catch (error) {
      await decontaminator.close();
      console.log(error.message);
    }`;
  expect(await printed(program)).toBe("the reader's own\n");
});

test("a thread that owes no answer keeps no process", async () => {
  const program = 'for await (const { prompt } of decontaminator.filter([{ prompt: "x" }])) console.log(prompt);';
  expect(await printed(program)).toBe("x\n");
});

test("a thread that dies says so to whoever waits for it", async () => {
  const thread = new ScanThread({} as never, FLAGS);
  await expect(thread.scan(["x"])).rejects.toThrow();
  await expect(thread.scan(["x"])).rejects.toThrow();
  await thread.close();
});

test("a program that is not there, as in a bundle, is an error with a fix", async () => {
  const thread = new ScanThread({} as never, FLAGS, new URL("./no-such-program.js", import.meta.url));
  await expect(thread.scan(["x"])).rejects.toMatchObject({
    code: "thread_not_found",
    fix: expect.stringContaining("external"),
  });
  await thread.close();
});

test("what the command line says of its own program is not handed on to threads", () => {
  expect(threadFlags(["--input-type=module", "-e", "1"])).toEqual([]);
  expect(threadFlags(["--input-type", "module"])).toEqual([]);
  expect(threadFlags(["--expose-gc", "--import", "x"])).toBeUndefined();
});

test("options are checked before a thread is started", async () => {
  await expect(decontaminateInThreads([], { against: [], threads: 0 })).rejects.toThrow(/`threads` must be/);
  await expect(decontaminateInThreads([], {} as never)).rejects.toThrow(/`against` is missing/);
  await expect(decontaminateInThreads([], { against: [], ngrams: 3 } as never)).rejects.toThrow(/Did you mean `ngram`/);
  expect(() => createThreadedDecontaminator("x.jsonl" as never)).toThrow(/Files are read first/);
  const decontaminator = createThreadedDecontaminator([], { threads: 1 });
  expect(() => decontaminator.filter("rows.jsonl" as never)).toThrow(/must be a list or a stream/);
  await decontaminator.close();
});

test("shared arrays hold the same numbers", () => {
  const shared = shareArrays({ a: Int32Array.of(1, -2), b: Uint16Array.of(3), c: Uint8Array.of(4), size: 5 });
  expect(shared).toEqual({ a: Int32Array.of(1, -2), b: Uint16Array.of(3), c: Uint8Array.of(4), size: 5 });
  expect(shared.a.buffer).toBeInstanceOf(SharedArrayBuffer);
});
