/** Retries that an endpoint may always be sent (convention). */
const FLOOR = 20;
/** Retries that each answered call earns: in the long run at most a fifth of the calls (convention; gRPC and Finagle do alike). */
const SHARE = 0.2;
/** Retries per second that come back without any answer, so that a long outage slows retries down and ends none (convention). */
const PER_SECOND = 2;

/**
 * Keeps retries from multiplying the load of a server in trouble. A retry that the budget does not hold is not dropped, it
 * waits: rows cost more than time.
 */
export class RetryBudget {
  #level = FLOOR;
  #filledAt: number;

  constructor(now: number) {
    this.#filledAt = now;
  }

  answered(): void {
    this.#level = Math.min(FLOOR, this.#level + SHARE);
  }

  /** Takes a retry and says how long it has to wait, in milliseconds. */
  take(now: number): number {
    this.#level = Math.min(FLOOR, this.#level + Math.max(0, (now - this.#filledAt) / 1000) * PER_SECOND);
    this.#filledAt = now;
    this.#level -= 1;
    return this.#level >= 0 ? 0 : (-this.#level / PER_SECOND) * 1000;
  }
}
