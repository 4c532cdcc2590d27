import { isRecord } from "@whileai/core";
import { parsedJson } from "./parsed-json.js";
import { turnsOfMessages } from "./read-messages.js";
import type { Span, SpanEvent } from "./span.js";
import type { Turn } from "./turns.js";

type Fields = Readonly<Record<string, unknown>>;

/** Attributes that hold messages as JSON: those of the conventions, and those of the Vercel AI SDK. */
const INPUTS = ["gen_ai.input.messages", "ai.prompt.messages"] as const;
const OUTPUT = "gen_ai.output.messages";

/** Roles by the events of the conventions up to 1.36. */
const EVENT_ROLES: ReadonlyMap<string, string> = new Map([
  ["gen_ai.user.message", "user"],
  ["gen_ai.assistant.message", "assistant"],
  ["gen_ai.tool.message", "tool"],
  ["gen_ai.choice", "assistant"],
]);
/** Events that hold whole lists of messages, and the attributes they are in. */
const LIST_EVENTS: ReadonlyMap<string, readonly string[]> = new Map([
  ["gen_ai.client.inference.operation.details", [...INPUTS, OUTPUT]],
  ["gen_ai.content.prompt", ["gen_ai.prompt"]],
  ["gen_ai.content.completion", ["gen_ai.completion"]],
]);

/** `gen_ai.prompt.0.content`, `gen_ai.completion.0.tool_calls.1.name`: messages spread over indexed attributes. */
const INDEXED = /^gen_ai\.(prompt|completion)\.(\d{1,6})\.(.+)$/;
const CALL_FIELD = /^tool_calls\.(\d{1,6})\.(?:function\.)?(id|name|arguments)$/;

/** What was said in a span that called a model, in any of the ways instrumentations write it down. */
export function turnsOfSpan(span: Span): Turn[] {
  const { attributes } = span;
  const input = INPUTS.map((name) => parsedJson(attributes.get(name))).find(Array.isArray);
  const sent = turnsOfMessages(input ?? indexed(attributes, "prompt"));
  // Further choices are alternatives to the first, and not part of the conversation.
  const output = parsedJson(attributes.get(OUTPUT));
  const said = turnsOfMessages(
    Array.isArray(output)
      ? output.slice(0, 1)
      : [...indexed(attributes, "completion").slice(0, 1), ...answerOf(attributes)],
  );
  return [...sent, ...said, ...span.events.flatMap(turnsOfEvent)];
}

function turnsOfEvent({ name, attributes, body }: SpanEvent): Turn[] {
  const lists = LIST_EVENTS.get(name);
  if (lists !== undefined) {
    const source = isRecord(body) ? new Map(Object.entries(body)) : attributes;
    return lists.flatMap((list) => turnsOfMessages(parsedJson(source.get(list) ?? attributes.get(list))));
  }
  const role = EVENT_ROLES.get(name);
  if (role === undefined) return [];
  const given = [body, parsedJson(attributes.get("gen_ai.event.content")), Object.fromEntries(attributes)].find(
    isRecord,
  );
  const message = { ...given, ...choiceOf(given ?? {}) };
  return turnsOfMessages([{ ...message, role }]);
}

/** A choice keeps its words in a message of its own. */
function choiceOf(body: Fields): Fields {
  const message = parsedJson(body.message);
  if (typeof message === "string") return { content: message };
  return isRecord(message) ? message : typeof body.message === "string" ? { content: body.message } : {};
}

function indexed(attributes: ReadonlyMap<string, unknown>, side: "prompt" | "completion"): Fields[] {
  const messages = new Map<number, { fields: Map<string, unknown>; calls: Map<number, Map<string, unknown>> }>();
  for (const [key, value] of attributes) {
    const [, found, at, field = ""] = INDEXED.exec(key) ?? [];
    if (found !== side) continue;
    const message = messages.get(Number(at)) ?? { fields: new Map(), calls: new Map() };
    messages.set(Number(at), message);
    const [, call, part] = CALL_FIELD.exec(field) ?? [];
    if (part === undefined) message.fields.set(field, value);
    else {
      const fields = message.calls.get(Number(call)) ?? new Map<string, unknown>();
      message.calls.set(Number(call), fields.set(part, value));
    }
  }
  return inOrder(messages).map(({ fields, calls }) => ({
    role: fields.get("role") ?? (side === "completion" ? "assistant" : "user"),
    content: fields.get("content"),
    tool_call_id: fields.get("tool_call_id"),
    tool_calls: inOrder(calls).map((call) => Object.fromEntries(call)),
  }));
}

const inOrder = <T>(entries: ReadonlyMap<number, T>): T[] =>
  [...entries].sort(([left], [right]) => left - right).map(([, entry]) => entry);

/** What the Vercel AI SDK writes down of a model's answer. */
function answerOf(attributes: ReadonlyMap<string, unknown>): Fields[] {
  const content = attributes.get("ai.response.text");
  const calls = attributes.get("ai.response.toolCalls");
  return content === undefined && calls === undefined ? [] : [{ role: "assistant", content, tool_calls: calls }];
}
