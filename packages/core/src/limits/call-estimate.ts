import type { CompletionRequest } from "../backend/backend.js";

/** Characters per token of English text and JSON (convention). */
const CHARACTERS_PER_TOKEN = 4;
/** Tokens of an answer until real ones have been seen (convention). */
export const EXPECTED_OUTPUT_TOKENS = 200;

/** What a call is expected to use. */
export interface CallEstimate {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/**
 * About how many tokens a request will use: its characters by four, and the usual length of an answer, or the most that the
 * request allows where that is less.
 *
 * @example
 * estimateCall({ messages: [{ role: "user", content: "hello there" }] }); // { inputTokens: 12, outputTokens: 200 }
 */
export function estimateCall(request: CompletionRequest, usualOutput = EXPECTED_OUTPUT_TOKENS): CallEstimate {
  const { messages, tools = [], jsonSchema, maxTokens = Number.POSITIVE_INFINITY } = request;
  const text = JSON.stringify(messages) + (tools.length > 0 ? JSON.stringify(tools) : "");
  const shape = jsonSchema === undefined ? 0 : JSON.stringify(jsonSchema).length;
  return { inputTokens: estimateTokens(text.length + shape), outputTokens: Math.min(usualOutput, maxTokens) };
}

/** About how many tokens so many characters are. */
export const estimateTokens = (characters: number): number => Math.ceil(characters / CHARACTERS_PER_TOKEN);
