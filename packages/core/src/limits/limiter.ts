import type { Usage } from "../backend/backend.js";
import type { CallEstimate } from "./call-estimate.js";
import type { Price } from "./prices.js";

/** A call as a limiter sees it. */
export interface LimitedCall<T> {
  /** Makes one request. It is called again for a retry, so it must not retry by itself. */
  readonly attempt: () => Promise<T>;
  /** What the call will probably use; the difference to what it did use is settled afterwards. */
  readonly estimate: CallEstimate;
  /** What it did use. Without it the estimate stands. */
  readonly usageOf?: ((result: T) => Usage) | undefined;
  /** For limits on money; null when the model has no price. */
  readonly price?: Price | null | undefined;
  /** Ends the call, and any wait, at once. */
  readonly signal?: AbortSignal | undefined;
  /** Attempts after the first one. Default 3. */
  readonly retries?: number | undefined;
  /** Part of work that was allowed to begin, such as a conversation half way: a limit on spending does not end it. */
  readonly isCommitted?: boolean | undefined;
  /** Told when the call begins to wait for its turn, and when that ends. */
  readonly onWait?: ((isWaiting: boolean) => void) | undefined;
}

/**
 * Decides when a call may go out, how often it is tried, and when no more calls are made. One limiter stands for one endpoint.
 * Implement it to share limits between processes; {@link createLimiter} makes the one of this process.
 *
 * `run` throws the last error of the call, or an error with code `spend_limit` before anything is sent.
 */
export interface Limiter {
  run<T>(call: LimitedCall<T>): Promise<T>;
}
