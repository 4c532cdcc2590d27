import { PausableTimer } from "@whileai/core";

/** Timers of rollouts by the signal that their calls carry. */
const timers = new WeakMap<AbortSignal, RolloutTimer>();

/**
 * The time of one rollout. It stands still while one of the rollout's calls waits for its turn: a limit that holds calls back is
 * no slowness of the agent.
 */
export class RolloutTimer extends PausableTimer {
  readonly #signal: AbortSignal;

  constructor(timeoutMs: number, signal: AbortSignal, end: () => void) {
    super(timeoutMs, end);
    this.#signal = signal;
    timers.set(signal, this);
  }

  /** The rollout has ended. */
  override stop(): void {
    super.stop();
    // Not left to the collector, which such tables slow down.
    timers.delete(this.#signal);
  }
}

/** Stops or starts the time of the rollout whose calls carry this signal, if there is one. */
export function pauseRollout(signal: AbortSignal | undefined, isWaiting: boolean): void {
  const timer = signal && timers.get(signal);
  if (isWaiting) timer?.pause();
  else timer?.resume();
}
