import { retryDelayMs } from "../backend/retry.js";
import type { RandomStream } from "../random/random-stream.js";
import { AdaptiveConcurrency } from "./adaptive-concurrency.js";
import { LearnedPace, type PacedCall } from "./learned-pace.js";
import { RetryBudget } from "./retry-budget.js";

/** Failures in a row, and more than are in flight, that count as an outage (convention). */
const OUTAGE_FAILURES = 5;
/** Jitter on top of a wait that a server asked for, as a share of it, and the least of it (convention). */
const JITTER_SHARE = 0.1;
const JITTER_MS = 100;
/** Refusals in a row after which the wait that a server asks for is no longer taken at its word (convention). */
const TRUSTED_WAITS = 3;
/** How much a new answer moves what is taken for usual (convention). */
const NEW_ANSWER_SHARE = 0.1;

/**
 * What is known of one endpoint's willingness, shared by everybody in the process who calls it: how many calls at a time, how
 * many a second, and whether it wants to be left alone. When one call is refused, all wait; after the wait a single call tries,
 * and only when it is answered do the others follow, at the pace that was learned.
 */
export class Traffic {
  readonly concurrency = new AdaptiveConcurrency();
  readonly pace = new LearnedPace();
  readonly retryBudget: RetryBudget;
  readonly #random: RandomStream;
  readonly #listeners = new Set<() => void>();
  #started = 0;
  #answers = 0;
  #inFlight = 0;
  #opensAt = Number.NEGATIVE_INFINITY;
  #isPaused = false;
  /** The call that tries whether the pause is over. */
  #probe: PacedCall | undefined;
  #refusals = 0;
  /** How long an answer usually takes. */
  #usualMs = 0;
  #failures = 0;

  constructor(now: number, random: RandomStream) {
    this.retryBudget = new RetryBudget(now);
    this.#random = random;
  }

  /** Is called whenever a call may have become possible. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Lets everybody look whether a call has become possible: whoever has waited longest for one goes first. */
  wake(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  /** A call of this listener has started: the others come before its next one. */
  served(listener: () => void): void {
    if (this.#listeners.delete(listener)) this.#listeners.add(listener);
  }

  /** How long until the next call may start, in milliseconds; Infinity when that depends on a call in flight. */
  delayMs(now: number): number {
    if (this.#isPaused && this.#probe !== undefined) return Number.POSITIVE_INFINITY;
    if (this.#isPaused) return Math.max(0, this.#opensAt - now);
    if (this.#inFlight >= this.concurrency.limit) return Number.POSITIVE_INFINITY;
    return this.pace.delayMs(now);
  }

  /** Counts a call that starts now. */
  start(now: number, wasPaced: boolean): PacedCall {
    const call: PacedCall = { number: this.#started++, startedAt: now, wasPaced };
    this.#inFlight++;
    if (this.#isPaused) this.#probe = call;
    this.pace.started(call);
    return call;
  }

  answered(call: PacedCall, now: number): void {
    this.#inFlight--;
    this.#answers++;
    this.#failures = 0;
    this.concurrency.answered(this.#inFlight);
    if (this.#wasProbe(call)) {
      this.#isPaused = false;
      this.#refusals = 0;
      this.pace.resumed(call);
    }
    this.#usualMs += (now - call.startedAt - this.#usualMs) * (this.#answers === 1 ? 1 : NEW_ANSWER_SHARE);
    this.pace.answered(call, now);
    this.retryBudget.answered();
    this.wake();
  }

  /**
   * The endpoint was asked too much (429, or 503 with a wait): everybody waits.
   *
   * @param askedMs - How long it asked to wait; undefined lets the wait grow from refusal to refusal.
   * @returns The wait in milliseconds.
   */
  refused(call: PacedCall, askedMs: number | undefined, now: number): number {
    const inFlight = this.#inFlight--;
    // A refusal that was on its way when the pause ended is an echo of the last one.
    const isEcho = !this.#isPaused && call.startedAt < this.#opensAt;
    const wasProbe = this.#wasProbe(call);
    if (!isEcho) {
      const waitMs = this.#waitMs(askedMs);
      if (wasProbe || !this.#isPaused) this.#refusals++;
      this.pace.refused(call, waitMs, askedMs !== undefined, now);
      this.concurrency.refused(call.number, this.#started - 1, inFlight, this.#neededInFlight());
      this.#pause(now + waitMs + this.#jitter(askedMs));
    }
    this.wake();
    return Math.max(0, this.#opensAt - now);
  }

  /** The call ended without an answer (a failing server, a broken line) or without the endpoint's doing (an abort). */
  failed(call: PacedCall, isOutage: boolean, now: number): void {
    this.#inFlight--;
    this.#wasProbe(call);
    if (isOutage && ++this.#failures >= Math.max(OUTAGE_FAILURES, this.#inFlight)) {
      this.#pause(now + retryDelayMs(this.#failures - OUTAGE_FAILURES, undefined, this.#random));
    }
    this.wake();
  }

  /** How many calls were answered so far. */
  get answers(): number {
    return this.#answers;
  }

  /** Whether a wait for this endpoint is due to something it asked for. */
  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** Little's law: what a pace keeps in flight is the pace times the time of an answer. */
  #neededInFlight(): number {
    return this.pace.isLearned ? Math.ceil((this.pace.perSecond * this.#usualMs) / 1000) + 1 : 1;
  }

  /** What was asked for; a wait that turned out too short several times grows all the same. */
  #waitMs(askedMs: number | undefined): number {
    if (askedMs !== undefined && this.#refusals < TRUSTED_WAITS) return askedMs;
    return Math.max(askedMs ?? 0, retryDelayMs(this.#refusals, undefined, this.#random));
  }

  #pause(until: number): void {
    this.#isPaused = true;
    this.#opensAt = Math.max(this.#opensAt, until);
  }

  /** Other processes got the same answer: the positive jitter keeps them from waking together. */
  #jitter(askedMs: number | undefined): number {
    if (askedMs === undefined || askedMs === 0) return 0;
    return (1 - this.#random.uniform()) * Math.max(JITTER_MS, askedMs * JITTER_SHARE);
  }

  #wasProbe(call: PacedCall): boolean {
    if (this.#probe !== call) return false;
    this.#probe = undefined;
    return true;
  }
}
