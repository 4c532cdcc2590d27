import { type BackendError, describeError, untilAborted, WhileaiError } from "@whileai/core";
import type { BatchClient, BatchResult, PreparedRequest } from "@whileai/core/backends";
import type { BatchLedger, KnownBatch } from "./batch-ledger.js";
import { type BatchOptions, DEFAULT_REQUESTS_PER_BATCH } from "./batch-options.js";
import { BatchVendor, customIdOf, keyOf } from "./batch-vendor.js";

/** What a batch says of a request: an answer to read, or why there is none. */
export interface BatchReply {
  readonly error: Error | null;
  readonly read: BatchResult["read"];
}

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

/** What a queue works with. */
export interface BatchQueueParts {
  readonly client: BatchClient;
  readonly ledger: BatchLedger;
  readonly options: BatchOptions;
  readonly signal: AbortSignal;
  /** True when no other row will come before one of those that wait has its replies. */
  readonly isAllIn: () => boolean;
  /** Told how many requests were handed to the vendor. */
  readonly onSent: (requests: number) => void;
  /** Told when {@link BatchQueue.hasRoom} has changed. */
  readonly onRoom: () => void;
}

/** Questions are collected until none has come for so long, in milliseconds; convention. */
const QUIET_MS = 250;
/** The same while the source of the rows may give more. */
const SLOW_SOURCE_MS = 60_000;
/** Most bytes that are held for one batch, whatever the vendor takes; convention. */
const MOST_HELD_BYTES = 32_000_000;
const TOO_LARGE = 413;
const NOT_FOUND = 404;
const SESSION_DIGITS = 8;

/** Gets a reply, or undefined when the question is to be asked again. */
type Take = (reply: BatchReply | undefined) => void;

interface Queued {
  readonly key: string;
  readonly prepared: PreparedRequest;
  readonly take: Take;
}

/** A batch that rows wait for. */
interface Followed {
  readonly batch: KnownBatch;
  readonly waiting: Map<string, Take>;
  isRunning: boolean;
}

/**
 * Collects questions into batches, hands them in, waits, and gives every question its reply. A question that an earlier
 * process has handed in already is only waited for.
 */
export class BatchQueue {
  readonly #parts: BatchQueueParts;
  readonly #vendor: BatchVendor;
  readonly #session = globalThis.crypto.randomUUID().slice(0, SESSION_DIGITS);
  readonly #mostRequests: number;
  readonly #mostBytes: number;
  readonly #followed = new Map<KnownBatch, Followed>();
  readonly #following = new Set<Promise<void>>();
  readonly #ends: (() => void)[] = [];
  readonly #used: UsedBatch[] = [];
  #queued: Queued[] = [];
  #queuedBytes = 0;
  #asked = 0;
  #planned = 0;
  #isSettling = false;
  #reading = 0;
  /** Batches that wait to be handed in. */
  #backlog = 0;
  /** Batches that the vendor takes at a time, once it has refused one because of those that wait. */
  #mostOpen = Number.POSITIVE_INFINITY;
  #submitting: Promise<void> = Promise.resolve();

  constructor(parts: BatchQueueParts) {
    const { client, options, signal } = parts;
    this.#parts = parts;
    this.#vendor = new BatchVendor(client, options, signal);
    this.#mostRequests = Math.min(options.requestsPerBatch ?? DEFAULT_REQUESTS_PER_BATCH, client.mostRequests);
    this.#mostBytes = Math.min(MOST_HELD_BYTES, client.mostBytes);
  }

  /** True for a question that an earlier process, or this one, has handed in. */
  isHandedIn(key: string): boolean {
    return this.#parts.ledger.batchOf(key) !== undefined;
  }

  /** False while a batch is handed in: what is collected meanwhile would be held beside it. */
  get hasRoom(): boolean {
    return this.#backlog === 0;
  }

  /** The batches so far. */
  get used(): readonly UsedBatch[] {
    return this.#used;
  }

