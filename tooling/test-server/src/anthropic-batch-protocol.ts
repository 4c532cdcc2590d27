import { anthropicBody } from "./anthropic-protocol.js";
import type { BatchDesk, HeldBatch } from "./batch-desk.js";
import { isRawReply, type ModelReply, type RawReply } from "./reply.js";

/** A batch as `GET /v1/messages/batches/{id}` gives it; its results are said to be at another host, as through a gateway. */
export function anthropicBatch(desk: BatchDesk, batch: HeldBatch): Record<string, unknown> {
  const isEnded = desk.hasEnded(batch);
  const total = batch.lines.length;
  return {
    id: batch.id,
    type: "message_batch",
    processing_status: isEnded ? "ended" : "in_progress",
    request_counts: {
      processing: isEnded ? 0 : total,
      succeeded: isEnded ? total : 0,
      errored: 0,
      canceled: 0,
      expired: 0,
    },
    results_url: isEnded ? `https://api.anthropic.invalid/v1/messages/batches/${batch.id}/results` : null,
  };
}

/** The lines of `GET /v1/messages/batches/{id}/results`. */
export function anthropicLines(
  desk: BatchDesk,
  batch: HeldBatch,
  answer: (line: HeldBatch["lines"][number], index: number) => ModelReply | RawReply,
): string[] {
  return desk.answered(batch).map((line, index) => {
    const custom_id = line.customId;
    if (batch.isCancelled) return JSON.stringify({ custom_id, result: { type: "canceled" } });
    if (desk.isExpired(batch, custom_id)) return JSON.stringify({ custom_id, result: { type: "expired" } });
    const reply = answer(line, index);
    if (isRawReply(reply)) return JSON.stringify({ custom_id, result: { type: "errored", error: reply.body ?? {} } });
    const message = anthropicBody(reply, String(line.body.model));
    return JSON.stringify({ custom_id, result: { type: "succeeded", message } });
  });
}
