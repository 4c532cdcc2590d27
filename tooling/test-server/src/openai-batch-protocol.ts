import type { BatchDesk, HeldBatch } from "./batch-desk.js";
import { openaiBody } from "./openai-protocol.js";
import { isRawReply, type ModelReply, type RawReply } from "./reply.js";

/** A batch as `GET /v1/batches/{id}` gives it. */
export function openaiBatch(desk: BatchDesk, batch: HeldBatch): Record<string, unknown> {
  const { refusal } = batch;
  const isEnded = desk.hasEnded(batch);
  const total = batch.lines.length;
  const isPartial = batch.lines.some(({ customId }) => desk.isExpired(batch, customId));
  return {
    id: batch.id,
    object: "batch",
    endpoint: "/v1/chat/completions",
    completion_window: "24h",
    metadata: batch.metadata,
    ...(refusal === undefined
      ? {
          status: batch.isCancelled ? "cancelled" : !isEnded ? "in_progress" : isPartial ? "expired" : "completed",
          request_counts: { total, completed: isEnded ? total : 0, failed: 0 },
          ...(isEnded
            ? { output_file_id: `file_out_${batch.number}`, error_file_id: `file_error_${batch.number}` }
            : {}),
        }
      : {
          status: "failed",
          errors: { object: "list", data: [{ code: refusal, message: `The batch was refused: ${refusal}.` }] },
        }),
  };
}

/** The lines of a result file, and of the file with the requests that failed. */
export function openaiLines(
  desk: BatchDesk,
  batch: HeldBatch,
  file: "output" | "error",
  answer: (line: HeldBatch["lines"][number], index: number) => ModelReply | RawReply,
): string[] {
  return desk.answered(batch).flatMap((line, index) => {
    const custom_id = line.customId;
    const id = `batch_req_${batch.number}_${index}`;
    if (batch.isCancelled || desk.isExpired(batch, custom_id)) {
      const code = batch.isCancelled ? "batch_cancelled" : "batch_expired";
      const error = { code, message: "This request could not be executed." };
      return file === "error" ? [JSON.stringify({ id, custom_id, response: null, error })] : [];
    }
    const reply = answer(line, index);
    const isFailed = isRawReply(reply) && reply.status !== 200;
    if (isFailed !== (file === "error")) return [];
    const response = isRawReply(reply)
      ? { status_code: reply.status, request_id: id, body: reply.body ?? {} }
      : { status_code: 200, request_id: id, body: openaiBody(reply, String(line.body.model), index) };
    return [JSON.stringify({ id, custom_id, response, error: null })];
  });
}
