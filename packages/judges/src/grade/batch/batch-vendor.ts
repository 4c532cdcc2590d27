import { AbortError, type BackendError, WhileaiError } from "@whileai/core";
import {
  abortableSleep,
  type BatchClient,
  type BatchResult,
  type BatchState,
  type PreparedRequest,
} from "@whileai/core/backends";
import type { KnownBatch } from "./batch-ledger.js";
import { type BatchOptions, DEFAULT_BATCH_POLL_MS, DEFAULT_BATCH_WAIT_MS } from "./batch-options.js";

/** How often a batch is submitted whose submission failed in a way that may pass; convention. */
const SUBMIT_ATTEMPTS = 3;
const SUCCESS = 200;

/** How a request is called in a batch: no two batches have the same name, so results show whose they are. */
export const customIdOf = (key: string, session: string): string => `${key}-${session}`;

/** The request that a result is of. */
export const keyOf = (customId: string, session: string): string | undefined =>
  customId.endsWith(`-${session}`) ? customId.slice(0, -session.length - 1) : undefined;

/** Talks to a vendor with the patience that batches need: what may pass is waited for, within the longest wait. */
export class BatchVendor {
  readonly #client: BatchClient;
  readonly #options: BatchOptions;
  readonly #signal: AbortSignal;

  constructor(client: BatchClient, options: BatchOptions, signal: AbortSignal) {
    this.#client = client;
    this.#options = options;
    this.#signal = signal;
  }

  /** Waits as long as between two looks; longer where the vendor asked for that. */
  async #wait(askedMs = 0): Promise<number> {
    const { pollMs = DEFAULT_BATCH_POLL_MS, sleep = abortableSleep } = this.#options;
    const milliseconds = Math.max(pollMs, askedMs);
    await sleep(milliseconds, this.#signal);
    // A replaced sleep may not know signals.
    if (this.#signal.aborted) throw new AbortError();
    return milliseconds;
  }

  /** Runs what may be repeated until it works, or fails in a way that no wait mends. */
  async patiently<T>(work: () => Promise<T>): Promise<T> {
    for (let waited = 0; ; ) {
      try {
        return await work();
      } catch (error) {
        if (this.#signal.aborted || !isPassing(error) || waited >= this.#longestWait) throw error;
        waited += await this.#wait((error as BackendError).retryAfterMs);
      }
    }
  }

  /** @throws WhileaiError `batch_pending` for a batch that has not ended in time. */
  async untilEnded(id: string): Promise<BatchState> {
    for (let waited = 0; ; waited += await this.#wait()) {
      const state = await this.patiently(() => this.#client.poll(id, { signal: this.#signal }));
      if (state.status !== "running") return state;
      if (waited >= this.#longestWait) throw pendingError(id, waited);
    }
  }

  /**
   * Submits a batch and gives its id. Where it is not known whether a failed call made the batch, it is looked for before
   * another call is made.
   */
  async handIn(
    batch: KnownBatch,
    lines: readonly { readonly prepared: PreparedRequest }[],
    isKnown: (id: string) => boolean,
  ): Promise<string> {
    let failures = 0;
    for (let waited = 0; ; ) {
      try {
        // Without the signal: half a submission would be a batch that is paid and that nobody has the name of.
        return await this.#client.submit(
          lines.map(({ prepared }) => prepared),
          { tag: batch.tag },
        );
      } catch (error) {
        const { status, retryAfterMs } = error as Partial<BackendError>;
        // An answer that cannot be read may have been that to a batch that was made.
        if (!(isPassing(error) || status === SUCCESS) || waited >= this.#longestWait) throw error;
        waited += await this.#wait(retryAfterMs);
        // Who asked to come back later has made nothing.
        if (WhileaiError.isInstance(error) && error.code === "rate_limited") continue;
        const made = await this.locate(batch, isKnown);
        if (made !== undefined) return made;
        if (++failures >= SUBMIT_ATTEMPTS) throw error;
      }
    }
  }

  results(id: string): AsyncIterable<BatchResult> {
    return this.#client.results(id, { signal: this.#signal });
  }

  /**
   * The id of a batch that may have been made although nobody saw the vendor's answer.
   *
   * @param isKnown - True for ids that belong to other batches.
   */
  async locate(batch: KnownBatch, isKnown: (id: string) => boolean): Promise<string | undefined> {
    const { tag, keys, session } = batch;
    const options = { requests: keys.length, signal: this.#signal };
    for (const { id, isCertain } of await this.patiently(() => this.#client.find(tag, options))) {
      if (isCertain) return id;
      if (isKnown(id)) continue;
      // Only its results say whose it is, and waiting for them costs less than paying twice.
      if ((await this.untilEnded(id)).status === "ended" && (await this.patiently(() => this.#isOf(id, keys, session))))
        return id;
    }
    return undefined;
  }

  async #isOf(id: string, keys: readonly string[], session: string): Promise<boolean> {
    for await (const { customId } of this.results(id)) {
      const key = keyOf(customId, session);
      return key !== undefined && keys.includes(key);
    }
    return false;
  }

  get #longestWait(): number {
    return this.#options.maxWaitMs ?? DEFAULT_BATCH_WAIT_MS;
  }
}

/** True for a failure that may pass. */
const isPassing = (error: unknown): boolean =>
  WhileaiError.isInstance(error) && (error as BackendError).isRetryable === true;

const MILLISECONDS = 1000;

const pendingError = (id: string, waitedMs: number): WhileaiError =>
  new WhileaiError("batch_pending", {
    message: `The batch ${id} has not ended after ${Math.round(waitedMs / MILLISECONDS)} s; it goes on at the vendor.`,
    fix: "Make the same call with the same store.dir later, or raise batch.maxWaitMs.",
  });
