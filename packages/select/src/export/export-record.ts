import type { JsonObject } from "@whileai/core";

/** One record of an export file: a flat object whose fields are the file's columns. */
export type ExportRecord = Record<string, unknown>;

/** A call in the envelope that OpenAI's API and chat templates use. */
export interface TrainingToolCall {
  id: string;
  type: "function";
  function: { name: string; arguments: JsonObject | string };
}

/** A message of a training file: text content, and calls in their envelope. */
export interface TrainingMessage {
  role: "system" | "user" | "assistant" | "tool";
  content: string;
  name?: string;
  tool_calls?: TrainingToolCall[];
  tool_call_id?: string;
  /** The agent's thinking, only with `reasoning: "field"`. */
  reasoning_content?: string;
  /** 1 when the turn is trained on, 0 when not; only in files for Fireworks. */
  weight?: 0 | 1;
}

/** A tool in OpenAI's envelope. */
export interface ToolEnvelope {
  readonly type: "function";
  readonly function: { readonly name: string; readonly [key: string]: unknown };
}
