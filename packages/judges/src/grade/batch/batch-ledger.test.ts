import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BatchLedger } from "./batch-ledger.js";

let folder: string;
let folders = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "whileai-ledger-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
const newFolder = (): string => join(folder, String(folders++));

describe("BatchLedger", () => {
  it("lasts as long as the process without a folder", async () => {
    const ledger = await BatchLedger.open(undefined);
    const batch = await ledger.plan("tag", "s", ["a"]);
    await ledger.submitted(batch, "id");
    expect(ledger.isKept).toBe(false);
    expect(ledger.batchOf("a")).toMatchObject({ id: "id", isOwn: true });
    await ledger.close();
  });

  it("tells a later process what was planned, submitted and dropped", async () => {
    const dir = newFolder();
    const first = await BatchLedger.open(dir);
    await first.submitted(await first.plan("one", "s", ["a", "b"]), "id-1");
    await first.plan("two", "s", ["c"]);
    await first.drop(await first.plan("three", "s", ["d"]));
    await first.close();
    const second = await BatchLedger.open(dir);
    expect(second.isKept).toBe(true);
    expect(second.batchOf("b")).toMatchObject({ tag: "one", session: "s", id: "id-1", isOwn: false });
    expect(second.batchOf("c")).toMatchObject({ tag: "two", id: undefined });
    expect(second.batchOf("d")).toBeUndefined();
    expect([second.hasId("id-1"), second.hasId("id-2")]).toEqual([true, false]);
    await second.close();
  });

  it("goes by the last batch of a request, also when an earlier one is dropped", async () => {
    const dir = newFolder();
    const ledger = await BatchLedger.open(dir);
    const first = await ledger.plan("one", "s", ["a"]);
    await ledger.plan("two", "s", ["a"]);
    await ledger.drop(first);
    expect(ledger.batchOf("a")?.tag).toBe("two");
    ledger.forget("a");
    expect(ledger.batchOf("a")).toBeUndefined();
    await ledger.close();
    const later = await BatchLedger.open(dir);
    expect(later.batchOf("a")?.tag).toBe("two");
    await later.close();
  });

  it("tells which batches nobody has read, and makes no file to say so", async () => {
    const dir = newFolder();
    expect(await BatchLedger.unread(dir)).toEqual([]);
    const ledger = await BatchLedger.open(dir);
    for (const keys of [["a"], ["e", "f"]]) {
      const batch = await ledger.plan(`of ${keys}`, "s", keys);
      batch.read.add(keys[0] as string);
      await ledger.used(batch);
    }
    await ledger.drop(await ledger.plan("two", "s", ["b"]));
    await ledger.submitted(await ledger.plan("three", "s", ["c"]), "id-3");
    await ledger.plan("four", "s", ["d"]);
    await ledger.close();
    expect(await BatchLedger.unread(dir)).toMatchObject([
      { tag: "of e,f", keys: ["f"] },
      { tag: "three", id: "id-3" },
      { tag: "four", id: undefined },
    ]);
  });

  it("passes over lines that say nothing, and a torn one", async () => {
    const dir = newFolder();
    const ledger = await BatchLedger.open(dir);
    await ledger.plan("one", "s", ["a"]);
    await ledger.close();
    const lines = [
      '{"event":"submitted","tag":"none","id":"x"}',
      '{"event":"planned","tag":"two"}',
      '{"event":7}',
      "nonsense",
    ];
    await appendFile(join(dir, "batches.jsonl"), `${lines.join("\n")}\n{"event":"submitted","tag":"one"`);
    const later = await BatchLedger.open(dir);
    expect(later.batchOf("a")).toMatchObject({ tag: "one", id: undefined });
    await later.close();
    expect(await readFile(join(dir, "batches.jsonl"), "utf8")).not.toContain('"tag":"one"\n{');
  });
});
