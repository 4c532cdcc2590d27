import { type BackendError, WhileaiError } from "@whileai/core";
import type { BatchLedger, KnownBatch } from "./batch-ledger.js";
import { type BatchReply, failedReply, type TakeReply } from "./batch-reply.js";
import { type BatchVendor, keyOf } from "./batch-vendor.js";

/** A batch that this grading has read or waits for. */
export interface UsedBatch {
  readonly id: string;
  readonly batch: KnownBatch;
  readonly requests: number;
  /** True for one that an earlier process submitted. */
  readonly isResumed: boolean;
  /** True when nothing is left at the vendor that rows waited for. */
  isRead: boolean;
}

/** What a follower works with. */
export interface BatchFollowerParts {
  readonly vendor: BatchVendor;
  readonly ledger: BatchLedger;
  readonly signal: AbortSignal;
  /** Told how many requests of an earlier process turned out to be answered. */
  readonly onSent: (requests: number) => void;
}

const NOT_FOUND = 404;

/** A batch that rows wait for. */
interface Followed {
  readonly batch: KnownBatch;
  readonly waiting: Map<string, TakeReply>;
  isRunning: boolean;
}

/** Waits for batches that were handed in, by this process or an earlier one, and gives every question its reply. */
export class BatchFollower {
  readonly #parts: BatchFollowerParts;
  readonly #followed = new Map<KnownBatch, Followed>();
  readonly #following = new Set<Promise<void>>();
  readonly #ends: (() => void)[] = [];
  readonly #used: UsedBatch[] = [];
  #reading = 0;
  /** Batches that the vendor takes at a time, once it has refused one because of those that wait. */
  #mostOpen = Number.POSITIVE_INFINITY;

  constructor(parts: BatchFollowerParts) {
    this.#parts = parts;
  }

  /** The batches so far. */
  get used(): readonly UsedBatch[] {
    return this.#used;
  }

  /** True while results are given out, which may bring more questions. */
  get isReading(): boolean {
    return this.#reading > 0;
  }

  /** Lets somebody wait for the reply to a question; {@link BatchFollower.followAll} begins to look for it. */
  waitFor(batch: KnownBatch, key: string, take: TakeReply): void {
    let followed = this.#followed.get(batch);
    if (followed === undefined) {
      followed = { batch, waiting: new Map(), isRunning: false };
      this.#followed.set(batch, followed);
    }
    followed.waiting.set(key, take);
  }

  /** Follows a batch that was handed in just now. */
  follow(batch: KnownBatch): void {
    const followed = this.#followed.get(batch);
    if (followed !== undefined) this.#run(followed);
  }

