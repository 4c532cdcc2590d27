import { type FileHandle, mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { OptionError } from "../errors/option-error.js";
import { RowError } from "../errors/row-error.js";
import { loadRows } from "./read-rows.js";
import { RowAppender } from "./row-appender.js";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "whileai-log-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let logs = 0;
const newLog = (): string => join(folder, `run-${++logs}`, "rows.jsonl");

describe("RowAppender", () => {
  test("keeps overlapping appends in order and continues a log", async () => {
    const path = newLog();
    {
      await using log = await RowAppender.open(path, { syncEvery: 3 });
      await Promise.all(Array.from({ length: 50 }, (_, index) => log.append({ index, text: "é\u2028" })));
      await log.sync();
      expect(log.appended).toBe(50);
    }
    const log = await RowAppender.open(path);
    expect(log.repair).toEqual({ bytesCut: 0, newlineAdded: false });
    await log.append({ index: 50 });
    await log.close();
    await log.close();
    expect((await loadRows(path)).map((row) => row.index)).toEqual(Array.from({ length: 51 }, (_, index) => index));
  });

  test.each<[name: string, content: string, kept: string, repair: object]>([
    ["nothing", "", "", { bytesCut: 0, newlineAdded: false }],
    ["a torn row", '{"a":1}\n{"b":', '{"a":1}\n', { bytesCut: 5, newlineAdded: false }],
    ["only a torn row", '{"b', "", { bytesCut: 3, newlineAdded: false }],
    ["a whole row without its newline", '{"a":1}\n{"b":2}', '{"a":1}\n{"b":2}\n', { bytesCut: 0, newlineAdded: true }],
    ["a row that an editor has saved", '\uFEFF{"a":1}', '\uFEFF{"a":1}\n', { bytesCut: 0, newlineAdded: true }],
    ["a torn row longer than a block", `{"a":1}\n{"b":"${"x".repeat(200_000)}`, '{"a":1}\n', { bytesCut: 200_006 }],
  ])("mends a log that ends on %s", async (_, content, kept, repair) => {
    const path = newLog();
    await (await RowAppender.open(path)).close();
    await writeFile(path, content);
    const log = await RowAppender.open(path);
    expect(log.repair).toMatchObject(repair);
    await log.append({ z: 1 });
    await log.close();
    expect(await readFile(path, "utf8")).toBe(`${kept}{"z":1}\n`);
  });

  test("a row that JSON cannot hold changes nothing", async () => {
    const path = newLog();
    const log = await RowAppender.open(path);
    await expect(log.append({ a: Number.POSITIVE_INFINITY })).rejects.toThrow(RowError);
    await log.append({ a: 1 });
    await log.close();
    expect(await readFile(path, "utf8")).toBe('{"a":1}\n');
    await expect(log.append({ a: 2 })).rejects.toThrow("closed");
  });

  test.each(["rows.json", "rows.jsonl.gz", "rows.txt"])("does not append to %s", async (name) => {
    await expect(RowAppender.open(join(folder, name))).rejects.toThrow(OptionError);
  });

  test("a second writer is an error, and costs no row", async () => {
    const path = newLog();
    const first = await RowAppender.open(path);
    const second = await RowAppender.open(path);
    const landed: unknown[] = [];
    for (let index = 0; index < 4; index++)
      for (const [name, log] of [
        ["first", first],
        ["second, whose rows are longer", second],
      ] as const) {
        const row = { name, index };
        await log.append(row).then(
          () => landed.push(row),
          (error) => expect(error).toMatchObject({ name: "RowError", code: "log_shared" }),
        );
      }
    await first.close();
    await second.close();
    expect(landed).not.toEqual([]);
    expect(await loadRows(path)).toEqual(landed);
  });

  test("a log that was cut or emptied from outside is an error", async () => {
    const path = newLog();
    const log = await RowAppender.open(path);
    await log.append({ a: 1 });
    await writeFile(path, "");
    await expect(log.append({ a: 2 })).rejects.toMatchObject({ code: "log_shared" });
    await log.close();
    expect(await readFile(path, "utf8")).toBe("");
  });

  test.each(["another row is added", "the log is closed"])(
    "what a full disk took of a row is gone once %s",
    async (then) => {
      const path = newLog();
      const log = await RowAppender.open(path);
      await log.append({ a: 1 });
      const probe = await open(path);
      const handles = Object.getPrototypeOf(probe) as FileHandle;
      await probe.close();
      const write = handles.write as (bytes: Buffer, at: number, length: number, to: number) => Promise<unknown>;
      const disk = vi.spyOn(handles, "write");
      disk.mockImplementationOnce(function (this: FileHandle, bytes: Buffer, at: number, _: number, to: number) {
        return write.call(this, bytes, at, 100, to);
      } as never);
      disk.mockRejectedValueOnce(Object.assign(new Error("no space left on device"), { syscall: "write" }));
      await expect(log.append({ a: "x".repeat(1000) })).rejects.toMatchObject({ name: "RowError", path });
      disk.mockRestore();
      const rows = [{ a: 1 }];
      if (then !== "the log is closed")
        for (const row of [{ a: 2 }, { a: 3 }]) {
          await log.append(row);
          rows.push(row);
        }
      await log.close();
      expect(await readFile(path, "utf8")).toBe(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    },
  );

  test("a folder in the log's place fails with the path", async () => {
    const path = join(folder, "taken.jsonl");
    await (await RowAppender.open(join(path, "inner.jsonl"))).close();
    await expect(RowAppender.open(path)).rejects.toMatchObject({ name: "RowError", path });
  });
});
