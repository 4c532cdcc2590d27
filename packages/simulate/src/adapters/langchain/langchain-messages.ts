import { contentText, isCapReason, isRecord, type Message, recordsOf } from "@whileai/core";
import type { AgentTurn, TurnCall } from "../shared/agent-turns.js";
import { spokenParts } from "../shared/spoken-parts.js";

/** A conversation as LangChain coerces it. The agent brings its own instructions, so system messages stay out. */
export function langChainMessages(messages: readonly Message[]): object[] {
  return messages.flatMap((message): object[] => {
    if (message.role === "user") return [{ role: "user", content: userContent(message) }];
    if (message.role === "assistant") {
      const { content, tool_calls: calls = [] } = message;
      const made = calls.map(({ id, name, arguments: args }) => ({ type: "tool_call", id, name, args }));
      return [{ role: "assistant", content: contentText(content), ...(made.length === 0 ? {} : { tool_calls: made }) }];
    }
    if (message.role !== "tool") return [];
    const { content, tool_call_id = "", name } = message;
    return [{ role: "tool", content: contentText(content), tool_call_id, ...(name === undefined ? {} : { name }) }];
  });
}

function userContent({ content }: Message): unknown {
  if (typeof content === "string") return content;
  return spokenParts(content).map((part) => {
    if (part.type === "text") return part;
    if (part.type === "image") return { type: "image_url", image_url: { url: part.url } };
    return { type: "file", file: { file_data: part.data, filename: part.filename } };
  });
}

/** The turns of the agent since the user last spoke. */
export function langChainTurns(messages: unknown): AgentTurn[] {
  const all = recordsOf(messages);
  const since = all.slice(all.findLastIndex((message) => typeOf(message) === "human") + 1);
  const answers = new Map(
    since.filter((message) => typeOf(message) === "tool").map((message) => [message.tool_call_id, message.content]),
  );
  return since.filter((message) => typeOf(message) === "ai").map((message) => turnOf(message, answers));
}

function turnOf(message: Record<string, unknown>, answers: ReadonlyMap<unknown, unknown>): AgentTurn {
  const usage = isRecord(message.usage_metadata) ? message.usage_metadata : {};
  const told = isRecord(message.response_metadata) ? message.response_metadata : {};
  const call = (name: unknown, id: unknown, args: unknown): TurnCall => ({
    id: typeof id === "string" ? id : undefined,
    name: String(name),
    arguments: args,
    answer: answers.get(id),
  });
  return {
    text: contentText(message.content),
    reasoning: reasoningOf(message),
    calls: [
      ...recordsOf(message.tool_calls).map(({ name, id, args }) => call(name, id, args)),
      ...recordsOf(message.invalid_tool_calls).map(({ name, id, args }) => call(name, id, args)),
    ],
    inputTokens: usage.input_tokens,
    outputTokens: usage.output_tokens,
    isCut: [told.finish_reason, told.finishReason, told.stop_reason].some(isCapReason),
  };
}

function reasoningOf({ content, additional_kwargs: more }: Record<string, unknown>): string {
  if (isRecord(more) && typeof more.reasoning_content === "string") return more.reasoning_content;
  return recordsOf(content)
    .map((part) => (part.type === "reasoning" ? part.reasoning : part.type === "thinking" ? part.thinking : ""))
    .filter((text) => typeof text === "string")
    .join("");
}

/** LangChain tells its messages apart by a method, or by a field once they are plain. */
function typeOf(message: Record<string, unknown>): unknown {
  return typeof message.getType === "function" ? message.getType() : (message.type ?? message.role);
}
