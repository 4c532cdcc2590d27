/** Rows on their way to one reader: whoever brings them waits while too many are there. */
export class RowQueue<T> {
  readonly #most: number;
  readonly #rows: T[] = [];
  #bringers: (() => void)[] = [];
  #reader: (() => void) | undefined;
  #isOpen = true;

  constructor(most: number) {
    this.#most = most;
  }

  /** Adds a row; what it returns, if anything, is to be waited for before the next. A closed queue takes nothing. */
  push(row: T): Promise<void> | undefined {
    if (!this.#isOpen) return undefined;
    this.#rows.push(row);
    this.#reader?.();
    if (this.#rows.length < this.#most) return undefined;
    return new Promise((resolve) => this.#bringers.push(resolve));
  }

  /** The next row; undefined once the queue is closed and empty. */
  async take(): Promise<T | undefined> {
    while (this.#rows.length === 0 && this.#isOpen) {
      await new Promise<void>((resolve) => {
        this.#reader = resolve;
      });
      this.#reader = undefined;
    }
    const row = this.#rows.shift();
    if (this.#rows.length < this.#most) this.#release();
    return row;
  }

  /** Takes no more rows. Those that are there can still be taken, unless the reader is gone. */
  close({ isAbandoned = false } = {}): void {
    this.#isOpen = false;
    if (isAbandoned) this.#rows.length = 0;
    this.#release();
    this.#reader?.();
  }

  #release(): void {
    const bringers = this.#bringers;
    this.#bringers = [];
    for (const resolve of bringers) resolve();
  }
}
