const MINUTE_MS = 60_000;

/**
 * An allowance per minute that may be used in small bursts. What is taken may be more than the bucket holds: it then goes into
 * debt and the next taker waits, so that one call larger than the bucket is late and not impossible.
 */
export class TokenBucket {
  readonly #perMs: number;
  readonly #capacity: number;
  #level: number;
  #filledAt: number;

  /** @param capacity - The largest burst; the bucket starts full. */
  constructor(perMinute: number, capacity: number, now: number) {
    this.#perMs = perMinute / MINUTE_MS;
    this.#capacity = capacity;
    this.#level = capacity;
    this.#filledAt = now;
  }

  /** How long until `amount` may be taken, in milliseconds; 0 is now. */
  delayMs(amount: number, now: number): number {
    this.#fill(now);
    const missing = Math.min(amount, this.#capacity) - this.#level;
    return missing <= 0 ? 0 : missing / this.#perMs;
  }

  take(amount: number, now: number): void {
    this.#fill(now);
    this.#level -= amount;
  }

  /** Puts back what an estimate took too much, or takes what it took too little (a negative amount). */
  settle(amount: number, now: number): void {
    this.#fill(now);
    this.#level = Math.min(this.#capacity, this.#level + amount);
  }

  #fill(now: number): void {
    if (now <= this.#filledAt) return;
    this.#level = Math.min(this.#capacity, this.#level + (now - this.#filledAt) * this.#perMs);
    this.#filledAt = now;
  }
}
