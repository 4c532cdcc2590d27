import { onAbort } from "../abort/on-abort.js";
import { AbortError } from "../errors/abort-error.js";
import type { CircuitBreaker } from "./circuit-breaker.js";
import type { Clock } from "./clock.js";
import type { PacedCall } from "./learned-pace.js";
import type { TokenBucket } from "./token-bucket.js";
import type { Traffic } from "./traffic.js";

export interface CallQueueParts {
  readonly clock: Clock;
  readonly traffic: Traffic;
  readonly breaker: CircuitBreaker;
  /** Most calls of this queue in flight. */
  readonly concurrency: number;
  readonly requests: TokenBucket | undefined;
  readonly tokens: TokenBucket | undefined;
}

/** One try of a call that asks for its turn. */
export interface Turn {
  /** Whose turn: a call that goes ahead of the others keeps that right for its retries. */
  readonly owner: object;
  readonly tokens: number;
  readonly isRetry: boolean;
  readonly signal: AbortSignal | undefined;
  readonly onWait: ((isWaiting: boolean) => void) | undefined;
}

interface Waiting extends Turn {
  readonly admit: (call: PacedCall) => void;
  readonly refuse: (error: unknown) => void;
  wasPaced: boolean;
}

/**
 * Calls that wait for their turn, first come first served; a retry goes before calls that were never tried. Queues that share
 * an endpoint take turns.
 */
export class CallQueue {
  readonly #parts: CallQueueParts;
  #waiting: Waiting[] = [];
  #inFlight = 0;
  /** The call that goes ahead while it is not known whether the endpoint answers. */
  #scout: object | undefined;
  #alarm: { readonly at: number; readonly stop: AbortController } | undefined;
  #stopListening: (() => void) | undefined;
  readonly #onTraffic = (): void => this.pump();

  constructor(parts: CallQueueParts) {
    this.#parts = parts;
  }

  /** Waits for a turn. Throws an AbortError when the signal fires first, or the error of an endpoint that has gone. */
  async turn(turn: Turn): Promise<PacedCall> {
    if (turn.signal?.aborted) throw new AbortError();
    let hasBegun = false;
    let stopWaiting = (): void => {};
    const begun = new Promise<PacedCall>((resolve, reject) => {
      const entry: Waiting = {
        ...turn,
        wasPaced: false,
        admit: (call) => {
          hasBegun = true;
          resolve(call);
        },
        refuse: (error) => {
          hasBegun = true;
          reject(error);
        },
      };
      stopWaiting = onAbort(turn.signal, () => {
        this.#waiting = this.#waiting.filter((other) => other !== entry);
        entry.refuse(new AbortError());
        this.pump();
      });
      this.#waiting.splice(turn.isRetry ? this.#retries() : this.#waiting.length, 0, entry);
    });
    this.pump();
    // Synchronous: most calls do not wait at all.
    const waits = !hasBegun;
    if (waits) turn.onWait?.(true);
    try {
      return await begun;
    } finally {
      stopWaiting();
      if (waits) turn.onWait?.(false);
    }
  }

  /** A request has ended: its place is free. */
  left(): void {
    this.#inFlight--;
  }

  /** A call has ended for good: another may go ahead. */
  done(owner: object): void {
    if (this.#scout === owner) this.#scout = undefined;
    this.pump();
  }

  /** Lets calls go as long as they may, and sets the alarm for the next one. */
  pump(): void {
    const { clock, breaker, traffic } = this.#parts;
    for (;;) {
      if (this.#waiting.length === 0) break;
      const now = clock.now();
      const gone = breaker.openError(now);
      if (gone !== undefined) {
        for (const { refuse } of this.#waiting.splice(0)) refuse(gone.error);
        break;
      }
      // Until it is known whether the endpoint answers, nobody but the scout goes, wherever it stands in the line.
      const scout = breaker.hasAnswered ? undefined : this.#scout;
      const place = scout === undefined ? 0 : this.#waiting.findIndex(({ owner }) => owner === scout);
      const first = this.#waiting[place];
      if (first === undefined) break;
      if (this.#inFlight >= this.#parts.concurrency) break;
      const delay = this.#delayMs(first, now);
      if (delay > 0) {
        if (delay < Number.POSITIVE_INFINITY) this.#wakeAt(now, Math.ceil(delay));
        break;
      }
      this.#waiting.splice(place, 1);
      this.#parts.requests?.take(1, now);
      this.#parts.tokens?.take(first.tokens, now);
      this.#inFlight++;
      if (!breaker.hasAnswered) this.#scout = first.owner;
      first.admit(traffic.start(now, first.wasPaced));
      traffic.served(this.#onTraffic);
    }
    this.#listen();
  }

  /** How many retries wait: they are at the front, the first come first. */
  #retries(): number {
    const fresh = this.#waiting.findIndex(({ isRetry }) => !isRetry);
    return fresh < 0 ? this.#waiting.length : fresh;
  }

  #delayMs(first: Waiting, now: number): number {
    const { traffic, requests, tokens } = this.#parts;
    const delay = traffic.delayMs(now);
    if (delay > 0 && delay < Number.POSITIVE_INFINITY && !traffic.isPaused) first.wasPaced = true;
    return Math.max(delay, requests?.delayMs(1, now) ?? 0, tokens?.delayMs(first.tokens, now) ?? 0);
  }

  #wakeAt(now: number, delay: number): void {
    const at = now + delay;
    if (this.#alarm !== undefined && this.#alarm.at <= at) return;
    this.#alarm?.stop.abort();
    const alarm = { at, stop: new AbortController() };
    this.#alarm = alarm;
    const ring = (): void => {
      if (this.#alarm !== alarm) return;
      this.#alarm = undefined;
      this.#parts.traffic.wake();
    };
    this.#parts.clock.sleep(delay, alarm.stop.signal).then(ring, () => {});
  }

  // Only a queue in which somebody waits hears of the endpoint, so that a finished run is not kept alive by it.
  #listen(): void {
    if (this.#waiting.length > 0) {
      this.#stopListening ??= this.#parts.traffic.listen(this.#onTraffic);
      return;
    }
    this.#stopListening?.();
    this.#stopListening = undefined;
    this.#alarm?.stop.abort();
    this.#alarm = undefined;
  }
}
