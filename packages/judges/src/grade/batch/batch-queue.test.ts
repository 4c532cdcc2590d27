import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BatchClient, BatchResult, Completion } from "@whileai/core/backends";
import { afterAll, beforeAll, expect, it } from "vitest";
import { BatchLedger } from "./batch-ledger.js";
import { BatchQueue } from "./batch-queue.js";

let folder: string;
let folders = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "whileai-queue-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const SESSION = "earlier";
const answer = { text: "yes" } as Completion;

/** A vendor whose batches have ended, and hold what `keys` name. */
const clientOf = (keys: readonly string[]): BatchClient => ({
  mostRequests: 100,
  mostBytes: 1e6,
  priceFactor: 0.5,
  prepare: (customId) => ({ customId, line: "{}", bytes: 3 }),
  submit: async () => "new",
  find: async () => [],
  poll: async () => ({ status: "ended", done: null, total: null }),
  async *results() {
    for (const key of keys)
      yield { customId: `${key}-${SESSION}`, error: null, read: () => answer } satisfies BatchResult;
  },
  cancel: async () => {},
});

/** A queue over a folder whose one batch an earlier process has submitted. */
async function resumedQueue(keys: readonly string[]): Promise<{ queue: BatchQueue; ledger: BatchLedger }> {
  const dir = join(folder, String(folders++));
  const before = await BatchLedger.open(dir);
  await before.submitted(await before.plan("tag", SESSION, keys), "id");
  await before.close();
  const ledger = await BatchLedger.open(dir);
  const queue = new BatchQueue({
    client: clientOf(keys),
    ledger,
    options: { pollMs: 1 },
    signal: new AbortController().signal,
    isAllIn: () => true,
    onSent: () => {},
    onRoom: () => {},
  });
  return { queue, ledger };
}

const prepare = (customId: string) => ({ customId, line: "{}", bytes: 3 });

it("answers a question of a batch whenever it comes, also while the reading of the batch ends", async () => {
  const moments = Array.from({ length: 40 }, (_, ticks) => ticks);
  const replies = await Promise.all(
    moments.map(async (ticks) => {
      const { queue, ledger } = await resumedQueue(["a", "b"]);
      await queue.ask("a", prepare);
      for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
      const reply = await Promise.race([
        queue.ask("b", prepare),
        new Promise<"lost">((resolve) => setTimeout(() => resolve("lost"), 3000)),
      ]);
      await ledger.close();
      return reply === "lost" ? `lost after ${ticks}` : reply?.error;
    }),
  );
  expect(replies).toEqual(moments.map(() => null));
});
