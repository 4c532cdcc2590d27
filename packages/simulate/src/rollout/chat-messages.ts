import type { ChatMessage, Message } from "@whileai/core";

/** A conversation as rows keep it, in the form that backends take; `wireName` gives the names that tools go out under. */
export function chatMessages(messages: readonly Message[], wireName: (tool: string) => string): ChatMessage[] {
  let calls = 0;
  return messages.map((message): ChatMessage => {
    const { role, content } = message;
    if (role === "tool") {
      return {
        role,
        content,
        ...(message.tool_call_id === undefined ? {} : { toolCallId: message.tool_call_id }),
        ...(message.name === undefined ? {} : { name: wireName(message.name) }),
      };
    }
    if (role !== "assistant") return { role: role === "user" ? "user" : "system", content };
    const toolCalls = (message.tool_calls ?? []).map((call) => ({
      id: call.id ?? `call_${calls++}`,
      name: wireName(call.name),
      arguments: call.arguments,
      ...(call.arguments_raw === undefined ? {} : { argumentsRaw: call.arguments_raw }),
    }));
    return {
      role,
      content,
      ...(toolCalls.length === 0 ? {} : { toolCalls }),
      ...(typeof message.reasoning === "string" ? { reasoning: message.reasoning } : {}),
    };
  });
}
