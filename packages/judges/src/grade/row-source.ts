import { isRecord, onAbort, type Row } from "@whileai/core";

/** A row and its place among the rows of the source. */
export interface PlacedRow<R extends Row> {
  readonly row: R;
  readonly at: number;
}

/**
 * Gives the rows of any source one by one, with their places. Entries that are no objects are counted and left out. After an
 * abort nothing more is taken from an async source; a list is given to its end.
 */
export class RowSource<R extends Row> {
  readonly #iterator: Iterator<R> | AsyncIterator<R>;
  readonly #isAsync: boolean;
  readonly #signal: AbortSignal | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #hasEnded = false;
  /** Rows given so far. */
  pulled = 0;
  /** Entries that were no rows. */
  skipped = 0;
  /** What the source threw after it had given some rows. */
  error: unknown;

  constructor(source: Iterable<R> | AsyncIterable<R>, signal: AbortSignal | undefined) {
    this.#isAsync = Symbol.asyncIterator in source;
    this.#iterator = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
    this.#signal = signal;
  }

  /** True when the source has given all that it will. */
  get hasEnded(): boolean {
    return this.#hasEnded || (this.#isAsync && this.#signal?.aborted === true);
  }

  /**
   * The next row, or undefined at the end. Callers take turns, so that places follow the order of the source.
   *
   * @throws what the source throws before its first row.
   */
  next(): Promise<PlacedRow<R> | undefined> {
    const mine = this.#turn.then(() => this.#pull());
    this.#turn = mine.catch(() => {});
    return mine;
  }

  /** Tells a source that was not read to its end that no more is wanted. Does not wait for it. */
  close(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    void closeQuietly(this.#iterator);
  }

  async #pull(): Promise<PlacedRow<R> | undefined> {
    while (!this.#hasEnded && !(this.#isAsync && this.#signal?.aborted)) {
      try {
        const next = this.#isAsync
          ? await untilGivenUp(this.#iterator.next(), this.#signal)
          : (this.#iterator.next() as IteratorResult<R>);
        if (next === GIVEN_UP) break;
        if (next.done) {
          this.#hasEnded = true;
          return undefined;
        }
        const { value } = next;
        if (isRecord(value)) return { row: value, at: this.pulled++ };
        this.skipped++;
      } catch (error) {
        this.#hasEnded = true;
        if (this.pulled === 0) throw error;
        this.error = error;
        return undefined;
      }
    }
    return undefined;
  }
}

/** Stands for a row that is no longer waited for. */
const GIVEN_UP: IteratorResult<never> = Object.freeze({ done: true, value: undefined });

/** What comes first: the next row, or the end of the call. */
async function untilGivenUp<R>(
  next: IteratorResult<R> | Promise<IteratorResult<R>>,
  signal: AbortSignal | undefined,
): Promise<IteratorResult<R>> {
  if (signal === undefined) return next;
  return new Promise((resolve, reject) => {
    const stopWaiting = onAbort(signal, () => resolve(GIVEN_UP));
    Promise.resolve(next).then(resolve, reject).finally(stopWaiting);
  });
}

async function closeQuietly(iterator: Iterator<unknown> | AsyncIterator<unknown>): Promise<void> {
  try {
    await iterator.return?.();
  } catch {
    // The rows are no longer wanted; what their source says while it closes changes nothing.
  }
}
