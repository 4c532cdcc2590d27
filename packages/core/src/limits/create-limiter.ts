import { checkOptions, type OptionRules, optionRule } from "../options/check-options.js";
import type { RandomStream } from "../random/random-stream.js";
import { derive } from "../random/random-stream.js";
import { CallQueue } from "./call-queue.js";
import { CircuitBreaker } from "./circuit-breaker.js";
import { type Clock, SYSTEM_CLOCK } from "./clock.js";
import { LimitedRun } from "./limited-run.js";
import type { LimitedCall, Limiter } from "./limiter.js";
import { SPEND_LIMIT_RULES, SpendBudget } from "./spend-budget.js";
import { TokenBucket } from "./token-bucket.js";
import { Traffic } from "./traffic.js";

export interface RateLimits {
  /** Default: no limit but the endpoint's own, which is learned from its refusals. */
  readonly requestsPerMinute?: number | undefined;
  /** Tokens read and written. Default: no limit. */
  readonly tokensPerMinute?: number | undefined;
  /** Calls in flight. Default: no limit but the endpoint's own. */
  readonly concurrency?: number | undefined;
}

export interface LimiterOptions extends RateLimits {
  /** Most US dollars; calls without a price do not count. Default: no limit. */
  readonly maxUsd?: number | undefined;
  /** Most tokens, read and written. Default: no limit. */
  readonly maxTokens?: number | undefined;
  /** A purse that is shared with other limiters, instead of `maxUsd` and `maxTokens`. */
  readonly budget?: SpendBudget | undefined;
  /** What is known of the endpoint, shared with other limiters: {@link trafficOf}. Default: knowledge of its own. */
  readonly traffic?: Traffic | undefined;
  readonly clock?: Clock | undefined;
  /** Where jitter comes from. Default: a stream that differs from process to process. */
  readonly random?: RandomStream | undefined;
}

/** Seconds' worth of an allowance that may be used at once (convention). */
const REQUEST_BURST_SECONDS = 1;
const TOKEN_BURST_SECONDS = 10;

const RULES: OptionRules = {
  requestsPerMinute: optionRule.positive,
  tokensPerMinute: optionRule.positive,
  concurrency: optionRule.integer(1),
  ...SPEND_LIMIT_RULES,
  budget: optionRule.record,
  traffic: optionRule.record,
  clock: optionRule.record,
  random: optionRule.record,
};

/**
 * A limiter for one endpoint, for all calls of this process.
 *
 * The first call goes alone: when it shows that the endpoint will never do (a refused key, an unknown model, a server that
 * fails until its retries are used up), every call ends with that one error. A 429 stops all calls for as long as the server
 * asks; then one call tries, and the rest follow at the pace that the refusal gave away. Failures that may pass are repeated
 * with full jitter inside a budget of retries, and a longer outage (about a minute) ends all calls.
 *
 * @throws OptionError for unknown options and limits that are not above 0.
 *
 * @example
 * const limiter = createLimiter({ requestsPerMinute: 500, concurrency: 16 });
 * const backend = withLimits(OpenAI("gpt-4.1-mini"), limiter);
 */
export function createLimiter(options: LimiterOptions = {}): Limiter {
  checkOptions("createLimiter", options, RULES);
  const { clock = SYSTEM_CLOCK, requestsPerMinute, tokensPerMinute, concurrency, maxUsd, maxTokens } = options;
  const now = clock.now();
  const random = options.random ?? derive(globalThis.crypto.randomUUID(), "limiter jitter");
  const bucket = (perMinute: number | undefined, seconds: number): TokenBucket | undefined =>
    perMinute === undefined ? undefined : new TokenBucket(perMinute, Math.max(1, (perMinute * seconds) / 60), now);
  const traffic = options.traffic ?? new Traffic(now, random);
  const breaker = new CircuitBreaker();
  const budget = options.budget ?? new SpendBudget({ maxUsd, maxTokens });
  const tokens = bucket(tokensPerMinute, TOKEN_BURST_SECONDS);
  const queue = new CallQueue({
    clock,
    traffic,
    breaker,
    concurrency: concurrency ?? Number.POSITIVE_INFINITY,
    requests: bucket(requestsPerMinute, REQUEST_BURST_SECONDS),
    tokens,
  });
  const parts = { clock, traffic, breaker, budget, tokens, queue, random };
  return { run: <T>(call: LimitedCall<T>) => new LimitedRun(call, parts).play() };
}
