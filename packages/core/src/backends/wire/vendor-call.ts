import { onAbort } from "../../abort/on-abort.js";
import { DEFAULT_RETRIES, type Sleep, withRetry } from "../../backend/retry.js";
import { AbortError } from "../../errors/abort-error.js";
import { BackendError, TransientError } from "../../errors/backend-error.js";
import { WhileaiError } from "../../errors/whileai-error.js";
import { type OptionRules, optionRule } from "../../options/check-options.js";
import type { RandomStream } from "../../random/random-stream.js";
import { redactSecrets } from "../../text/safe-quote.js";
import { LONGEST_TIMER_MS } from "../../timer/longest-timer.js";
import { guardedFetch, type KeyHeader } from "./guarded-fetch.js";
import type { CallSite } from "./http-error.js";
import { type KeyRule, resolveKey, secretsOf } from "./key.js";

/** Longest wait for one attempt, in milliseconds (convention). */
export const DEFAULT_TIMEOUT_MS = 300_000;
const SDK_TIMER_MARGIN_MS = 60_000;

/** How calls are made; the same for every backend. */
export interface CallOptions {
  /** Longest wait for one attempt, in milliseconds. Default 300 s, which is also as long as Node's own `fetch` waits for headers. */
  readonly timeoutMs?: number | undefined;
  /** Attempts after the first one. Default 3. */
  readonly retries?: number | undefined;
  /** Replaces the wait between attempts, for tests. */
  readonly sleep?: Sleep | undefined;
  /** Where the jitter of waits comes from, for tests. */
  readonly random?: RandomStream | undefined;
}

/** Rules of {@link CallOptions} for `checkOptions`. */
export const CALL_OPTION_RULES: OptionRules = {
  timeoutMs: optionRule.positive,
  retries: optionRule.integer(0),
  sleep: optionRule.callable,
  random: optionRule.record,
};

/** What an attempt gets to work with. */
export interface Attempt {
  readonly site: CallSite;
  readonly baseURL: string;
  readonly fetch: typeof fetch;
  /** For the SDK's own timer, which must not fire before ours. */
  readonly sdkTimeoutMs: number;
}

/** Whom calls go to, and with which key. */
export interface CallTarget {
  /** How the backend prints. */
  readonly label: string;
  /** Where calls go; read at call time. */
  readonly baseURL: () => string;
  /** The key given to this object. */
  readonly apiKey?: string | undefined;
  /** Where the protocol wants the key. Default: as a bearer token. */
  readonly keyHeader?: KeyHeader | undefined;
  /** How a key is found for a base URL when none was given; read at call time. */
  readonly keyRule: (baseURL: string) => KeyRule;
  readonly options: CallOptions;
  /** Reads a body that came as server-sent events although none were asked for. */
  readonly readEvents?: ((text: string) => unknown) | undefined;
}

/** How one call is made. */
export interface VendorCallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  readonly retries?: number | undefined;
  /** Hand the body of a good answer on unread: {@link responseLines} reads it. Default false. */
  readonly keepsBody?: boolean | undefined;
}

/**
 * Makes a call to a vendor: finds the key, ends each attempt in time, tries again where that may help, and throws the typed
 * errors of this package.
 */
export async function vendorCall<T>(
  target: CallTarget,
  given: VendorCallOptions,
  attempt: (attempt: Attempt) => Promise<T>,
): Promise<T> {
  const { signal, keepsBody } = given;
  if (signal?.aborted) throw new AbortError();
  const baseURL = target.baseURL();
  const origin = new URL(baseURL).origin;
  const key = resolveKey(target.keyRule(baseURL), origin, target.apiKey);
  const site: CallSite = { label: target.label, origin, key };
  const timeoutMs = Math.min(
    given.timeoutMs ?? target.options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    LONGEST_TIMER_MS - SDK_TIMER_MARGIN_MS,
  );
  const { sleep, random } = target.options;
  const retries = given.retries ?? target.options.retries ?? DEFAULT_RETRIES;
  const { readEvents, keyHeader = "authorization" } = target;
  return withRetry(
    () =>
      within(timeoutMs, site, signal, (ending) =>
        attempt({
          site,
          baseURL,
          fetch: guardedFetch({ site, keyHeader, signal: ending, readEvents, keepsBody }),
          sdkTimeoutMs: timeoutMs + SDK_TIMER_MARGIN_MS,
        }),
      ),
    { retries, signal, sleep, random },
  );
}

/** Runs one attempt under the time-out and the caller's signal. */
async function within<T>(
  timeoutMs: number,
  site: CallSite,
  signal: AbortSignal | undefined,
  attempt: (ending: AbortSignal) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  let isTimedOut = false;
  const timer = setTimeout(() => {
    isTimedOut = true;
    ending.abort();
  }, timeoutMs);
  const stopWaiting = onAbort(signal, () => ending.abort());
  try {
    return await attempt(ending.signal);
  } catch (error) {
    if (signal?.aborted) throw new AbortError();
    if (isTimedOut)
      throw new TransientError({
        message: `${site.label} at ${site.origin} did not answer within ${timeoutMs / 1000} s.`,
        fix: "Raise timeoutMs, or check the server.",
      });
    const inner = typedErrorInside(error);
    if (inner !== undefined) throw inner;
    const message = error instanceof Error ? error.message : String(error);
    // The SDK's own error is not kept as the cause: it may hold the request with its headers.
    throw new BackendError({ message: `${site.label}: ${redactSecrets(message, secretsOf(site.key))}`, fix: "" });
  } finally {
    clearTimeout(timer);
    stopWaiting();
  }
}

/** SDKs wrap what our fetch throws; the typed error inside is the one to throw. */
export function typedErrorInside(error: unknown): WhileaiError | undefined {
  for (let inner = error, depth = 0; inner && depth < 5; inner = (inner as { cause?: unknown }).cause, depth++)
    if (WhileaiError.isInstance(inner)) return inner;
  return undefined;
}
