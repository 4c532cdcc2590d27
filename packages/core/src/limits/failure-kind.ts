import { WhileaiError } from "../errors/whileai-error.js";

/** The parts of a backend's error that limits look at; it may come from another copy of the package. */
export interface EndpointError {
  readonly code: string;
  readonly status?: number | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly isRetryable?: boolean | undefined;
}

/**
 * - `asked_too_much`: the endpoint wants fewer calls (429, or a failure with a wait).
 * - `may_pass`: it failed, or the line did; the same call may succeed later.
 * - `final`: it answered, and will answer this call alike.
 * - `foreign`: not an answer of an endpoint (an abort, a bug).
 */
export type FailureKind = "asked_too_much" | "may_pass" | "final" | "foreign";

/** What a failed call says about its endpoint, by the error's type alone. */
export function failureKind(error: unknown): FailureKind {
  const known = endpointError(error);
  if (known === undefined) return "foreign";
  if (known.isRetryable !== true) return "final";
  return known.code === "rate_limited" || known.retryAfterMs !== undefined ? "asked_too_much" : "may_pass";
}

export function endpointError(error: unknown): EndpointError | undefined {
  return WhileaiError.isInstance(error) && "isRetryable" in error ? (error as EndpointError) : undefined;
}
