import type { ChatMessage } from "../../backend/backend.js";

/** The name of the tool that a result answers, for APIs that want it beside the call's id or instead of it. */
export function calledTool(result: ChatMessage, messages: readonly ChatMessage[]): string {
  if (result.name !== undefined) return result.name;
  for (const message of messages)
    for (const call of message.toolCalls ?? []) if (call.id === result.toolCallId) return call.name;
  return "";
}
