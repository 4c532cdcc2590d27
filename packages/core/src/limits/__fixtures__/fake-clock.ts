import { AbortError } from "../../errors/abort-error.js";
import type { Clock } from "../clock.js";

interface Timer {
  readonly at: number;
  readonly ring: () => void;
}

/** A clock that stands still until it is told to run, and then runs from timer to timer without waiting. */
export class FakeClock implements Clock {
  #now = 0;
  #timers: Timer[] = [];

  readonly now = (): number => this.#now;

  readonly sleep = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(new AbortError());
      const timer = { at: this.#now + milliseconds, ring: resolve };
      this.#timers.push(timer);
      signal?.addEventListener("abort", () => {
        this.#timers = this.#timers.filter((other) => other !== timer);
        reject(new AbortError());
      });
    });

  /** Runs until the work is done. Throws when it waits for nothing that this clock knows. */
  async finish<T>(work: Promise<T>): Promise<T> {
    let isDone = false;
    const end = (): void => {
      isDone = true;
    };
    work.then(end, end);
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      if (isDone) return work;
      const next = this.#timers.reduce<Timer | undefined>(
        (first, timer) => (first === undefined || timer.at < first.at ? timer : first),
        undefined,
      );
      if (next === undefined) throw new Error(`nothing happens any more after ${this.#now} ms`);
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#now = Math.max(this.#now, next.at);
      next.ring();
    }
  }
}
