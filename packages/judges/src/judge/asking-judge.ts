import type { Backend, Completion, CompletionRequest, JudgeObject, Row, VerdictObject } from "@whileai/core";

/**
 * A judge whose verdict is a reading of a model's replies. What it sends and how it reads are apart and pure, so that
 * replies may come from anywhere: one call at a time, a vendor's batch, a cache, a file.
 *
 * `judge(row)` is ask, send, read; a reply that cannot be read is asked for once more.
 */
export interface AskingJudge extends JudgeObject {
  readonly kind: "llm";
  readonly version: string;
  readonly model: string;
  /** The model that is asked. */
  readonly backend: Backend;
  /** What would be sent for a row: one request, several with votes, none where the row gives nothing to ask about. */
  ask(row: Readonly<Row>): CompletionRequest[];
  /** The verdict that replies amount to, one reply for each request and in their order. */
  read(replies: readonly Completion[], row: Readonly<Row>): VerdictObject;
}

/** True for a judge that says what it would send and how it reads the replies. */
export function isAskingJudge(value: unknown): value is AskingJudge {
  if (typeof value !== "object" || value === null) return false;
  const { ask, read, judge, backend } = value as Partial<AskingJudge>;
  return (
    typeof ask === "function" &&
    typeof read === "function" &&
    typeof judge === "function" &&
    typeof backend === "object" &&
    backend !== null
  );
}