  /** Follows all batches that somebody waits for. */
  followAll(): void {
    for (const followed of this.#followed.values()) this.#run(followed);
  }

  /** Waits until the vendor takes one more batch. Ends with the signal at the latest. */
  async untilRoom(): Promise<void> {
    while (this.#open >= this.#mostOpen && !this.#parts.signal.aborted)
      await new Promise<void>((wake) => this.#ends.push(wake));
  }

  /** Keeps the vendor's name for a batch. Where the disk fails now, the plan is on it, and a later call finds the batch by that. */
  async keepId(batch: KnownBatch, id: string): Promise<void> {
    await this.#parts.ledger.submitted(batch, id).catch(() => undefined);
  }

  /** Forgets a batch. A later call that still takes it for one that is there finds out by asking. */
  async drop(batch: KnownBatch): Promise<void> {
    await this.#parts.ledger.drop(batch).catch(() => undefined);
  }

  async close(): Promise<void> {
    await Promise.all(this.#following);
  }

  get #open(): number {
    return [...this.#followed.values()].filter(({ isRunning }) => isRunning).length;
  }

  #run(followed: Followed): void {
    if (followed.isRunning) return;
    followed.isRunning = true;
    const work = this.#readWhenEnded(followed)
      .catch((error) => this.#giveUp(followed, error))
      .finally(() => {
        followed.isRunning = false;
        // Who began to wait while this ended is followed once no more questions come, as everybody who is not yet.
        if (followed.waiting.size === 0) this.#followed.delete(followed.batch);
        this.#following.delete(work);
        for (const wake of this.#ends.splice(0)) wake();
      });
    this.#following.add(work);
  }

  async #readWhenEnded(followed: Followed): Promise<void> {
    const { batch, waiting } = followed;
    const { ledger, vendor } = this.#parts;
    if (batch.id === undefined) {
      const id = await vendor.locate(batch, (other) => ledger.hasId(other));
      if (id === undefined) return this.#sendAgain(followed);
      await this.keepId(batch, id);
    }
    const id = batch.id as string;
    const used = this.#use(id, batch);
    const state = await vendor.untilEnded(id);
    if (state.status === "ended") return this.#read(used, followed);
    used.isRead = true;
    const others = this.#open - 1;
    if (!batch.isOwn || (state.isQueueFull === true && others > 0)) {
      if (state.isQueueFull === true) this.#mostOpen = Math.max(1, Math.min(this.#mostOpen, others));
      return this.#sendAgain(followed);
    }
    await this.drop(batch);
    answerAll(waiting, failedReply(state.error));
  }

  #use(id: string, batch: KnownBatch): UsedBatch {
    let used = this.#used.find((other) => other.id === id);
    if (used === undefined) {
      used = { id, batch, requests: batch.keys.length, isResumed: !batch.isOwn, isRead: false };
      this.#used.push(used);
    }
    used.isRead = false;
    return used;
  }

  /** Gives the results out as they come. Those who begin to wait meanwhile may have missed theirs: then it is read again. */
  async #read(used: UsedBatch, { batch, waiting }: Followed): Promise<void> {
    const { id } = used;
    const { ledger, vendor, onSent } = this.#parts;
    while (waiting.size > 0) {
      const early = [...waiting.keys()];
      this.#reading++;
      try {
        await vendor.patiently(async () => {
          for await (const result of vendor.results(id)) {
            const key = keyOf(result.customId, batch.session) ?? "";
            const take = waiting.get(key);
            if (take === undefined) continue;
            waiting.delete(key);
            batch.read.add(key);
            used.isRead = waiting.size === 0;
            // What failed in an earlier process is asked once more in this one.
            if (result.error !== null && !batch.isOwn) ledger.forget(key);
            else if (!batch.isOwn) onSent(1);
            take(result.error !== null && !batch.isOwn ? undefined : result);
            if (waiting.size === 0) break;
          }
        });
      } finally {
        this.#reading--;
      }
      for (const key of early) {
        const take = waiting.get(key);
        if (take === undefined) continue;
        waiting.delete(key);
        batch.read.add(key);
        used.isRead = waiting.size === 0;
        ledger.forget(key);
        take(batch.isOwn ? failedReply(noResult(id)) : undefined);
      }
    }
  }

  async #sendAgain({ batch, waiting }: Followed): Promise<void> {
    await this.drop(batch);
    answerAll(waiting, undefined);
  }

  async #giveUp(followed: Followed, error: unknown): Promise<void> {
    const { batch, waiting } = followed;
    if (this.#parts.signal.aborted) return;
    if ((error as BackendError).status === NOT_FOUND && !batch.isOwn) return this.#sendAgain(followed);
    answerAll(waiting, failedReply(error));
  }
}

/** Gives all who wait for a batch the same reply. */
function answerAll(waiting: Map<string, TakeReply>, reply: BatchReply | undefined): void {
  for (const [key, take] of waiting) {
    waiting.delete(key);
    take(reply);
  }
}

const noResult = (id: string): WhileaiError =>
  new WhileaiError("batch_failed", {
    message: `The batch ${id} has no result for this request.`,
    fix: "Grade the row again.",
  });
