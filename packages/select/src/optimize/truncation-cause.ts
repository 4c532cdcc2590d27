import { isCapReason, isRecord, isTruncated, type Row } from "@whileai/core";

/** What says that a reply was cut: the server's stamp, a step's, the judge's reason, or the look of its ending. */
export type TruncationCause = "finish_reason" | "step" | "reason" | "ending";

/** What says that a reply was cut, for one that was. */
export function truncationCause(row: Readonly<Row>): TruncationCause {
  if (isCapReason(row.finish_reason)) return "finish_reason";
  const steps: unknown = row.steps;
  if (Array.isArray(steps) && steps.some((step) => isRecord(step) && step.truncated === true)) return "step";
  // A row without a reply can be called cut by nothing but its judge's words.
  return isTruncated({ reason: row.reason ?? null, grader_reason: row.grader_reason ?? null }) ? "reason" : "ending";
}
