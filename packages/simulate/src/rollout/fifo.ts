/** First in, first out, in constant time. */
export class Fifo<T> {
  #items: (T | undefined)[] = [];
  #at = 0;

  get size(): number {
    return this.#items.length - this.#at;
  }

  push(item: T): void {
    this.#items.push(item);
  }

  take(): T | undefined {
    if (this.#at === this.#items.length) return undefined;
    const item = this.#items[this.#at];
    this.#items[this.#at++] = undefined;
    // What was taken is let go in larger pieces.
    if (this.#at > 1024 && this.#at * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#at);
      this.#at = 0;
    }
    return item;
  }
}
