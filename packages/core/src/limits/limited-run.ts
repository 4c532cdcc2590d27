import { untilAborted } from "../abort/until-aborted.js";
import { DEFAULT_RETRIES, isSpent, LONGEST_ASKED_WAIT_MS, markSpent, retryDelayMs } from "../backend/retry.js";
import type { RandomStream } from "../random/random-stream.js";
import type { CallQueue } from "./call-queue.js";
import type { CircuitBreaker } from "./circuit-breaker.js";
import type { Clock } from "./clock.js";
import { endpointError, failureKind } from "./failure-kind.js";
import { knownUsage } from "./known-usage.js";
import type { PacedCall } from "./learned-pace.js";
import type { LimitedCall } from "./limiter.js";
import { costOf } from "./prices.js";
import { type SpendBudget, spendLimitError } from "./spend-budget.js";
import type { TokenBucket } from "./token-bucket.js";
import type { Traffic } from "./traffic.js";

/** An endpoint that has answered before is asked again for at least this long: many allowances are per minute (convention). */
const PATIENCE_MS = 90_000;

export interface LimitedRunParts {
  readonly clock: Clock;
  readonly traffic: Traffic;
  readonly breaker: CircuitBreaker;
  readonly budget: SpendBudget;
  readonly tokens: TokenBucket | undefined;
  readonly queue: CallQueue;
  readonly random: RandomStream;
}

/** One call on its way through the limits: reserved, tried until it is answered or given up, and paid. */
export class LimitedRun<T> {
  readonly #call: LimitedCall<T>;
  readonly #parts: LimitedRunParts;
  readonly #retries: number;
  readonly #tokens: number;
  /** Tries that failed in a way that may pass. */
  #failures = 0;
  /** Refusals since anybody was last answered: a busy endpoint is waited for, one that answers nobody is given up. */
  #refusals = 0;
  #answersSeen = 0;
  #refusedSince = 0;
  #attempts = 0;

  constructor(call: LimitedCall<T>, parts: LimitedRunParts) {
    this.#call = call;
    this.#parts = parts;
    this.#retries = call.retries ?? DEFAULT_RETRIES;
    this.#tokens = call.estimate.inputTokens + call.estimate.outputTokens;
  }

  async play(): Promise<T> {
    const { budget, queue } = this.#parts;
    const release = this.#call.isCommitted === true ? undefined : this.#reserve();
    try {
      const answer = await this.#try();
      budget.pay(this.#spendOf(answer));
      return answer;
    } finally {
      release?.();
      queue.done(this);
    }
  }

  #reserve(): () => void {
    const { budget } = this.#parts;
    const expected = { tokens: this.#tokens, usd: costOf(this.#call.estimate, this.#call.price ?? null) };
    const release = budget.reserve(expected);
    if (release !== undefined) return release;
    throw spendLimitError(budget.stopFor(expected) ?? "max_tokens", budget);
  }

  /** What the server does not say is paid as it was estimated: unknown is not free. */
  #spendOf(answer: T): { tokens: number; usd: number | null } {
    const { estimate, price = null } = this.#call;
    const said = knownUsage(this.#call.usageOf?.(answer));
    const usage = {
      ...said,
      inputTokens: said.inputTokens ?? estimate.inputTokens,
      outputTokens: said.outputTokens ?? estimate.outputTokens,
    };
    return { tokens: usage.inputTokens + usage.outputTokens, usd: costOf(usage, price) };
  }

  async #try(): Promise<T> {
    const { clock, traffic, breaker, queue, tokens } = this.#parts;
    for (let isRetry = false; ; isRetry = true) {
      const { signal, onWait } = this.#call;
      const turn = await queue.turn({ owner: this, tokens: this.#tokens, isRetry, signal, onWait });
      this.#attempts++;
      let answer: T;
      try {
        // Who ignores the signal must not hold the place, or the right to go first, for ever.
        answer = await untilAborted(this.#call.attempt(), signal);
      } catch (error) {
        queue.left();
        tokens?.settle(this.#tokens, clock.now());
        await this.#failed(error, turn);
        continue;
      }
      queue.left();
      tokens?.settle(this.#tokens - this.#spendOf(answer).tokens, clock.now());
      breaker.answered();
      traffic.answered(turn, clock.now());
      return answer;
    }
  }

  /** Waits before the next try, or throws when there is none. */
  async #failed(error: unknown, turn: PacedCall): Promise<void> {
    const { clock, traffic, breaker } = this.#parts;
    const now = clock.now();
    const kind = this.#call.signal?.aborted ? "foreign" : failureKind(error);
    if (kind === "final" || kind === "foreign") {
      if (kind === "final") breaker.gaveUp(error, 0, now);
      // An answer that says no is an answer all the same: whoever waits for this call to show the way may go.
      if (kind === "final" && endpointError(error)?.status !== undefined) traffic.answered(turn, now);
      else traffic.failed(turn, false, now);
      throw error;
    }
    if (kind === "asked_too_much") this.#refused(error, turn, now);
    else await this.#mayPass(error, turn, now);
  }

  #refused(error: unknown, turn: PacedCall, now: number): void {
    const { traffic } = this.#parts;
    const asked = endpointError(error)?.retryAfterMs;
    if (asked !== undefined && asked > LONGEST_ASKED_WAIT_MS) {
      traffic.failed(turn, false, now);
      this.#giveUp(error, now);
    }
    if (traffic.answers > this.#answersSeen) this.#refusals = 0;
    this.#answersSeen = traffic.answers;
    if (this.#refusals === 0) this.#refusedSince = now;
    traffic.refused(turn, asked, now);
    const isPatient = this.#retries > 0 && traffic.answers > 0 && now - this.#refusedSince < PATIENCE_MS;
    if ((++this.#refusals > this.#retries && !isPatient) || isSpent(error)) this.#giveUp(error, now);
  }

  async #mayPass(error: unknown, turn: PacedCall, now: number): Promise<void> {
    const { clock, traffic, random } = this.#parts;
    traffic.failed(turn, true, now);
    if (++this.#failures > this.#retries || isSpent(error)) this.#giveUp(error, now);
    const budgeted = traffic.retryBudget.take(now);
    // The pause of an outage is the wait of all; only where there is none does each call wait by itself.
    const own = traffic.isPaused ? 0 : retryDelayMs(this.#failures - 1, undefined, random);
    const { signal, onWait } = this.#call;
    onWait?.(true);
    try {
      await clock.sleep(Math.max(budgeted, own), signal);
    } finally {
      onWait?.(false);
    }
  }

  #giveUp(error: unknown, now: number): never {
    markSpent(error);
    this.#parts.breaker.gaveUp(error, this.#attempts, now);
    throw error;
  }
}
