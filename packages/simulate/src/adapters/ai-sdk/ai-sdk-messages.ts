import { contentText, type Message } from "@whileai/core";
import { parsed } from "../shared/agent-turns.js";
import { calledTool } from "../shared/called-tool.js";
import { spokenParts } from "../shared/spoken-parts.js";

/** A conversation as the AI SDK's `ModelMessage`s. The agent brings its own instructions, so system messages stay out. */
export function aiSdkMessages(messages: readonly Message[]): object[] {
  return messages.flatMap((message): object[] => {
    if (message.role === "user") return [{ role: "user", content: userContent(message) }];
    if (message.role === "assistant") return [{ role: "assistant", content: assistantContent(message) }];
    if (message.role !== "tool") return [];
    const toolCallId = message.tool_call_id ?? "";
    const output = { type: "json", value: parsed(contentText(message.content)) };
    const toolName = calledTool(message, messages);
    return [{ role: "tool", content: [{ type: "tool-result", toolCallId, toolName, output }] }];
  });
}

function userContent({ content }: Message): unknown {
  if (typeof content === "string") return content;
  return spokenParts(content).map((part) => {
    if (part.type === "text") return part;
    if (part.type === "image") return { type: "file", data: part.url, mediaType: imageType(part.url) };
    return { ...part };
  });
}

const imageType = (url: string): string => /^data:(image\/[^;,]+)/.exec(url)?.[1] ?? "image/*";

function assistantContent({ content, tool_calls: calls = [] }: Message): unknown {
  const text = contentText(content);
  if (calls.length === 0) return text;
  return [
    ...(text === "" ? [] : [{ type: "text", text }]),
    ...calls.map((call) => {
      return { type: "tool-call", toolCallId: call.id ?? "", toolName: call.name, input: call.arguments };
    }),
  ];
}
