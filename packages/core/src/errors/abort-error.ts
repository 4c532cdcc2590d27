import { WhileaiError } from "./whileai-error.js";

/** The caller's signal ended the work. What had landed is kept. */
export class AbortError extends WhileaiError {
  override readonly name = "AbortError";
  constructor(init: { message?: string; cause?: unknown } = {}) {
    super("aborted", { message: init.message ?? "The call was aborted by its signal.", fix: "", cause: init.cause });
  }
}
