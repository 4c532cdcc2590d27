import type { BatchFaults } from "./batch-faults.js";

/** A batch as the server holds it. */
export interface HeldBatch {
  readonly id: string;
  /** 0 for the first batch. */
  readonly number: number;
  readonly lines: readonly { readonly customId: string; readonly body: Record<string, unknown> }[];
  readonly metadata: Readonly<Record<string, string>>;
  /** The code that the vendor refused it with, after it had taken it. */
  readonly refusal: string | undefined;
  polls: number;
  isCancelled: boolean;
}

/** Keeps batches and decides when they end; the protocols put them into words. */
export class BatchDesk {
  readonly batches: HeldBatch[] = [];
  readonly #faults: BatchFaults;
  #polls = 0;
  #submits = 0;
  #cuts: number;

  constructor(faults: BatchFaults) {
    this.#faults = faults;
    this.#cuts = faults.cutResults ?? 0;
  }

  get faults(): BatchFaults {
    return this.#faults;
  }

  add(lines: HeldBatch["lines"], metadata: Readonly<Record<string, string>>): HeldBatch {
    const number = this.batches.length;
    const open = this.batches.filter((other) => other.refusal === undefined && !this.hasEnded(other)).length;
    const refusal = this.#faults.refuses?.(number, open);
    const id = `batch_test_${number}`;
    const batch: HeldBatch = { id, number, lines, metadata, refusal, polls: 0, isCancelled: false };
    this.batches.push(batch);
    return batch;
  }

  find(id: string): HeldBatch | undefined {
    return this.batches.find((batch) => batch.id === id);
  }

  /** What the next call that makes a batch is answered with, where not with the batch; status 0 is no answer at all. */
  nextSubmit(): { readonly status: number; readonly isMade: boolean } | undefined {
    const number = this.#submits++;
    if (this.#faults.hangs?.(number)) return { status: 0, isMade: true };
    const fault = this.#faults.failingSubmits?.[number] ?? null;
    if (fault === null) return undefined;
    return typeof fault === "number" ? { status: fault, isMade: false } : { status: fault.status, isMade: true };
  }

  /** The status that the next poll fails with. */
  nextPoll(): number | undefined {
    return this.#faults.failingPolls?.[this.#polls++] ?? undefined;
  }

  hasEnded(batch: HeldBatch): boolean {
    return batch.isCancelled || batch.polls > (this.#faults.polls ?? 1);
  }

  /** The lines of a batch that results are given for, last first: vendors promise no order. */
  answered(batch: HeldBatch): HeldBatch["lines"] {
    return batch.lines.filter(({ customId }) => this.#faults.loses?.(customId, batch.number) !== true).toReversed();
  }

  isExpired(batch: HeldBatch, customId: string): boolean {
    return this.#faults.expires?.(customId, batch.number) === true;
  }

  /** True when these results are to break off half way. */
  nextCut(): boolean {
    return this.#cuts-- > 0;
  }
}
