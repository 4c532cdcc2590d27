import type { CompletionRequest } from "../backend/backend.js";

/** Characters per token of English text and JSON (convention). */
const CHARACTERS_PER_TOKEN = 4;
/** Most tokens that an image inside a message counts for (convention; about a square of 1000 points). */
const IMAGE_TOKENS = 1500;
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
  const text = JSON.stringify(messages, shortImage) + (tools.length > 0 ? JSON.stringify(tools) : "");
  const shape = jsonSchema === undefined ? 0 : JSON.stringify(jsonSchema).length;
  return { inputTokens: estimateTokens(text.length + shape), outputTokens: Math.min(usualOutput, maxTokens) };
}

/** Vendors count an image by its size in points and not by the characters that carry it. */
const shortImage = (_: string, value: unknown): unknown =>
  typeof value === "string" && value.startsWith("data:image/")
    ? value.slice(0, IMAGE_TOKENS * CHARACTERS_PER_TOKEN)
    : value;

/** About how many tokens so many characters are. */
export const estimateTokens = (characters: number): number => Math.ceil(characters / CHARACTERS_PER_TOKEN);
