import { type BackendError, untilAborted } from "@whileai/core";
import type { BatchClient, PreparedRequest } from "@whileai/core/backends";
import { BatchFollower, type UsedBatch } from "./batch-follower.js";
import type { BatchLedger, KnownBatch } from "./batch-ledger.js";
import { type BatchOptions, DEFAULT_REQUESTS_PER_BATCH } from "./batch-options.js";
import { type BatchReply, failedReply, type TakeReply } from "./batch-reply.js";
import { BatchVendor, customIdOf } from "./batch-vendor.js";

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
const SESSION_DIGITS = 8;

interface Queued {
  readonly key: string;
  readonly prepared: PreparedRequest;
  readonly take: TakeReply;
}

/**
 * Collects questions into batches, hands them in, waits, and gives every question its reply. A question that an earlier
 * process has handed in already is only waited for.
 */
export class BatchQueue {
  readonly #parts: BatchQueueParts;
  readonly #vendor: BatchVendor;
  readonly #follower: BatchFollower;
  readonly #session = globalThis.crypto.randomUUID().slice(0, SESSION_DIGITS);
  readonly #mostRequests: number;
  readonly #mostBytes: number;
  #queued: Queued[] = [];
  #queuedBytes = 0;
  #asked = 0;
  #planned = 0;
  #isSettling = false;
  /** Batches that wait to be handed in. */
  #backlog = 0;
  #submitting: Promise<void> = Promise.resolve();

  constructor(parts: BatchQueueParts) {
    const { client, ledger, options, signal, onSent } = parts;
    this.#parts = parts;
    this.#vendor = new BatchVendor(client, options, signal);
    this.#follower = new BatchFollower({ vendor: this.#vendor, ledger, signal, onSent });
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
    return this.#follower.used;
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
      else this.#follower.waitFor(known, key, take);
      this.#asked++;
      void this.#settle();
    });
    return untilAborted(reply, this.#parts.signal);
  }

  /** Waits for what is on its way to the vendor: what was handed in must be on record. */
  async close(): Promise<void> {
    await this.#submitting;
    await this.#follower.close();
  }

  #enqueue(queued: Queued): void {
    const { bytes } = queued.prepared;
    if (this.#queuedBytes + bytes > this.#mostBytes) this.#submitQueued();
    this.#queued.push(queued);
    this.#queuedBytes += bytes;
    if (this.#queued.length >= this.#mostRequests) this.#submitQueued();
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
      quietMs = asked === this.#asked && !this.#follower.isReading && this.#backlog === 0 ? quietMs + QUIET_MS : 0;
    }
    this.#isSettling = false;
    this.#submitQueued();
    this.#follower.followAll();
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
    await this.#follower.untilRoom();
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
      if (batch !== undefined) await this.#follower.drop(batch);
      if ((error as BackendError).status === TOO_LARGE && lines.length > 1) {
        const half = Math.ceil(lines.length / 2);
        await this.#submit(lines.slice(0, half));
        return this.#submit(lines.slice(half));
      }
      for (const { take } of lines) take(failedReply(error));
      return;
    }
    await this.#follower.keepId(batch, id);
    onSent(lines.length);
    for (const { key, take } of lines) this.#follower.waitFor(batch, key, take);
    this.#follower.follow(batch);
  }
}
