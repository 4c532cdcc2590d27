import { WhileaiError, type WhileaiErrorInit } from "./whileai-error.js";

/** The While platform refused or could not be reached. */
export class PlatformError extends WhileaiError {
  override readonly name = "PlatformError";
  readonly status: number | undefined;
  /** How long the platform asked to wait, in milliseconds; absent when it did not say. */
  readonly retryAfterMs: number | undefined;
  readonly isRetryable: boolean;

  constructor(
    init: WhileaiErrorInit & {
      status?: number | undefined;
      retryAfterMs?: number | undefined;
      isRetryable?: boolean;
    },
    code = "platform_failed",
  ) {
    super(code, init);
    this.status = init.status;
    this.retryAfterMs = init.retryAfterMs;
    this.isRetryable = init.isRetryable ?? false;
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), status: this.status, is_retryable: this.isRetryable };
  }
}
