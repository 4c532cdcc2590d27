import type { ChatMessage, CompletionRequest } from "../../backend/backend.js";
import { contentParts } from "../wire/content-parts.js";

/** How servers that speak OpenAI's protocol differ. */
export interface ChatDialect {
  /** Send a call's broken argument text back as it was; servers that parse arguments refuse it and get `{}`. */
  readonly sendsBrokenArguments: boolean;
  /** Send thinking back as `reasoning_content`. */
  readonly sendsReasoning: boolean;
  /** Ask for the ids of sampled tokens as vLLM and SGLang take it; OpenAI refuses what it does not know. */
  readonly sendsTokenIds: boolean;
}

/** Parameters that a server turned out to refuse; remembered per backend. */
export interface RefusedParameters {
  max_tokens?: boolean;
  logprobs?: boolean;
  return_token_ids?: boolean;
}

/** The body of `POST /chat/completions`. */
export function chatBody(
  model: string,
  request: CompletionRequest,
  dialect: ChatDialect,
  refused: RefusedParameters,
): Record<string, unknown> {
  const { tools = [], toolChoice, temperature, maxTokens, seed, logprobs, tokenIds, jsonSchema } = request;
  const hasTools = tools.length > 0;
  return {
    model,
    messages: request.messages.map((message) => chatMessage(message, dialect)),
    ...(hasTools ? { tools: tools.map(toolEnvelope) } : {}),
    ...(hasTools && toolChoice !== undefined ? { tool_choice: toolChoice } : {}),
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { [refused.max_tokens ? "max_completion_tokens" : "max_tokens"]: maxTokens }),
    ...(seed === undefined ? {} : { seed }),
    ...(logprobs && !refused.logprobs ? { logprobs: true } : {}),
    ...(tokenIds && dialect.sendsTokenIds && !refused.return_token_ids ? { return_token_ids: true } : {}),
    ...(jsonSchema === undefined
      ? {}
      : {
          response_format: {
            type: "json_schema",
            json_schema: { name: schemaName(jsonSchema.name), schema: jsonSchema.schema },
          },
        }),
  };
}

/** A tool in OpenAI's envelope. */
export function toolEnvelope(tool: {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}): { type: "function"; function: { name: string; description: string; parameters: Record<string, unknown> } } {
  return {
    type: "function",
    function: { name: tool.name, description: tool.description, parameters: { ...tool.parameters } },
  };
}

/** Names of schemas are limited to these characters by the protocols. */
export function schemaName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 64) || "answer";
}

function chatMessage(message: ChatMessage, dialect: ChatDialect): Record<string, unknown> {
  const content = typeof message.content === "string" ? message.content : contentParts(message.content);
  if (message.role === "tool") return { role: "tool", tool_call_id: message.toolCallId ?? "", content };
  if (message.role !== "assistant") return { role: message.role, content };
  const calls = message.toolCalls ?? [];
  return {
    role: "assistant",
    content: calls.length > 0 && content.length === 0 ? null : content,
    ...(dialect.sendsReasoning && message.reasoning ? { reasoning_content: message.reasoning } : {}),
    ...(calls.length === 0
      ? {}
      : {
          tool_calls: calls.map((call) => ({
            id: call.id,
            type: "function",
            function: {
              name: call.name,
              arguments:
                call.argumentsRaw !== undefined && dialect.sendsBrokenArguments
                  ? call.argumentsRaw
                  : JSON.stringify(call.arguments),
            },
          })),
        }),
  };
}
