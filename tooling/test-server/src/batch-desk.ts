import type { BatchFaults } from "./batch-faults.js";

/** A batch as the server holds it. */
export interface HeldBatch {
  readonly id: string;
  /** 0 for the first batch. */
  readonly number: number;
  readonly lines: readonly { readonly customId: string; readonly body: Record<string, unknown> }[];
  readonly metadata: Readonly<Record<string, string>>;
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
    const batch: HeldBatch = { id: `batch_test_${number}`, number, lines, metadata, polls: 0, isCancelled: false };
    this.batches.push(batch);
    return batch;
  }

  find(id: string): HeldBatch | undefined {
    return this.batches.find((batch) => batch.id === id);
  }

  /** What the next call that makes a batch is answered with, where not with the batch. */
  nextSubmit(): { readonly status: number; readonly isMade: boolean } | undefined {
    const fault = this.#faults.failingSubmits?.[this.#submits++] ?? null;
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

  /** The code that a batch was refused with. */
  refusal(batch: HeldBatch): string | undefined {
    const open = this.batches.filter((other) => other.number < batch.number && !this.hasEnded(other)).length;
    return this.#faults.refuses?.(batch.number, open);
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
