import { onAbort } from "../abort/on-abort.js";
import { untilAborted } from "../abort/until-aborted.js";
import { AbortError } from "../errors/abort-error.js";
import type { RandomStream } from "../random/random-stream.js";
import { derive } from "../random/random-stream.js";
import { LONGEST_TIMER_MS } from "../timer/longest-timer.js";

/** Attempts after the first one (convention). */
export const DEFAULT_RETRIES = 3;
/** Ceiling of the first wait when the server names none; doubles each time (convention). */
const RETRY_BASE_MS = 500;
/** Ceiling of any wait that the server did not ask for (convention). */
const RETRY_CEILING_MS = 30_000;
/** A server that asks for more than this is not waited for: the error goes to the caller with `retryAfterMs` (convention). */
export const LONGEST_ASKED_WAIT_MS = 600_000;
/** Jitter on top of an asked wait, as a share of it and at least one base wait (convention). */
const ASKED_JITTER_SHARE = 0.1;

/** Waits; a replacement for tests gets the same arguments. */
export type Sleep = (milliseconds: number, signal?: AbortSignal | undefined) => Promise<void>;

export interface RetryOptions {
  /** Attempts after the first one. Default 3. */
  readonly retries?: number | undefined;
  /** Ends a wait at once, with an AbortError. */
  readonly signal?: AbortSignal | undefined;
  readonly sleep?: Sleep | undefined;
  /** Where the jitter comes from. Default: a stream that differs from process to process. */
  readonly random?: RandomStream | undefined;
  /** Told before each wait. */
  readonly onRetry?: ((event: { error: unknown; attempt: number; waitMs: number }) => void) | undefined;
}

/**
 * Runs an attempt again while it fails with an error that is marked `isRetryable`.
 *
 * The wait is full jitter (uniform below a ceiling of 0.5 s that doubles up to 30 s). When the error carries
 * `retryAfterMs` the wait is at least that long plus positive jitter, so that many workers with the same answer do not
 * wake together; 0 means at once. This is the one retry policy of the product: vendors' own retries are switched off.
 *
 * @throws the last error, for which {@link isSpent} then holds; AbortError when the signal ends a wait.
 *
 * @example
 * const answer = await withRetry(() => backend.complete(request, { retries: 0 }), { retries: 5 });
 */
export async function withRetry<T>(
  attempt: (attempt: number) => Promise<T>,
  { retries = DEFAULT_RETRIES, signal, sleep = abortableSleep, random, onRetry }: RetryOptions = {},
): Promise<T> {
  for (let index = 0; ; index++) {
    if (signal?.aborted) throw new AbortError();
    try {
      return await attempt(index);
    } catch (error) {
      if (signal?.aborted) throw error;
      const { isRetryable, retryAfterMs } = (error ?? {}) as { isRetryable?: boolean; retryAfterMs?: number };
      const asksTooMuch = (retryAfterMs ?? 0) > LONGEST_ASKED_WAIT_MS;
      if (!(index < retries) || isRetryable !== true || asksTooMuch) {
        if (index > 0 || asksTooMuch) markSpent(error);
        throw error;
      }
      const waitMs = retryDelayMs(index, retryAfterMs, random ?? processStream());
      onRetry?.({ error, attempt: index, waitMs });
      // A replaced sleep may not know signals.
      await untilAborted(sleep(waitMs, signal), signal);
    }
  }
}

/** Shared by all copies of the package in a process. */
const SPENT = Symbol.for("whileai.spent");

/** Marks an error as one that was retried as often as it may be. */
export function markSpent(error: unknown): void {
  if (typeof error !== "object" || error === null || !Object.isExtensible(error)) return;
  Object.defineProperty(error, SPENT, { value: true, configurable: true });
}

/**
 * True for an error that {@link withRetry} gave up on: whoever retries the work around it would only multiply the attempts.
 *
 * @example
 * if (!isSpent(error)) await again();
 */
export function isSpent(error: unknown): boolean {
  return typeof error === "object" && error !== null && Object.getOwnPropertyDescriptor(error, SPENT)?.value === true;
}

/**
 * The wait before attempt `attempt + 1`, in milliseconds.
 *
 * @example
 * retryDelayMs(0, 20_000, derive(0, "jitter")); // above 20000, at most 22000
 */
export function retryDelayMs(attempt: number, askedMs: number | undefined, random: RandomStream): number {
  if (askedMs === 0) return 0;
  // 1 - u lies in (0, 1]: the jitter on an asked wait is never zero.
  const share = 1 - random.uniform();
  if (askedMs !== undefined) return askedMs + share * Math.max(RETRY_BASE_MS, askedMs * ASKED_JITTER_SHARE);
  return share * Math.min(RETRY_CEILING_MS, RETRY_BASE_MS * 2 ** attempt);
}

/** Waits, or throws an AbortError as soon as the signal fires. */
export function abortableSleep(milliseconds: number, signal?: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new AbortError());
    const timer = setTimeout(
      () => {
        stopWaiting();
        resolve();
      },
      Math.min(milliseconds, LONGEST_TIMER_MS),
    );
    const stopWaiting = onAbort(signal, () => {
      clearTimeout(timer);
      reject(new AbortError());
    });
  });
}

let jitter: RandomStream | undefined;

/** Jitter must differ between processes and never reaches a row, so this one stream is seeded by chance. */
function processStream(): RandomStream {
  jitter ??= derive(globalThis.crypto.randomUUID(), "retry jitter");
  return jitter;
}
