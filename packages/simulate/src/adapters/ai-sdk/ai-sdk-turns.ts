import { describeError, isRecord, recordsOf } from "@whileai/core";
import { type AgentTurn, INVALID_JSON, type TurnCall } from "../shared/agent-turns.js";

/** The turns of a result of `generateText` or of an agent's `generate`. */
export function aiSdkTurns(result: unknown): AgentTurn[] {
  return recordsOf(isRecord(result) ? result.steps : undefined).map(turnOf);
}

function turnOf(step: Record<string, unknown>): AgentTurn {
  const parts = recordsOf(step.content);
  const texts = (type: string): string =>
    parts.map((part) => (part.type === type && typeof part.text === "string" ? part.text : "")).join("");
  const usage = isRecord(step.usage) ? step.usage : {};
  return {
    text: texts("text"),
    reasoning: texts("reasoning"),
    calls: parts.filter((part) => part.type === "tool-call").map((part) => callOf(part, parts)),
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    isCut: step.finishReason === "length",
  };
}

function callOf(part: Record<string, unknown>, parts: readonly Record<string, unknown>[]): TurnCall {
  const answered = parts.find((other) => {
    return (other.type === "tool-result" || other.type === "tool-error") && other.toolCallId === part.toolCallId;
  });
  const call = {
    id: typeof part.toolCallId === "string" ? part.toolCallId : undefined,
    name: String(part.toolName),
    arguments: part.input,
  };
  // The SDK refuses what is not JSON, and tools that are not there, before any tool is asked.
  if (!isRecord(part.input)) return { ...call, answer: INVALID_JSON };
  if (answered?.type === "tool-result") return { ...call, answer: answered.output };
  const error = answered?.error ?? part.error;
  return error === undefined ? call : { ...call, answer: { status: "error", error: describeError(error) } };
}
