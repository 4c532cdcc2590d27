import { contentText, isRecord, type Row, recordsOf } from "@whileai/core";
import { type OpenCall, OpenCalls } from "./open-calls.js";

type Loose = Readonly<Record<string, unknown>>;

/**
 * The calls in the messages of a rollout, with the answers they got: `tool_calls` or `function_call` that turns of the
 * role tool or function answer, and `tool_use` parts that `tool_result` parts answer.
 */
export function messageCalls(row: Readonly<Row>): readonly OpenCall[] {
  const calls: OpenCall[] = [];
  const open = new OpenCalls();
  for (const message of recordsOf(row.messages)) {
    for (const call of callsIn(message)) {
      calls.push(call);
      open.add(call);
    }
    for (const { id, name, content, failed } of answersIn(message)) {
      const answered = open.take(id, name);
      if (answered === undefined) continue;
      answered.answer = isRecord(content) ? content : contentText(content);
      answered.failed = failed;
    }
  }
  return calls;
}

/** Whether a message calls a tool or brings what one answered. */
export function isCallTurn(message: Loose): boolean {
  const { role, content } = message;
  if (role === "tool" || role === "function") return true;
  // Most turns only speak.
  const mayCall = role === "assistant" && (message.tool_calls !== undefined || message.function_call !== undefined);
  if (!mayCall && !Array.isArray(content)) return false;
  return answersIn(message).length > 0 || callsIn(message).length > 0;
}

function callsIn(message: Loose): OpenCall[] {
  if (message.role !== "assistant") return [];
  const given = isRecord(message.function_call) ? [message.function_call] : [];
  const parts = partsOf(message, "tool_use");
  return [...recordsOf(message.tool_calls), ...given, ...parts].flatMap((call) => {
    const about = isRecord(call.function) ? call.function : call;
    if (typeof about.name !== "string" || about.name === "") return [];
    const raw = about.arguments_raw;
    return [{ tool: about.name, id: call.id, args: raw ?? about.arguments ?? about.input }];
  });
}

interface Answer {
  readonly id: unknown;
  readonly name: unknown;
  readonly content: unknown;
  readonly failed: unknown;
}

function answersIn(message: Loose): Answer[] {
  const { role, name } = message;
  if (role === "tool" || role === "function")
    return [{ id: message.tool_call_id, name, content: message.content, failed: message.is_error }];
  if (role !== "user") return [];
  return partsOf(message, "tool_result").map((part) => ({
    id: part.tool_use_id,
    name: undefined,
    content: part.content,
    failed: part.is_error,
  }));
}

function partsOf({ content }: Loose, type: string): Loose[] {
  return Array.isArray(content) ? recordsOf(content).filter((part) => part.type === type) : [];
}
