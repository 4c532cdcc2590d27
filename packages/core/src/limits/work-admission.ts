import type { Spend, SpendBudget, SpendStop } from "./spend-budget.js";

/** How many times more than it is expected to a piece of work may use (convention; thinking models write long). */
const WORST_ESTIMATE = 100;

/**
 * Decides whether another piece of work (a row, a rollout) may begin under a limit on spending. What has begun is finished.
 *
 * A piece sets aside what pieces have used so far before it begins; one that would break a limit waits for those in flight,
 * and when none is left the work is over.
 *
 * @example
 * const admission = new WorkAdmission(new SpendBudget({ maxUsd: 2 }));
 * const done = await admission.admit(); // undefined once the limit is met: admission.stop says which
 * try { … } finally { done?.(); }
 */
export class WorkAdmission {
  readonly #budget: SpendBudget;
  readonly #waiting: (() => void)[] = [];
  #inFlight = 0;
  #finished = 0;
  #expected: Spend = { tokens: 0, usd: 0 };
  #stop: SpendStop | undefined;

  constructor(budget: SpendBudget) {
    this.#budget = budget;
  }

  /** The limit that ended the work, if one did. */
  get stop(): SpendStop | undefined {
    return this.#stop;
  }

  /** Takes note of what a piece is expected to use; the first ones go by it. */
  expect(expected: Spend): void {
    this.#expected = expected;
  }

  /** Waits until another piece may begin; gives what to call when it has ended, or undefined when the work is over. */
  async admit(): Promise<(() => void) | undefined> {
    while (this.#stop === undefined) {
      const expected = this.#usual();
      // Without a finished piece nobody knows what one uses, so the first one begins in any case.
      const isFirst = this.#inFlight + this.#finished === 0;
      if (!this.#mayBeginUnseen(expected)) {
        await this.#nextEnd();
        continue;
      }
      const release = this.#budget.reserve(expected) ?? (isFirst ? () => {} : undefined);
      if (release !== undefined) return this.#begin(release);
      if (this.#inFlight === 0) {
        this.#stop = this.#budget.stopFor(expected);
        break;
      }
      await this.#nextEnd();
    }
    return undefined;
  }

  #begin(release: () => void): () => void {
    this.#inFlight++;
    return () => {
      release();
      this.#inFlight--;
      this.#finished++;
      for (const wake of this.#waiting.splice(0)) wake();
    };
  }

  /**
   * An estimate may be far from what pieces turn out to use, so near a limit no more are in flight than have ended, and one:
   * the first shows what one costs before many are begun.
   */
  #mayBeginUnseen({ tokens, usd }: Spend): boolean {
    if (this.#inFlight <= this.#finished) return true;
    const worst = WORST_ESTIMATE * (this.#inFlight + 1);
    return this.#budget.stopFor({ tokens: tokens * worst, usd: usd === null ? null : usd * worst }) === undefined;
  }

  #nextEnd(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  // What pieces in flight have spent counts before they have ended: the mean is rather too high than too low.
  #usual(): Spend {
    if (this.#finished === 0) return this.#expected;
    const { tokens, usd } = this.#budget.spent;
    return { tokens: tokens / this.#finished, usd: usd / this.#finished };
  }
}
