import type { Row } from "@whileai/core";

/** The last so many rows, the oldest first. Adding is O(1). */
export class SampleBuffer {
  readonly #rows: Row[] = [];
  readonly #capacity: number;
  #next = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#rows.length;
  }

  add(row: Row): void {
    this.#rows[this.#next] = row;
    this.#next = (this.#next + 1) % this.#capacity;
  }

  rows(): Row[] {
    if (this.#rows.length < this.#capacity) return [...this.#rows];
    return [...this.#rows.slice(this.#next), ...this.#rows.slice(0, this.#next)];
  }
}
