import type { CompletionRequest } from "../../backend/backend.js";
import { schemaName } from "../chat/chat-body.js";
import { anthropicMessages } from "./anthropic-messages.js";

/** Tokens of a reply where the request names no limit; the API demands one (convention). */
const ANTHROPIC_MAX_TOKENS = 4096;
/** The API's highest temperature. */
const HIGHEST_TEMPERATURE = 1;

/** The body of `POST /v1/messages`. The API has no seed and no log-probabilities, so neither is sent. */
export function anthropicBody(model: string, request: CompletionRequest, label: string): Record<string, unknown> {
  const { system, turns } = anthropicMessages(request.messages, label);
  const { temperature, maxTokens } = request;
  return {
    model,
    max_tokens: maxTokens ?? ANTHROPIC_MAX_TOKENS,
    messages: turns,
    ...(system === "" ? {} : { system }),
    ...(temperature === undefined ? {} : { temperature: Math.min(temperature, HIGHEST_TEMPERATURE) }),
    ...toolFields(request),
  };
}

/** The tool that an answer of a given shape is asked for with. */
export function answerToolName(request: CompletionRequest): string | undefined {
  return request.jsonSchema === undefined ? undefined : schemaName(request.jsonSchema.name);
}

function toolFields(request: CompletionRequest): Record<string, unknown> {
  const tools = (request.tools ?? []).map((tool) => ({
    name: tool.name,
    description: tool.description,
    input_schema: tool.parameters,
  }));
  const answerTool = answerToolName(request);
  if (answerTool !== undefined && request.jsonSchema !== undefined)
    return {
      tools: [
        ...tools.filter((tool) => tool.name !== answerTool),
        { name: answerTool, description: "Gives the answer.", input_schema: request.jsonSchema.schema },
      ],
      tool_choice: { type: "tool", name: answerTool },
    };
  if (tools.length === 0) return {};
  if (request.toolChoice === undefined) return { tools };
  return { tools, tool_choice: { type: request.toolChoice === "required" ? "any" : request.toolChoice } };
}
