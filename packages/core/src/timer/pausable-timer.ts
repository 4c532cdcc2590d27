import { LONGEST_TIMER_MS } from "./longest-timer.js";

/** A timer that fires so much later than it should shows that the process was held up. Convention. */
const HELD_UP_MS = 10;

/**
 * A deadline that stands still while it is paused: what waits for its turn is not slow. Pauses may overlap; the time goes on
 * when the last of them ends. Where the process itself was held up, what arrived meanwhile is heard before the end is called.
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
    const delay = Math.min(LONGEST_TIMER_MS, Math.max(0, this.#leftMs));
    const dueAt = this.#startedAt + delay;
    const fire = (): void => {
      this.stop();
      this.#end();
    };
    this.#timer = setTimeout(() => {
      // Another round of the event loop: answers that are in by now are as old as the timer.
      if (performance.now() - dueAt > HELD_UP_MS) this.#timer = setTimeout(fire, 0);
      else fire();
    }, delay);
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
