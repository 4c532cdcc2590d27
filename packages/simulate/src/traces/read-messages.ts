import { contentText, isRecord, recordsOf } from "@whileai/core";
import { parsedJson } from "./parsed-json.js";
import type { Turn } from "./turns.js";

type Fields = Readonly<Record<string, unknown>>;

const USER_ROLES: ReadonlySet<unknown> = new Set(["user", "human"]);
const AGENT_ROLES: ReadonlySet<unknown> = new Set(["assistant", "ai", "model"]);
const TOOL_ROLES: ReadonlySet<unknown> = new Set(["tool", "function"]);

/** Types of content blocks and of items, as OpenAI, Anthropic, OpenTelemetry and the Vercel AI SDK name them. */
const TEXT_BLOCKS: ReadonlySet<unknown> = new Set(["text", "input_text", "output_text", "refusal"]);
const CALL_BLOCKS: ReadonlySet<unknown> = new Set(["tool_use", "tool_call", "tool-call", "function_call"]);
const RESULT_BLOCKS: ReadonlySet<unknown> = new Set([
  "tool_result",
  "tool_call_response",
  "tool-result",
  "function_call_output",
]);

/**
 * The turns of a list of messages: those of OpenAI's chat and Responses APIs, of Anthropic's, and of OpenTelemetry's
 * GenAI conventions, also mixed. System messages, and entries that are none of these, give no turn.
 */
export function turnsOfMessages(messages: unknown): Turn[] {
  return recordsOf(messages).flatMap(turnsOfMessage);
}

function turnsOfMessage(message: Fields): Turn[] {
  const { role, type } = message;
  if (CALL_BLOCKS.has(type)) return [callOf(message)];
  if (RESULT_BLOCKS.has(type)) return [resultOf(message)];
  const blocks = blocksOf(message.parts ?? message.content);
  if (USER_ROLES.has(role)) return blocks.flatMap((block) => turnOfBlock(block, "user"));
  if (AGENT_ROLES.has(role)) {
    return [...joined(blocks.flatMap((block) => turnOfBlock(block, "agent"))), ...toolCalls(message)];
  }
  if (!TOOL_ROLES.has(role)) return [];
  const results = blocks.filter((block) => RESULT_BLOCKS.has(block.type)).map(resultOf);
  return results.length > 0 ? results : [resultOf(message)];
}

/** Content as blocks: a text is one, and text that holds blocks as JSON is those. */
function blocksOf(content: unknown): Fields[] {
  if (typeof content === "string") {
    const parsed = content.startsWith("[{") ? parsedJson(content) : undefined;
    const held = Array.isArray(parsed) && parsed.every((part) => isRecord(part) && typeof part.type === "string");
    return held ? (parsed as Fields[]) : [{ type: "text", text: content }];
  }
  if (isRecord(content)) return [content];
  if (!Array.isArray(content)) return [];
  return content.map((part): Fields => (isRecord(part) ? part : { type: "text", text: part }));
}

function turnOfBlock(block: Fields, kind: "user" | "agent"): Turn[] {
  if (CALL_BLOCKS.has(block.type)) return [callOf(block)];
  if (RESULT_BLOCKS.has(block.type)) return [resultOf(block)];
  if (block.type !== undefined && !TEXT_BLOCKS.has(block.type)) return [];
  const text = [block.text, block.content, block.refusal].find((value) => typeof value === "string");
  return typeof text === "string" && text !== "" ? [{ kind, text }] : [];
}

/** Neighbouring texts of one message are one thing said. */
function joined(turns: readonly Turn[]): Turn[] {
  const whole: Turn[] = [];
  for (const turn of turns) {
    const last = whole.at(-1);
    if (turn.kind === "agent" && last?.kind === "agent")
      whole[whole.length - 1] = { kind: "agent", text: `${last.text}\n${turn.text}` };
    else whole.push(turn);
  }
  return whole;
}

function toolCalls(message: Fields): Turn[] {
  const legacy = isRecord(message.function_call) ? [message.function_call] : [];
  return [...recordsOf(parsedJson(message.tool_calls)), ...legacy].map((call) =>
    callOf(isRecord(call.function) ? { id: call.id, ...call.function, type: "tool_call" } : call),
  );
}

const firstText = (...values: unknown[]): string | undefined =>
  values.find((value): value is string => typeof value === "string" && value !== "");

function callOf(call: Fields): Turn {
  const given = call.arguments ?? call.input ?? call.args;
  return {
    kind: "call",
    tool: firstText(call.name, call.toolName, call.tool_name) ?? "",
    id: firstText(call.call_id, call.id, call.toolCallId, call.tool_call_id),
    isBroken: typeof given === "string" && given.trim() !== "" && !isRecord(parsedJson(given)),
  };
}

function resultOf(answer: Fields): Turn {
  const { is_error: isError, isError: alsoError } = answer;
  return {
    kind: "result",
    tool: firstText(answer.name, answer.toolName, answer.tool_name),
    id: firstText(answer.tool_call_id, answer.tool_use_id, answer.call_id, answer.toolCallId, answer.id),
    result: payloadOf(answer.response ?? answer.result ?? answer.output ?? answer.content),
    error: isError === true || alsoError === true || answer.status === "error" ? "error" : null,
  };
}

/** A result that comes as text blocks is their text. */
function payloadOf(payload: unknown): unknown {
  if (Array.isArray(payload)) return contentText(payload) || payload;
  // The AI SDK wraps what a tool gave: {type: "json" | "text" | "error-text" | …, value}.
  if (isRecord(payload) && typeof payload.type === "string" && Object.hasOwn(payload, "value")) {
    return payload.type.startsWith("error") ? { status: "error", error: payload.value } : payload.value;
  }
  return payload;
}
