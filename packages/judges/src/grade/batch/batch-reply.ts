import { describeError, WhileaiError } from "@whileai/core";
import type { BatchResult } from "@whileai/core/backends";

/** What a batch says of a request: an answer to read, or why there is none. */
export interface BatchReply {
  readonly error: Error | null;
  readonly read: BatchResult["read"];
}

/** Gets a reply, or undefined when the question is to be asked again. */
export type TakeReply = (reply: BatchReply | undefined) => void;

/** The reply to a question that has no answer. */
export function failedReply(error: unknown): BatchReply {
  const thrown =
    error instanceof Error ? error : new WhileaiError("batch_failed", { message: describeError(error), fix: "" });
  return {
    error: thrown,
    read: () => {
      throw thrown;
    },
  };
}
