import { isRecord, type JsonObject, type Row } from "@whileai/core";

/** A call that an agent made, or should have made. */
export interface CalledTool {
  readonly name: string;
  readonly arguments: JsonObject;
  readonly id?: string;
}

/**
 * One call out of any usual spelling: `{name, arguments}`, OpenAI's `{function: {name, arguments: "json"}}`, a step
 * `{tool, arguments}`. Arguments that cannot be read are `{}`; undefined when there is no name.
 */
export function readToolCall(value: unknown): CalledTool | undefined {
  if (!isRecord(value)) return undefined;
  const inner = isRecord(value.function) ? value.function : value;
  const name = inner.name ?? value.tool ?? value.tool_name;
  if (typeof name !== "string" || name === "") return undefined;
  const id = value.id ?? value.call_id;
  return {
    name,
    arguments: readArguments(inner.arguments ?? inner.args ?? inner.input),
    ...(typeof id === "string" ? { id } : {}),
  };
}

function readArguments(value: unknown): JsonObject {
  if (isRecord(value)) return value as JsonObject;
  if (typeof value !== "string") return {};
  try {
    const parsed: unknown = JSON.parse(value);
    return isRecord(parsed) ? (parsed as JsonObject) : {};
  } catch {
    return {};
  }
}

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
    messages.flatMap((message) => (isRecord(message) && Array.isArray(message.tool_calls) ? message.tool_calls : [])),
    Array.isArray(row.steps) ? row.steps : [],
    Array.isArray(row.tool_trace) ? row.tool_trace : [],
  ];
  for (const source of sources) {
    const calls = source.map(readToolCall).filter((call) => call !== undefined);
    if (calls.length > 0) return calls;
  }
  return [];
}
