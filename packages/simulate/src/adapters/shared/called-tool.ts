import type { Message } from "@whileai/core";

/** The name of the tool that a tool message comes from, said by itself or by the call that it answers. */
export function calledTool(message: Message, messages: readonly Message[]): string {
  if (message.name !== undefined) return message.name;
  for (const { tool_calls: calls = [] } of messages)
    for (const { id, name } of calls) if (id !== undefined && id === message.tool_call_id) return name;
  return "";
}
