import { isRecord, type JsonObject, type Row } from "@whileai/core";
import { parseJson } from "./json-values.js";

/** A call that an agent made, or should have made. */
export interface CalledTool {
  readonly name: string;
  readonly arguments: JsonObject;
  /** True when what the model wrote as arguments is no JSON object; `arguments` is `{}` then, and stands for nothing. */
  readonly isUnreadable?: boolean;
  readonly id?: string;
}

/**
 * One call out of any usual spelling: `{name, arguments}`, OpenAI's `{function: {name, arguments: "json"}}`, a step
 * `{tool, arguments}`. No arguments, or blank ones, are `{}`; undefined when there is no name.
 */
export function readToolCall(value: unknown): CalledTool | undefined {
  if (!isRecord(value)) return undefined;
  const inner = isRecord(value.function) ? value.function : value;
  const name = value.tool ?? inner.name ?? value.tool_name;
  if (typeof name !== "string" || name === "") return undefined;
  const id = value.id ?? value.call_id;
  const written = readArguments(inner.arguments ?? inner.args ?? inner.input);
  const isUnreadable = written === undefined || readArguments(value.arguments_raw) === undefined;
  return {
    name,
    arguments: written ?? {},
    ...(isUnreadable ? { isUnreadable } : {}),
    ...(typeof id === "string" ? { id } : {}),
  };
}

/** Undefined when something is written that is no JSON object. */
function readArguments(value: unknown): JsonObject | undefined {
  if (isRecord(value)) return value as JsonObject;
  if (value === undefined || value === null) return {};
  if (typeof value !== "string") return undefined;
  if (value.trim() === "") return {};
  const parsed = parseJson(value);
  return parsed.found && isRecord(parsed.value) ? (parsed.value as JsonObject) : undefined;
}

/** A message with calls that the agent wrote; a message without a role is taken for one. */
const isAgentTurn = (message: unknown): message is Record<string, unknown> =>
  isRecord(message) &&
  Array.isArray(message.tool_calls) &&
  (message.role === undefined || message.role === "assistant");

/**
 * The calls of a row, in order: those of its assistant messages, else of `steps`, else of `tool_trace`. A single message
 * with `tool_calls` works too.
 *
 * @example
 * readToolCalls({ steps: [{ tool: "get_order", arguments: { order_id: "A1" } }] }); // [{ name: "get_order", … }]
 */
export function readToolCalls(row: Readonly<Row>): CalledTool[] {
  const messages: readonly unknown[] = Array.isArray(row.messages) ? row.messages : [row];
  const sources: readonly unknown[][] = [
    messages.flatMap((message) => (isAgentTurn(message) ? (message.tool_calls as unknown[]) : [])),
    Array.isArray(row.steps) ? row.steps : [],
    Array.isArray(row.tool_trace) ? row.tool_trace : [],
  ];
  for (const source of sources) {
    const calls = source.map(readToolCall).filter((call) => call !== undefined);
    if (calls.length > 0) return calls;
  }
  return [];
}
