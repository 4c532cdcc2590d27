import { endpointError } from "./failure-kind.js";

/** Attempts in a row, of calls that are given up, before an endpoint that has answered counts as gone (convention). */
const FAILED_ATTEMPTS = 12;
/** What a permanent error counts for: three calls in a row (convention). */
const PERMANENT_ATTEMPTS = 4;
/** After this time one call may try again (convention). */
const COOL_DOWN_MS = 30_000;
/** Answers that say that this endpoint, key or model will never do. */
const PERMANENT = new Set([401, 403, 404, 405, 410]);
/** Codes of errors that concern every call at once: a refused key, an account without credit. */
const FOR_ALL = new Set(["auth_failed", "quota_exhausted"]);

/** Shared by all copies of the package in a process. */
const DOWN = Symbol.for("whileai.endpoint_down");

/**
 * True for an error with which a circuit breaker has opened: every other call to the same endpoint would end with it too.
 *
 * @example
 * if (isEndpointDown(error)) throw error; // no use in going on
 */
export function isEndpointDown(error: unknown): boolean {
  return typeof error === "object" && error !== null && Object.getOwnPropertyDescriptor(error, DOWN)?.value === true;
}

/**
 * Ends all waiting calls at once when an endpoint has gone for good, by the type of the error and never by its words: the
 * first call's error counts by itself, later it takes a refused key, or several calls in a row.
 */
export class CircuitBreaker {
  #hasAnswered = false;
  #failed = 0;
  #open: { readonly error: unknown; readonly since: number } | undefined;

  /** False until something has come back: until then one call goes ahead of all others. */
  get hasAnswered(): boolean {
    return this.#hasAnswered;
  }

  /** The error that calls end with, while the breaker is open. */
  openError(now: number): { readonly error: unknown } | undefined {
    if (this.#open !== undefined && now - this.#open.since >= COOL_DOWN_MS) this.#open = undefined;
    return this.#open;
  }

  answered(): void {
    this.#hasAnswered = true;
    this.#failed = 0;
  }

  /**
   * A call is given up with this error.
   *
   * @param attempts - How often it was tried, when it is given up because its retries are used up; else 0.
   * @returns True when the breaker is open now.
   */
  gaveUp(error: unknown, attempts: number, now: number): boolean {
    const known = endpointError(error);
    if (known === undefined) return false;
    const { code, status } = known;
    const concernsAll = FOR_ALL.has(code);
    if (attempts === 0 && !concernsAll && !PERMANENT.has(status ?? 0)) {
      // It answered, only not to this request.
      if (status !== undefined) this.answered();
      return false;
    }
    this.#failed += attempts === 0 ? PERMANENT_ATTEMPTS : attempts;
    const opens = concernsAll || !this.#hasAnswered || this.#failed >= FAILED_ATTEMPTS;
    if (!opens) return false;
    this.#hasAnswered = false;
    this.#failed = 0;
    this.#open = { error, since: now };
    if (Object.isExtensible(error)) Object.defineProperty(error as object, DOWN, { value: true, configurable: true });
    return true;
  }
}
