import { WhileaiError } from "@whileai/core";

const MILLISECONDS = 1000;

/** The time that work has taken, and whether it may begin anything more. */
export class WorkClock {
  readonly #startedAt = performance.now();
  readonly #maxSeconds: number;

  /** Starts at once. @param maxSeconds - No limit unless given. */
  constructor(maxSeconds: number = Number.POSITIVE_INFINITY) {
    this.#maxSeconds = maxSeconds;
  }

  /** Seconds since the work began. */
  get seconds(): number {
    return (performance.now() - this.#startedAt) / MILLISECONDS;
  }

  get isOver(): boolean {
    return this.seconds >= this.#maxSeconds;
  }

  /** Why a row was not begun once it is over. */
  error(): WhileaiError {
    return new WhileaiError("time_limit", {
      message: `The limit of ${this.#maxSeconds} s does not allow another row.`,
      fix: "Raise limits.maxSeconds; finished work is kept.",
    });
  }
}
