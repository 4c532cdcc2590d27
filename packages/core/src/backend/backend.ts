import type { JsonObject } from "../json/json.js";
import type { Content } from "../row/content.js";
import type { ToolSchema } from "../tool/tool-types.js";
import type { BatchClient } from "./batch-backend.js";

/** A tool call that a model made. */
export interface ToolCall {
  /** Unique inside the conversation; made here when the server gives none. */
  readonly id: string;
  readonly name: string;
  readonly arguments: JsonObject;
  /** The text as the model wrote it, present when it is not a JSON object (then `arguments` is empty). */
  readonly argumentsRaw?: string;
}

/** One message of a conversation with a model. */
export interface ChatMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: Content;
  /** Calls of an assistant message. */
  readonly toolCalls?: readonly ToolCall[];
  /** The call that a tool message answers. */
  readonly toolCallId?: string;
  /** The tool that a tool message comes from. */
  readonly name?: string;
  /** Thinking that some servers want back with the conversation. */
  readonly reasoning?: string;
}

/** What a backend is asked for. Unset fields are left to the server. */
export interface CompletionRequest {
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly ToolSchema[];
  readonly toolChoice?: "auto" | "none" | "required";
  readonly temperature?: number;
  readonly maxTokens?: number;
  readonly seed?: number;
  /** Ask for the log-probability of every sampled token. A backend that cannot give them answers with `logprobs: null`. */
  readonly logprobs?: boolean;
  /** Ask for the id of every sampled token, beside its log-probability, where the server has them. */
  readonly tokenIds?: boolean;
  /** Ask for an answer of this shape; backends without structured output put it into words. */
  readonly jsonSchema?: { readonly name: string; readonly schema: Record<string, unknown> };
}

/** Tokens of one call; null where the server did not say. */
export interface Usage {
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** Part of the input that came from the vendor's cache; absent where the server does not say. */
  readonly cachedInputTokens?: number | null | undefined;
  /** Part of the output that was thinking; absent where the server does not say. */
  readonly reasoningTokens?: number | null | undefined;
}

export type FinishReason = "stop" | "length" | "tool_calls" | "content_filter";

/** A sampled token. */
export interface TokenLogprob {
  readonly token: string;
  readonly logprob: number;
  readonly tokenId?: number;
}

/** What a backend answered. */
export interface Completion {
  /** What the model said, without its thinking; "" when it only called tools. */
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  /** The model's thinking, when the server gives it apart or in think tags. */
  readonly reasoning?: string;
  readonly finishReason: FinishReason;
  readonly usage: Usage;
  /** Sampled tokens with log-probabilities, or null when they were not asked for or the server has none. */
  readonly logprobs: readonly TokenLogprob[] | null;
  /** The model that answered, as the server names it. */
  readonly model: string;
  /** SHA-256 of the chat template that the server renders conversations with, where the server tells it. */
  readonly templateSha?: string;
}

/** How one call is made. */
export interface CompletionOptions {
  /** Ends the call, and any wait between attempts, at once. */
  readonly signal?: AbortSignal | undefined;
  /** Longest wait for one attempt, in milliseconds; the backend's own default when absent. */
  readonly timeoutMs?: number | undefined;
  /** Attempts after the first one; 0 for a caller that retries by itself. The backend's own default when absent. */
  readonly retries?: number | undefined;
}

/**
 * A model behind an endpoint. Implementers write one method, `complete`; it throws the typed errors of this package
 * (AuthError, RateLimitError, TransientError, ContextLengthError, BackendError) and honours `signal`.
 */
export interface Backend {
  /** Who serves the model: openai, anthropic, vllm, ollama, hosted, … */
  readonly provider: string;
  readonly model: string;
  /** The spec string this backend stands for, or null when it has none. */
  readonly spec: string | null;
  /** The family of the model (gpt, claude, qwen, …), or null when it is not known. */
  readonly family: string | null;
  /** True for a service that judges and does not chat: it cannot be the agent or the simulator. */
  readonly judgeOnly?: boolean | undefined;
  /** Tokens that the model reads at once, question and answer together; absent where a backend cannot say. */
  readonly contextTokens?: number | undefined;
  /** Where calls go, read now; absent where a backend cannot say. */
  readonly url?: string | undefined;
  /** Asks for many answers at once and at a lower price; absent where the vendor has no such service. */
  readonly batch?: BatchClient | undefined;
  complete(request: CompletionRequest, options?: CompletionOptions): Promise<Completion>;
  /** Says where calls go and which key they use; never the key. */
  toString(): string;
}

/** True for an object that can complete chats. */
export function isBackend(value: unknown): value is Backend {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof (value as Backend).complete === "function" &&
    typeof (value as Backend).provider === "string"
  );
}
