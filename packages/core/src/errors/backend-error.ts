import { WhileaiError, type WhileaiErrorInit } from "./whileai-error.js";

/** What a backend knows about a failed call. */
export interface BackendErrorInit extends WhileaiErrorInit {
  readonly status?: number | undefined;
  /** How long the server asked to wait, in milliseconds; 0 means at once, absent means it did not say. */
  readonly retryAfterMs?: number | undefined;
  readonly isRetryable?: boolean | undefined;
}

/** A call to a model did not give a usable answer. */
export class BackendError extends WhileaiError {
  override readonly name: string = "BackendError";
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly isRetryable: boolean;

  constructor(init: BackendErrorInit, code = "backend_failed") {
    super(code, init);
    this.status = init.status;
    this.retryAfterMs = init.retryAfterMs;
    this.isRetryable = init.isRetryable ?? false;
  }

  override toJSON(): Record<string, unknown> {
    return {
      ...super.toJSON(),
      status: this.status,
      retry_after_ms: this.retryAfterMs,
      is_retryable: this.isRetryable,
    };
  }
}

/** The key is missing, wrong or not allowed to do this (401, 403). */
export class AuthError extends BackendError {
  override readonly name = "AuthError";
  constructor(init: BackendErrorInit) {
    super({ ...init, isRetryable: false }, "auth_failed");
  }
}

/** The server asked to slow down (429). */
export class RateLimitError extends BackendError {
  override readonly name = "RateLimitError";
  constructor(init: BackendErrorInit) {
    super({ ...init, isRetryable: true }, "rate_limited");
  }
}

/** The server or the line failed in a way that may pass (5xx, connection reset, time-out). */
export class TransientError extends BackendError {
  override readonly name = "TransientError";
  constructor(init: BackendErrorInit) {
    super({ ...init, isRetryable: true }, "transient_failure");
  }
}

/** The conversation is longer than the model can read. It is never cut silently. */
export class ContextLengthError extends BackendError {
  override readonly name = "ContextLengthError";
  constructor(init: BackendErrorInit) {
    super({ ...init, isRetryable: false }, "context_too_long");
  }
}
