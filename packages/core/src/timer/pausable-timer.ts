import { LONGEST_TIMER_MS } from "./longest-timer.js";

/**
 * A deadline that stands still while it is paused: what waits for its turn is not slow. Pauses may overlap; the time goes on
 * when the last of them ends.
 *
 * @example
 * const timer = new PausableTimer(30_000, () => controller.abort());
 * timer.pause(); // a limit holds the call back
 * timer.resume();
 * timer.stop();
 */
export class PausableTimer {
  readonly #end: () => void;
  #leftMs: number;
  #elapsedMs = 0;
  #startedAt: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pauses = 0;
  #isOver = false;

  /** Starts at once. Without an end (Infinity) it only measures. */
  constructor(milliseconds: number, end: () => void) {
    this.#leftMs = milliseconds;
    this.#end = end;
    this.#start();
  }

  /** Time so far without the pauses, in milliseconds. */
  get elapsedMs(): number {
    return this.#elapsedMs + (this.#startedAt === undefined ? 0 : performance.now() - this.#startedAt);
  }

  pause(): void {
    if (this.#pauses++ === 0) this.#halt();
  }

  resume(): void {
    if (this.#pauses > 0 && --this.#pauses === 0) this.#start();
  }

  /** The end is no longer called. */
  stop(): void {
    this.#halt();
    this.#isOver = true;
  }

  #start(): void {
    if (this.#isOver) return;
    this.#startedAt = performance.now();
    if (this.#leftMs === Number.POSITIVE_INFINITY) return;
    const fire = (): void => {
      this.stop();
      this.#end();
    };
    this.#timer = setTimeout(fire, Math.min(LONGEST_TIMER_MS, Math.max(0, this.#leftMs)));
  }

  #halt(): void {
    if (this.#startedAt === undefined) return;
    clearTimeout(this.#timer);
    const ranMs = performance.now() - this.#startedAt;
    this.#startedAt = undefined;
    this.#elapsedMs += ranMs;
    this.#leftMs -= ranMs;
  }
}
