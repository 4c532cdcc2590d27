import { isRecord, recordsOf } from "@whileai/core";
import type { AgentTurn, TurnCall } from "../shared/agent-turns.js";

/** The turns of what Mastra's `generate` gives back. */
export function mastraTurns(result: unknown): AgentTurn[] {
  return recordsOf(isRecord(result) ? result.steps : undefined).map((step) => {
    const usage = isRecord(step.usage) ? step.usage : {};
    return {
      text: typeof step.text === "string" ? step.text : "",
      reasoning: typeof step.reasoningText === "string" ? step.reasoningText : undefined,
      calls: recordsOf(step.toolCalls).map((call) =>
        callOf(payloadOf(call), recordsOf(step.toolResults).map(payloadOf)),
      ),
      inputTokens: usage.inputTokens,
      outputTokens: usage.outputTokens,
      isCut: step.finishReason === "length",
    };
  });
}

function callOf(call: Record<string, unknown>, results: readonly Record<string, unknown>[]): TurnCall {
  const answered = results.find((result) => result.toolCallId === call.toolCallId);
  return {
    id: typeof call.toolCallId === "string" ? call.toolCallId : undefined,
    name: String(call.toolName),
    arguments: call.args ?? call.input,
    answer: answered?.result ?? answered?.output,
  };
}

/** Mastra wraps calls and results as chunks of its stream. */
const payloadOf = (chunk: Record<string, unknown>): Record<string, unknown> =>
  isRecord(chunk.payload) ? chunk.payload : chunk;
