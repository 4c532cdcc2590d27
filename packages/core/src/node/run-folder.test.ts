import {
  appendFile,
  type FileHandle,
  mkdir,
  mkdtemp,
  open as openFile,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Row } from "../row/row.js";
import { FolderLock } from "./folder-lock.js";
import { rowLines } from "./row-lines.js";
import { holdsRun, type RunEvent, RunFolder } from "./run-folder.js";
import { RUN_SCHEMA, type RunManifest, readRunManifest } from "./run-manifest.js";

let folder: string;
let folders = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "whileai-folder-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
const newFolder = (): string => join(folder, `run-${++folders}`);

const MANIFEST: RunManifest = { schema: RUN_SCHEMA, options_hash: "a", seed: 1 };

function open(dir: string, events: RunEvent[] = [], manifest = MANIFEST): Promise<RunFolder> {
  return RunFolder.open(dir, {
    manifest,
    checkManifest: (found) => {
      if (found.options_hash !== manifest.options_hash) throw new RangeError("another run");
    },
    keyOf: (row: Row) => (typeof row.rollout_id === "string" ? row.rollout_id : undefined),
    onEvent: (event) => events.push(event),
  });
}

describe("RunFolder", () => {
  test("gives back what it was given, byte for byte of the values", async () => {
    const dir = newFolder();
    const rows = [
      { rollout_id: "a", text: "é\u2028\ud83d", big: 12345678901234567000, __proto__: { x: 1 } },
      { rollout_id: "b", text: "x".repeat(600_000) },
      { rollout_id: "c" },
    ];
    const first = await open(dir);
    await Promise.all(rows.map((row) => first.append(row)));
    await first.note({ event: "label", rollout_id: "a" });
    await first.writeReport({ rows: 3 });
    await first.close();
    await first.close();
    const events: RunEvent[] = [];
    const second = await open(dir, events);
    expect(second.landed).toBe(3);
    expect(second.has("d")).toBe(false);
    expect(await second.read("d")).toBeUndefined();
    for (const row of [...rows].reverse())
      expect(await second.read(row.rollout_id)).toEqual(JSON.parse(JSON.stringify(row)));
    expect(events).toEqual([{ event: "label", rollout_id: "a" }]);
    await second.append({ rollout_id: "d" });
    await second.close();
    expect(second.rowsPath).toBe(join(dir, "rows.jsonl"));
    expect((await readFile(second.rowsPath, "utf8")).split("\n")).toHaveLength(5);
    expect(await readRunManifest(dir)).toEqual(MANIFEST);
    expect((await readdir(dir)).sort()).toEqual(["events.jsonl", "manifest.json", "report.json", "rows.jsonl"]);
  });

  test("moves bad lines away, wherever they are, and keeps the good ones as they were", async () => {
    const dir = newFolder();
    await (await open(dir)).close();
    const good = Array.from({ length: 40 }, (_, id) => `{"rollout_id":"r${id}","text":"${"y".repeat(id * 1000)}"}`);
    const lines = good.flatMap((line, at) => (at % 7 === 0 ? [line, "{broken", ""] : [line]));
    await writeFile(join(dir, "rows.jsonl"), `nonsense\n${lines.join("\n")}\n${good[3]}\n{"rollout_id":"torn`);
    const again = await open(dir);
    expect([again.landed, again.rejected]).toEqual([40, 8]);
    expect(await again.read("r39")).toEqual(JSON.parse(good[39] as string));
    await again.close();
    const kept = (await readFile(join(dir, "rows.jsonl"), "utf8")).split("\n").filter((line) => line !== "");
    expect(kept).toEqual(good);
    const rejected = (await readFile(join(dir, "rejected.jsonl"), "utf8")).trimEnd().split("\n");
    expect(rejected).toEqual(["nonsense", ...Array(6).fill("{broken"), good[3]]);
  });

  test("moves a bad last line away that lacks its newline, as a line of its own", async () => {
    const dir = newFolder();
    const first = await open(dir);
    await first.append({ rollout_id: "a" });
    await first.close();
    for (const again of [1, 2]) {
      await appendFile(join(dir, "rows.jsonl"), `{"rollout_id":"a","again":${again}}`);
      const next = await open(dir);
      expect([next.landed, next.rejected]).toEqual([1, 1]);
      await next.close();
    }
    const rejected = await readFile(join(dir, "rejected.jsonl"), "utf8");
    expect(rejected).toBe('{"rollout_id":"a","again":1}\n{"rollout_id":"a","again":2}\n');
    expect(await readFile(join(dir, "rows.jsonl"), "utf8")).toBe('{"rollout_id":"a"}\n');
  });

  test("loses no row to a disk that takes less than it is given at once", async () => {
    const dir = newFolder();
    const first = await open(dir);
    const rows = Array.from({ length: 30 }, (_, id) => ({ rollout_id: `r${id}`, text: "y".repeat(1000) }));
    for (const row of rows) await first.append(row);
    await first.close();
    await appendFile(join(dir, "rows.jsonl"), "nonsense\n");
    const probe = await openFile(join(dir, "rows.jsonl"));
    const handles = Object.getPrototypeOf(probe) as FileHandle;
    await probe.close();
    type Transfer = (bytes: Buffer, at: number, length: number, place: number) => Promise<unknown>;
    for (const name of ["read", "write"] as const) {
      const whole = handles[name] as Transfer;
      vi.spyOn(handles, name).mockImplementation(function (this: FileHandle, ...[bytes, at, length, place]) {
        return whole.call(this, bytes, at, Math.ceil(length / 2), place);
      } as Transfer as never);
    }
    try {
      const again = await open(dir);
      expect([again.landed, again.rejected]).toEqual([30, 1]);
      for (const row of rows) expect(await again.read(row.rollout_id)).toEqual(row);
      await again.close();
    } finally {
      vi.restoreAllMocks();
    }
  });

  test("frees the folder when it cannot be opened", async () => {
    const dir = newFolder();
    await (await open(dir)).close();
    await expect(open(dir, [], { ...MANIFEST, options_hash: "b" })).rejects.toThrow("another run");
    await (await open(dir)).discard();
    expect(await holdsRun(dir)).toBe(false);
    expect(await readRunManifest(dir)).toBeUndefined();
  });

  test.each<[string, (text: string) => string]>([
    ["a byte order mark", (text) => `\uFEFF${text}`],
    ["lines that end as on Windows", (text) => text.replaceAll("\n", "\r\n")],
    ["both", (text) => `\uFEFF${text.replaceAll("\n", "\r\n")}`],
  ])("reads files that an editor has saved with %s", async (_, edit) => {
    const dir = newFolder();
    const first = await open(dir);
    for (const id of ["a", "b"]) {
      await first.append({ rollout_id: id });
      await first.note({ event: "label", rollout_id: id });
    }
    await first.close();
    for (const name of ["rows.jsonl", "events.jsonl", "manifest.json"]) {
      await writeFile(join(dir, name), edit(await readFile(join(dir, name), "utf8")));
    }
    const events: RunEvent[] = [];
    const again = await open(dir, events);
    expect([again.landed, again.rejected, again.unreadableEvents, events.length]).toEqual([2, 0, 0, 2]);
    expect(await again.read("a")).toEqual({ rollout_id: "a" });
    await again.append({ rollout_id: "c" });
    await again.close();
    const last = await open(dir);
    expect(last.landed).toBe(3);
    await last.close();
  });

  test("counts events that say nothing, and reads those around them", async () => {
    const dir = newFolder();
    await (await open(dir)).close();
    await writeFile(
      join(dir, "events.jsonl"),
      '{"event":"a"}\n{"event":"tor{"event":"b"}\n\n[]\n{"event":"c"}\n{"event":"end',
    );
    const events: RunEvent[] = [];
    const again = await open(dir, events);
    expect([again.unreadableEvents, events.map(({ event }) => event)]).toEqual([2, ["a", "c"]]);
    await again.close();
  });

  test.each([
    [
      { schema: "whileai-run/2", options_hash: "a" },
      { code: "manifest_version", message: /whileai-run\/2.*whileai-run\/1/ },
    ],
    [{ schema: "whileai-run/1" }, { code: "manifest_invalid" }],
    [{ schema: "something-else/1", options_hash: "a" }, { code: "manifest_invalid" }],
  ])("says what is wrong with the manifest %o, and leaves the folder as it is", async (manifest, error) => {
    const dir = newFolder();
    const first = await open(dir);
    await first.append({ rollout_id: "a" });
    await first.close();
    await writeFile(join(dir, "manifest.json"), JSON.stringify(manifest));
    const message = "message" in error ? { message: expect.stringMatching(error.message) } : {};
    await expect(open(dir)).rejects.toMatchObject({ ...error, ...message });
    expect(await readFile(join(dir, "rows.jsonl"), "utf8")).toBe('{"rollout_id":"a"}\n');
    expect((await readdir(dir)).sort()).toEqual(["events.jsonl", "manifest.json", "rows.jsonl"]);
  });

  test("takes only its own files away, and the folder only when it is empty then", async () => {
    const dir = newFolder();
    const run = await open(dir);
    await writeFile(join(dir, "notes.txt"), "mine");
    await run.discard();
    expect(await readdir(dir)).toEqual(["notes.txt"]);
    const empty = newFolder();
    await (await open(empty)).discard();
    await expect(readdir(empty)).rejects.toThrow("ENOENT");
  });

  test("says so when the folder cannot be made or written to", async () => {
    const file = join(folder, "a-file");
    await writeFile(file, "");
    await expect(open(file)).rejects.toMatchObject({ name: "RowError", path: file });
    await expect(open(join(file, "inside"))).rejects.toMatchObject({ name: "RowError", path: join(file, "inside") });
    const dir = newFolder();
    await mkdir(join(dir, "rows.jsonl"), { recursive: true });
    await expect(open(dir)).rejects.toMatchObject({ name: "RowError" });
    await expect(readdir(dir)).resolves.not.toContain("lock");
  });
});

