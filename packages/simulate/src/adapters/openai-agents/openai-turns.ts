import { isRecord, recordsOf } from "@whileai/core";
import type { AgentTurn, TurnCall } from "../shared/agent-turns.js";

/** The turns of a run: one a response of the model. */
export function openAITurns(responses: unknown, items: unknown): AgentTurn[] {
  const answers = answersOf(items);
  return recordsOf(responses).map((response) => {
    const output = recordsOf(response.output);
    const usage = isRecord(response.usage) ? response.usage : {};
    const hasUsage = usage.totalTokens !== 0;
    return {
      text: output.map((item) => (item.type === "message" ? textOf(item.content) : "")).join(""),
      reasoning: output.map((item) => (item.type === "reasoning" ? reasoningOf(item) : "")).join(""),
      calls: output.filter((item) => item.type === "function_call").map((item) => callOf(item, answers)),
      ...(hasUsage ? { inputTokens: usage.inputTokens, outputTokens: usage.outputTokens } : {}),
      isCut: output.some((item) => item.status === "incomplete"),
    };
  });
}

function callOf(item: Record<string, unknown>, answers: ReadonlyMap<unknown, unknown>): TurnCall {
  const answer = answers.get(item.callId);
  return {
    id: typeof item.callId === "string" ? item.callId : undefined,
    name: String(item.name),
    arguments: item.arguments,
    ...(answer === undefined ? {} : { answer }),
  };
}

/** What the SDK answered to calls: handing over to another agent, and refusing what is no tool. */
function answersOf(items: unknown): Map<unknown, unknown> {
  const answers = new Map<unknown, unknown>();
  for (const { rawItem } of recordsOf(items)) {
    if (!isRecord(rawItem) || rawItem.type !== "function_call_result") continue;
    answers.set(rawItem.callId, isRecord(rawItem.output) ? (rawItem.output.text ?? rawItem.output) : rawItem.output);
  }
  return answers;
}

const textOf = (content: unknown): string =>
  recordsOf(content)
    .map((part) => (part.type === "output_text" ? part.text : part.type === "refusal" ? part.refusal : ""))
    .filter((text) => typeof text === "string")
    .join("");

/** Servers give thinking as it is, or only a summary of it. */
function reasoningOf(item: Record<string, unknown>): string {
  const texts = (parts: unknown): string =>
    recordsOf(parts)
      .map((part) => part.text)
      .filter((text) => typeof text === "string")
      .join("");
  return texts(item.rawContent) || texts(item.content);
}
