import { countText, type Note, onAbort, type Row } from "@whileai/core";
import type { RowJudge, RowOutcome } from "../row-judge.js";
import type { BatchFields } from "./batch-fields.js";
import type { BatchJudge } from "./batch-judge.js";
import { BatchLedger } from "./batch-ledger.js";
import type { BatchLimits } from "./batch-limits.js";
import type { BatchOptions } from "./batch-options.js";
import { BatchQueue } from "./batch-queue.js";
import { type BatchReply, failedReply } from "./batch-reply.js";
import { type MissingReply, RowReplies } from "./row-replies.js";
import { Turnstile } from "./turnstile.js";

/** Most rows that wait for batches at a time; convention: each takes a few kilobytes besides the row itself. */
export const MOST_ROWS_WAITING = 50_000;
/** How often a row may have further questions after all of its questions were answered; convention: one repeated question, and one without structured output. */
const MOST_ROUNDS = 4;

/** Rows whose questions are made, or whose replies are read, at the same time; convention: each is held in copies meanwhile. */
const ROWS_AT_ONCE = 64;

/** What a grading in batches works with. */
export interface BatchGradingParts extends BatchJudge {
  readonly options: BatchOptions;
  readonly limits: BatchLimits;
  readonly rowJudge: RowJudge;
  /** The folder of the grading, which knows its batches from then on. */
  readonly dir: string | undefined;
  readonly signal: AbortSignal | undefined;
  /** True when the source has given all its rows. */
  readonly isSourceAtEnd: () => boolean;
}

/**
 * Judges rows by replies that come in batches. A judge runs over its row until it asks something that has no reply yet; the
 * question goes into a batch, and when the reply is there the judge runs anew. So a reply that cannot be read is asked for
 * once more, in a later batch, by the same code that does it in single calls.
 */
export class BatchGrading {
  readonly #parts: BatchGradingParts;
  readonly #ledger: BatchLedger;
  readonly #queue: BatchQueue;
  readonly #ending = new AbortController();
  readonly #stopListening: () => void;
  readonly #asking: Turnstile;
  readonly #reading = new Turnstile(ROWS_AT_ONCE);
  #waiting = 0;

  private constructor(parts: BatchGradingParts, ledger: BatchLedger) {
    const { client, options, limits, signal, isSourceAtEnd } = parts;
    this.#parts = parts;
    this.#ledger = ledger;
    this.#stopListening = onAbort(signal, () => this.stop());
    this.#queue = new BatchQueue({
      client,
      ledger,
      options,
      signal: this.#ending.signal,
      isAllIn: () => isSourceAtEnd() || this.#waiting >= MOST_ROWS_WAITING,
      onSent: (requests) => limits.sent(requests),
      onRoom: () => this.#asking.look(),
    });
    this.#asking = new Turnstile(ROWS_AT_ONCE, () => this.#queue.hasRoom || this.#ending.signal.aborted);
    if (signal?.aborted) this.stop();
  }

  static async open(parts: BatchGradingParts): Promise<BatchGrading> {
    return new BatchGrading(parts, await BatchLedger.open(parts.dir));
  }

  async outcome(row: Readonly<Row>, at: number): Promise<RowOutcome> {
    const { limits, rowJudge } = this.#parts;
    const replies = new RowReplies(at, (completion) => limits.paid(completion));
    let release: (() => void) | undefined;
    this.#waiting++;
    try {
      for (let round = 0; ; ) {
        let asked: AskedReply[];
        const leave = await (release === undefined ? this.#asking : this.#reading).enter();
        try {
          const outcome = await rowJudge.outcome(row, limits.forRow(replies, release !== undefined));
          const missing = replies.takeMissing();
          if (missing.length === 0 || round >= MOST_ROUNDS || this.#ending.signal.aborted) return outcome;
          const unsent = missing.filter(({ key }) => !this.#queue.isHandedIn(key));
          release ??= limits.reserve(unsent.map(({ request }) => request));
          // The limit is met: the next run of the loop says so.
          if (release === undefined) continue;
          // From here on a row waits without its requests: a hundred thousand prompts would be much to hold.
          asked = missing.map(({ key, request }) => ({ key, reply: this.#ask(key, request) }));
        } finally {
          leave();
        }
        if (await received(asked, replies)) round++;
      }
    } finally {
      this.#waiting--;
      release?.();
    }
  }

  /** Ends the work: nothing more is sent, and nobody waits any longer. */
  stop(): void {
    this.#ending.abort();
    this.#asking.look();
  }

  async close(): Promise<void> {
    const isWhole = !this.#ending.signal.aborted;
    this.#stopListening();
    this.stop();
    await this.#queue.close();
    // Only now: until rows have landed, what a batch gave is in memory alone. A disk that fails at this costs no verdict.
    if (isWhole) for (const { batch } of this.#queue.used) await this.#ledger.used(batch).catch(() => undefined);
    await this.#ledger.close();
  }

  fields(): BatchFields {
    const { used } = this.#queue;
    return {
      ids: used.map(({ id }) => id),
      resumed: used.filter(({ isResumed }) => isResumed).length,
      requests: used.reduce((sum, { requests }) => sum + requests, 0),
      priceFactor: this.#parts.client.priceFactor,
    };
  }

  notes(): Note[] {
    const notes: Note[] = [];
    const left = this.#queue.used.filter(({ isRead }) => !isRead).map(({ id }) => id);
    if (left.length > 0)
      notes.push({
        code: "batches_left",
        severity: "warning",
        message: `${countText(left.length, "batch", "batches")} at the vendor ${left.length === 1 ? "was" : "were"} not read and will be paid: ${left.join(", ")}.`,
        fix: this.#ledger.isKept
          ? "The same call with the same store.dir reads what comes of them and submits nothing twice."
          : "No later call of grade reads them: cancel them (`backend.batch.cancel(id)`), and give store: { dir } next time.",
      });
    else if (!this.#ledger.isKept)
      notes.push({
        code: "batches_not_kept",
        severity: "info",
        message: "A crash while batches were under way would have lost them, paid as they are.",
        fix: "Give store: { dir }: the same call then goes on with them.",
      });
    return notes;
  }

  /** Never fails. Nothing that outlives the call may capture the request: it is dropped once it is in a batch. */
  #ask(key: string, request: MissingReply["request"]): Promise<BatchReply | undefined> {
    return this.#queue.ask(key, (customId) => this.#parts.client.prepare(customId, request)).catch(failedReply);
  }
}

/** A question that was asked, and the reply to come: undefined when it is to be asked again. */
interface AskedReply {
  readonly key: string;
  readonly reply: Promise<BatchReply | undefined>;
}

/** Waits for replies; false when some questions are to be asked again. */
async function received(asked: readonly AskedReply[], replies: RowReplies): Promise<boolean> {
  let isWhole = true;
  for (const { key, reply } of asked) {
    const got = await reply;
    if (got === undefined) isWhole = false;
    else replies.add(key, got);
  }
  return isWhole;
}