describe("FolderLock", () => {
  const holder = (more: object) =>
    JSON.stringify({ id: "x", host: hostname(), pid: process.pid, started: null, ...more });

  test("is held by one at a time, and given free once", async () => {
    const dir = newFolder();
    await (await open(dir)).close();
    const first = await FolderLock.take(dir);
    await expect(FolderLock.take(dir)).rejects.toMatchObject({ code: "folder_locked" });
    await first.release();
    const second = await FolderLock.take(dir);
    await first.release();
    await expect(FolderLock.take(dir)).rejects.toThrow("in use by another run");
    await second.release();
  });

  test("goes to one of many who ask at once", async () => {
    const dir = newFolder();
    await (await open(dir)).close();
    await writeFile(join(dir, "lock"), holder({ pid: 2 ** 22 + 1 }));
    const takes = await Promise.allSettled(Array.from({ length: 8 }, () => FolderLock.take(dir)));
    expect(takes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("shows signs of life on its own file alone, whoever holds the folder by now", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      const dir = newFolder();
      await (await open(dir)).close();
      const path = join(dir, "lock");
      const asleep = await FolderLock.take(dir);
      await utimes(path, 1, 1);
      await vi.advanceTimersByTimeAsync(6000);
      await vi.waitFor(async () => expect((await stat(path)).mtimeMs).toBeGreaterThan(1000));
      await rename(path, `${path}.left`);
      const next = await FolderLock.take(dir);
      const held = await readFile(path, "utf8");
      await utimes(path, 1, 1);
      await utimes(`${path}.left`, 1, 1);
      await vi.advanceTimersByTimeAsync(6000);
      await vi.waitFor(async () => expect((await stat(`${path}.left`)).mtimeMs).toBeGreaterThan(1000));
      expect(await readFile(path, "utf8")).toBe(held);
      await asleep.release();
      expect(await readFile(path, "utf8")).toBe(held);
      await next.release();
      await expect(stat(path)).rejects.toThrow("ENOENT");
    } finally {
      vi.useRealTimers();
    }
  });

  test.each<[string, string, number, boolean]>([
    ["a process of another container of the same name", holder({ space: "pid:[1]", pid: 2 ** 22 + 1 }), 0, true],
    ["a process of another container that showed no sign", holder({ space: "pid:[1]" }), 60, false],
    ["somebody who is just writing it", "", 0, true],
    ["somebody who never came to write it", "", 60, false],
    ["a process that is gone", holder({ pid: 2 ** 22 + 1 }), 0, false],
    ["a process whose number another one has now", holder({ started: "1" }), 0, false],
    ["nobody, cut short", '{"id":', 0, false],
    ["another machine that shows signs of life", holder({ host: "elsewhere" }), 0, true],
    ["another machine that showed none for a minute", holder({ host: "elsewhere" }), 60, false],
  ])("left by %s", async (_, text, age, isHeld) => {
    const dir = newFolder();
    await (await open(dir)).close();
    const path = join(dir, "lock");
    await writeFile(path, text);
    const seconds = (performance.timeOrigin + performance.now()) / 1000 - age;
    await utimes(path, seconds, seconds);
    const take = FolderLock.take(dir);
    if (isHeld) await expect(take).rejects.toMatchObject({ code: "folder_locked" });
    else await (await take).release();
  });
});

describe("arranging", () => {
  const rank = (row: Row): number => Number(row.place);
  const places = async (dir: string): Promise<unknown[]> =>
    (await readFile(join(dir, "rows.jsonl"), "utf8"))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).place);

  test.each([
    ["out of order", [2, 3, 0, 4, 1]],
    ["in order", [0, 1, 2]],
    ["with gaps", [7, 3, 5]],
    ["none", []],
  ])("rows that landed %s", async (_name, order) => {
    const dir = newFolder();
    const run = await open(dir);
    for (const place of order) await run.append({ rollout_id: `r${place}`, place });
    await run.arrange(rank);
    await expect(run.append({ rollout_id: "late" })).rejects.toThrow("closed");
    await run.close();
    const sorted = [...order].sort((a, b) => a - b);
    expect(order.length === 0 ? [] : await places(dir)).toEqual(sorted);
    const again = await open(dir);
    expect(again).toMatchObject({ landed: order.length, rejected: 0 });
    await again.close();
  });
});

test("rowLines of a file that is not there are none, and of a folder an error", async () => {
  const read = async (path: string): Promise<number> => {
    let count = 0;
    for await (const _ of rowLines(path)) count++;
    return count;
  };
  expect(await read(join(folder, "nowhere.jsonl"))).toBe(0);
  await expect(read(folder)).rejects.toThrow();
  await appendFile(join(folder, "whole.jsonl"), '{"a":1}');
  expect(await read(join(folder, "whole.jsonl"))).toBe(1);
});
