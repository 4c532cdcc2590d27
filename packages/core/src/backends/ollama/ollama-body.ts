import type { ChatMessage, CompletionRequest } from "../../backend/backend.js";
import { toolEnvelope } from "../chat/chat-body.js";
import { calledTool } from "../wire/called-tool.js";
import { base64Bytes, contentParts, dataUrl, partImageUrl, partText, refusedPart } from "../wire/content-parts.js";

const ACCEPTED = "text, and images as base64 data";

/**
 * The body of `POST /api/chat`. Arguments go out as an object, not as text. The API has no tool choice: with "none" the
 * tools are left out, "required" is the same as "auto".
 */
export function ollamaBody(model: string, request: CompletionRequest, label: string): Record<string, unknown> {
  const { tools = [], toolChoice, temperature, maxTokens, seed, jsonSchema } = request;
  const settings = {
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { num_predict: maxTokens }),
    ...(seed === undefined ? {} : { seed }),
  };
  return {
    model,
    messages: request.messages.map((message) => ollamaMessage(message, request.messages, label)),
    ...(tools.length > 0 && toolChoice !== "none" ? { tools: tools.map(toolEnvelope) } : {}),
    ...(jsonSchema === undefined ? {} : { format: jsonSchema.schema }),
    ...(Object.keys(settings).length === 0 ? {} : { options: settings }),
    stream: false,
  };
}

function ollamaMessage(message: ChatMessage, messages: readonly ChatMessage[], label: string): Record<string, unknown> {
  const texts: string[] = [];
  const images: Uint8Array[] = [];
  for (const part of contentParts(message.content)) {
    const text = partText(part);
    const url = partImageUrl(part);
    const data = url === undefined ? undefined : dataUrl(url);
    // As bytes: the SDK takes a string for the path of a file on this machine.
    const bytes = data?.mediaType.startsWith("image/") ? base64Bytes(data.base64) : undefined;
    if (text !== undefined) texts.push(text);
    else if (bytes !== undefined) images.push(bytes);
    else throw refusedPart(label, part, ACCEPTED);
  }
  const calls = message.toolCalls ?? [];
  return {
    role: message.role,
    content: texts.join("\n"),
    ...(images.length === 0 ? {} : { images }),
    ...(message.role === "assistant" && message.reasoning ? { thinking: message.reasoning } : {}),
    ...(calls.length === 0
      ? {}
      : { tool_calls: calls.map((call) => ({ function: { name: call.name, arguments: call.arguments } })) }),
    ...(message.role === "tool" ? { tool_name: calledTool(message, messages) } : {}),
  };
}
