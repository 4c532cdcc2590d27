import { isRecord } from "@whileai/core";
import type { RowAppender } from "@whileai/core/node";

/** The file of a run folder that knows its batches. */
const FILE = "batches.jsonl";

/** A batch as the ledger knows it. */
export interface KnownBatch {
  /** The name that it was submitted under. */
  readonly tag: string;
  /** Ends the custom ids of its requests, so that no other batch has the same. */
  readonly session: string;
  /** The requests in it. */
  readonly keys: readonly string[];
  /** The vendor's name for it; undefined while it is submitted, and after a crash on the way. */
  id: string | undefined;
  /** True for a batch of this process. */
  readonly isOwn: boolean;
  /** Requests whose results a grading has had. */
  readonly read: Set<string>;
}

/**
 * Which request is in which batch. With a folder every step is on disk before the next one is taken: what will be submitted,
 * then the id that the vendor gave it. So a process that is killed at any moment leaves what a later one needs to pay nothing
 * twice.
 */
export class BatchLedger {
  readonly #log: RowAppender | undefined;
  readonly #byTag = new Map<string, KnownBatch>();
  readonly #byKey = new Map<string, KnownBatch>();

  private constructor(log: RowAppender | undefined) {
    this.#log = log;
  }

  /** Opens the ledger of a folder; without one it lasts as long as the process. */
  static async open(dir: string | undefined): Promise<BatchLedger> {
    if (dir === undefined) return new BatchLedger(undefined);
    const { RowAppender } = await import("@whileai/core/node");
    const log = await RowAppender.open(`${dir}/${FILE}`, { syncEvery: 1 });
    const ledger = new BatchLedger(log);
    try {
      await ledger.#recallFile(dir);
    } catch (error) {
      await log.close();
      throw error;
    }
    return ledger;
  }

  /** Batches of a folder with the requests whose results no grading has had, oldest first. Writes nothing. */
  static async unread(dir: string): Promise<KnownBatch[]> {
    const { access } = await import("node:fs/promises");
    const isThere = await access(`${dir}/${FILE}`).then(
      () => true,
      () => false,
    );
    if (!isThere) return [];
    const ledger = new BatchLedger(undefined);
    await ledger.#recallFile(dir);
    return [...ledger.#byTag.values()]
      .map((batch) => ({ ...batch, keys: batch.keys.filter((key) => !batch.read.has(key)) }))
      .filter(({ keys }) => keys.length > 0);
  }

  /** True where a later process finds what this one submitted. */
  get isKept(): boolean {
    return this.#log !== undefined;
  }

  batchOf(key: string): KnownBatch | undefined {
    return this.#byKey.get(key);
  }

  /** True for a batch that is the vendor's name of one here. */
  hasId(id: string): boolean {
    return [...this.#byTag.values()].some((batch) => batch.id === id);
  }

  /** Keeps what is about to be submitted. */
  async plan(tag: string, session: string, keys: readonly string[]): Promise<KnownBatch> {
    await this.#log?.append({ event: "planned", tag, session, keys });
    return this.#add({ tag, session, keys, id: undefined, isOwn: true, read: new Set() });
  }

  /** Keeps the vendor's name for a batch. */
  async submitted(batch: KnownBatch, id: string): Promise<void> {
    batch.id = id;
    await this.#log?.append({ event: "submitted", tag: batch.tag, id });
  }

  /** Forgets a batch that was never made or is not there any more: its requests may be sent again. */
  async drop(batch: KnownBatch): Promise<void> {
    this.#drop(batch);
    await this.#log?.append({ event: "dropped", tag: batch.tag });
  }

  /** Keeps which results of a batch were used. */
  async used(batch: KnownBatch): Promise<void> {
    if (batch.read.size > 0) await this.#log?.append({ event: "read", tag: batch.tag, keys: [...batch.read] });
  }

  /** Lets a request be sent again whose batch gave no answer. */
  forget(key: string): void {
    this.#byKey.delete(key);
  }

  async close(): Promise<void> {
    await this.#log?.close();
  }

  #add(batch: KnownBatch): KnownBatch {
    this.#byTag.set(batch.tag, batch);
    for (const key of batch.keys) this.#byKey.set(key, batch);
    return batch;
  }

  #drop(batch: KnownBatch): void {
    this.#byTag.delete(batch.tag);
    for (const key of batch.keys) if (this.#byKey.get(key) === batch) this.#byKey.delete(key);
  }

  async #recallFile(dir: string): Promise<void> {
    const { readRows } = await import("@whileai/core/node");
    for await (const line of readRows(`${dir}/${FILE}`, { onBadLine: "skip" })) this.#recall(line);
  }

  #recall(line: unknown): void {
    if (!isRecord(line) || typeof line.tag !== "string") return;
    const { event, tag, session, keys, id } = line;
    if (event === "planned" && typeof session === "string" && Array.isArray(keys))
      this.#add({
        tag,
        session,
        keys: keys.filter((key) => typeof key === "string"),
        id: undefined,
        isOwn: false,
        read: new Set(),
      });
    const known = this.#byTag.get(tag);
    if (known === undefined) return;
    if (event === "submitted" && typeof id === "string") known.id = id;
    if (event === "read" && Array.isArray(keys)) for (const key of keys) known.read.add(key);
    if (event === "dropped") this.#drop(known);
  }
}
