import type { Backend, Completion } from "../backend/backend.js";
import { delegateBackend } from "../backend/delegate-backend.js";
import { EXPECTED_OUTPUT_TOKENS, estimateCall } from "./call-estimate.js";
import { ownRetries } from "./endpoint-facts.js";
import { knownUsage } from "./known-usage.js";
import type { Limiter } from "./limiter.js";
import { priceOf } from "./prices.js";
import type { SpendLedger } from "./spend-ledger.js";

export interface WithLimitsOptions {
  /** Where what the calls use is written down, and under which name. */
  readonly ledger?: SpendLedger | undefined;
  readonly role?: string | undefined;
  /** Attempts after the first one, for backends that were not made with a number of their own. Default 3. */
  readonly retries?: number | undefined;
  /** True for calls of work that was allowed to begin: a limit on spending does not end it half way. */
  readonly isCommitted?: boolean | undefined;
  /** Told when a call begins to wait for its turn, and when that ends; `signal` is the one of the call. */
  readonly onWait?: ((signal: AbortSignal | undefined, isWaiting: boolean) => void) | undefined;
}

/** How much a new answer moves the usual length of answers (convention). */
const NEW_ANSWER_SHARE = 0.1;

/**
 * The same backend behind a limiter: the limiter waits and retries, and the backend's own retries are switched off, so that
 * there is one policy. Name, spec, URL and family stay those of the backend.
 *
 * @example
 * const limiter = createLimiter({ requestsPerMinute: 500, maxUsd: 5 });
 * const backend = withLimits(OpenAI("gpt-4.1-mini"), limiter);
 * await backend.complete({ messages: [{ role: "user", content: "hi" }] });
 */
export function withLimits(backend: Backend, limiter: Limiter, options: WithLimitsOptions = {}): Backend {
  const { ledger, role = "calls", retries, isCommitted, onWait } = options;
  let usualOutput = EXPECTED_OUTPUT_TOKENS;
  ledger?.open(role, backend.model);
  return delegateBackend(backend, async (request, given = {}) => {
    const { signal } = given;
    const price = priceOf(backend);
    const completion = await limiter.run({
      attempt: () => {
        ledger?.request(role, backend.model);
        return backend.complete(request, { ...given, retries: 0 });
      },
      estimate: estimateCall(request, usualOutput),
      usageOf: (answer: Completion) => answer?.usage,
      price,
      signal,
      retries: given.retries ?? ownRetries(backend) ?? retries,
      isCommitted,
      onWait: onWait && ((isWaiting) => onWait(signal, isWaiting)),
    });
    const usage = knownUsage(completion?.usage);
    if (usage.outputTokens !== null) usualOutput += NEW_ANSWER_SHARE * (usage.outputTokens - usualOutput);
    ledger?.answer(role, backend.model, usage, price);
    return completion;
  });
}
