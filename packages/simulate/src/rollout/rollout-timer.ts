/** Timers of rollouts by the signal that their calls carry. */
const timers = new WeakMap<AbortSignal, RolloutTimer>();

/**
 * The time of one rollout. It stands still while one of the rollout's calls waits for its turn: a limit that holds calls back is
 * no slowness of the agent.
 */
export class RolloutTimer {
  readonly #signal: AbortSignal;
  readonly #end: () => void;
  #leftMs: number;
  #startedAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pauses = 0;

  constructor(timeoutMs: number, signal: AbortSignal, end: () => void) {
    this.#leftMs = timeoutMs;
    this.#signal = signal;
    this.#end = end;
    timers.set(signal, this);
    this.#start();
  }

  pause(): void {
    if (this.#pauses++ > 0 || this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#leftMs -= performance.now() - this.#startedAt;
  }

  resume(): void {
    if (--this.#pauses === 0 && this.#leftMs !== Number.NEGATIVE_INFINITY) this.#start();
  }

  /** The rollout has ended. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#leftMs = Number.NEGATIVE_INFINITY;
    // Not left to the collector, which such tables slow down.
    timers.delete(this.#signal);
  }

  #start(): void {
    this.#startedAt = performance.now();
    this.#timer = setTimeout(this.#end, Math.max(0, this.#leftMs));
  }
}

/** Stops or starts the time of the rollout whose calls carry this signal, if there is one. */
export function pauseRollout(signal: AbortSignal | undefined, isWaiting: boolean): void {
  const timer = signal && timers.get(signal);
  if (isWaiting) timer?.pause();
  else timer?.resume();
}