  /**
   * The reply to a question; undefined when it is to be asked again.
   *
   * @param prepare - Puts the question into the form of a batch; called at once or never.
   * @throws AbortError as soon as the signal fires.
   */
  ask(key: string, prepare: (customId: string) => PreparedRequest): Promise<BatchReply | undefined> {
    const reply = new Promise<BatchReply | undefined>((take) => {
      const known = this.#parts.ledger.batchOf(key);
      if (known === undefined) this.#enqueue({ key, prepared: prepare(customIdOf(key, this.#session)), take });
      else this.#waitFor(known, key, take);
      this.#asked++;
      void this.#settle();
    });
    return untilAborted(reply, this.#parts.signal);
  }

  /** Waits for what is on its way to the vendor: what was handed in must be on record. */
  async close(): Promise<void> {
    await this.#submitting;
    await Promise.all(this.#following);
  }

  #enqueue(queued: Queued): void {
    const { bytes } = queued.prepared;
    if (this.#queuedBytes + bytes > this.#mostBytes) this.#submitQueued();
    this.#queued.push(queued);
    this.#queuedBytes += bytes;
    if (this.#queued.length >= this.#mostRequests) this.#submitQueued();
  }

  #waitFor(batch: KnownBatch, key: string, take: Take): void {
    let followed = this.#followed.get(batch);
    if (followed === undefined) {
      followed = { batch, waiting: new Map(), isRunning: false };
      this.#followed.set(batch, followed);
    }
    followed.waiting.set(key, take);
  }

  /** Submits what was collected and follows what was submitted, once no more questions come. */
  async #settle(): Promise<void> {
    if (this.#isSettling) return;
    this.#isSettling = true;
    let quietMs = 0;
    while (quietMs < (this.#parts.isAllIn() ? QUIET_MS : SLOW_SOURCE_MS)) {
      const asked = this.#asked;
      await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
      if (this.#parts.signal.aborted) return;
      quietMs = asked === this.#asked && this.#reading + this.#backlog === 0 ? quietMs + QUIET_MS : 0;
    }
    this.#isSettling = false;
    this.#submitQueued();
    for (const followed of this.#followed.values()) this.#follow(followed);
  }

  #submitQueued(): void {
    const lines = this.#queued;
    if (lines.length === 0) return;
    this.#queued = [];
    this.#queuedBytes = 0;
    this.#backlog++;
    this.#submitting = this.#submitting
      .then(() => this.#submit(lines))
      .finally(() => {
        this.#backlog--;
        this.#parts.onRoom();
      });
  }

  /** Hands one batch in. Never fails: what goes wrong is the reply to its questions. */
  async #submit(lines: readonly Queued[]): Promise<void> {
    const { ledger, onSent, signal } = this.#parts;
    while (this.#open >= this.#mostOpen && !signal.aborted) await new Promise<void>((wake) => this.#ends.push(wake));
    if (signal.aborted) return;
    let batch: KnownBatch | undefined;
    let id: string;
    try {
      const keys = lines.map(({ key }) => key);
      batch = await ledger.plan(`whileai-${this.#session}-${this.#planned++}`, this.#session, keys);
      id = await this.#vendor.handIn(batch, lines, (other) => ledger.hasId(other));
    } catch (error) {
      // After an abort it is not known whether there is a batch: it stays planned, and a later call looks for it.
      if (signal.aborted) return;
      if (batch !== undefined) await this.#drop(batch);
      if ((error as BackendError).status === TOO_LARGE && lines.length > 1) {
        const half = Math.ceil(lines.length / 2);
        await this.#submit(lines.slice(0, half));
        return this.#submit(lines.slice(half));
      }
      for (const { take } of lines) take(failedReply(error));
      return;
    }
    await this.#keepId(batch, id);
    onSent(lines.length);
    const followed = { batch, waiting: new Map(lines.map(({ key, take }) => [key, take])), isRunning: false };
    this.#followed.set(batch, followed);
    this.#follow(followed);
  }

  /** Where the disk fails now, the plan is on it, and a later call finds the batch by that. */
  async #keepId(batch: KnownBatch, id: string): Promise<void> {
    await this.#parts.ledger.submitted(batch, id).catch(() => undefined);
  }

  get #open(): number {
    return [...this.#followed.values()].filter(({ isRunning }) => isRunning).length;
  }

  #follow(followed: Followed): void {
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
    const { ledger } = this.#parts;
    if (batch.id === undefined) {
      const id = await this.#vendor.locate(batch, (other) => ledger.hasId(other));
      if (id === undefined) return this.#sendAgain(followed);
      await this.#keepId(batch, id);
    }
    const id = batch.id as string;
    const used = this.#use(id, batch);
    const state = await this.#vendor.untilEnded(id);
    if (state.status === "ended") return this.#read(used, followed);
    used.isRead = true;
    const others = this.#open - 1;
    if (!batch.isOwn || (state.isQueueFull === true && others > 0)) {
      if (state.isQueueFull === true) this.#mostOpen = Math.max(1, Math.min(this.#mostOpen, others));
      return this.#sendAgain(followed);
    }
    await this.#drop(batch);
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
    const { ledger, onSent } = this.#parts;
    while (waiting.size > 0) {
      const early = [...waiting.keys()];
      this.#reading++;
      try {
        await this.#vendor.patiently(async () => {
          for await (const result of this.#vendor.results(id)) {
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
    await this.#drop(batch);
    answerAll(waiting, undefined);
  }

  /** A later call that still takes the batch for one that is there finds out by asking. */
  async #drop(batch: KnownBatch): Promise<void> {
    await this.#parts.ledger.drop(batch).catch(() => undefined);
  }

  async #giveUp(followed: Followed, error: unknown): Promise<void> {
    const { batch, waiting } = followed;
    if (this.#parts.signal.aborted) return;
    if ((error as BackendError).status === NOT_FOUND && !batch.isOwn) return this.#sendAgain(followed);
    answerAll(waiting, failedReply(error));
  }
}

/** Gives all who wait for a batch the same reply. */
function answerAll(waiting: Map<string, Take>, reply: BatchReply | undefined): void {
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

/** The reply to a question that has no answer. */
export function failedReply(error: unknown): BatchReply {
  const thrown =
    error instanceof Error ? error : new WhileaiError("batch_failed", { message: describeError(error), fix: "" });
  return {
    error: thrown,
    read: () => {
      throw thrown;
    },
  };
}
