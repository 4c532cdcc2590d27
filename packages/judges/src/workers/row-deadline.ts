import { onAbort, PausableTimer } from "@whileai/core";

/** The end of a row: its own time is up, or the caller has given up. */
export class RowDeadline {
  readonly #controller = new AbortController();
  readonly #timer: PausableTimer;
  readonly #stopWaiting: () => void;
  /** The row's own time is up. */
  hasPassed = false;

  constructor(milliseconds: number, caller: AbortSignal) {
    this.#timer = new PausableTimer(milliseconds, () => {
      this.hasPassed = true;
      this.#controller.abort();
    });
    this.#stopWaiting = onAbort(caller, () => this.#controller.abort(caller.reason));
    if (caller.aborted) this.#controller.abort(caller.reason);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** While the row waits for its turn, its time stands still. */
  wait(isWaiting: boolean): void {
    if (isWaiting) this.#timer.pause();
    else this.#timer.resume();
  }

  stop(): void {
    this.#timer.stop();
    this.#stopWaiting();
  }
}
