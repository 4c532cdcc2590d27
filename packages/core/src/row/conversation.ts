import { isRecord, type JsonObject } from "../json/json.js";
import { jsonText } from "../json/json-text.js";
import { type Content, contentText } from "./content.js";
import { callsTool, looseRow, looseSteps } from "./loose-row.js";
import type { Message, Row, RowToolCall } from "./row.js";

type LooseStep = Readonly<Record<string, unknown>>;

/**
 * A row's conversation as messages.
 *
 * `row.messages` when it has at least one object entry. Otherwise the conversation is rebuilt turn by turn: the agent's
 * opener, the prompt, then every step (a tool step is an assistant turn with the call and a tool turn with the result;
 * neighbouring calls with the same `turn` number are one assistant turn), and `final_text` at the end unless the agent's
 * last turn already says exactly that with no later user turn (or the user left after it). No turn is dropped. The agent's
 * turns from steps with `prefix: true`, which a branch began with, carry `prefix: true`.
 * Tool results that are not text become compact JSON. Steps and entries that are not objects are skipped.
 *
 * @example
 * conversation({ prompt: "hi", steps: [{ text: "ok" }, { user: "more" }], final_text: "ok" });
 * // user "hi", assistant "ok", user "more", assistant "ok"
 */
export function conversation(row: Readonly<Row>): Message[] {
  const known = looseRow(row);
  const given: unknown = known.messages;
  if (Array.isArray(given)) {
    const messages = given.filter((entry): entry is Message => isRecord(entry));
    if (messages.length > 0) return messages;
  }
  return rebuilt(known);
}

function rebuilt(row: Readonly<Row>): Message[] {
  const messages: Message[] = [];
  if (isSpoken(row.opener)) messages.push({ role: "assistant", content: row.opener });
  if (isSpoken(row.prompt)) messages.push({ role: "user", content: row.prompt });
  const steps = looseSteps(row);
  for (let index = 0; index < steps.length; ) {
    const group = parallelCalls(steps, index);
    if (group.length > 0) messages.push(...toolTurns(group));
    else messages.push(...spokenTurn(steps[index] as LooseStep));
    index += Math.max(group.length, 1);
  }
  appendFinalText(messages, row);
  // A list that grew has room for more, a copy has not: conversations are kept by the thousand.
  return messages.slice();
}

function isSpoken(value: unknown): value is Content {
  return (typeof value === "string" && value !== "") || (Array.isArray(value) && value.length > 0);
}

/** The tool step at `start` together with the neighbours that the agent called in the same turn. */
function parallelCalls(steps: readonly LooseStep[], start: number): LooseStep[] {
  const first = steps[start];
  if (first === undefined || !callsTool(first)) return [];
  const group = [first];
  if (typeof first.turn !== "number") return group;
  for (let index = start + 1; index < steps.length; index++) {
    const next = steps[index] as LooseStep;
    if (!callsTool(next) || next.turn !== first.turn) break;
    group.push(next);
  }
  return group;
}

function toolTurns(group: readonly LooseStep[]): Message[] {
  const spoken = group.map((step) => step.text).filter(isSpoken);
  const content = spoken.length > 1 ? spoken.map(contentText).join("\n") : (spoken[0] ?? "");
  const reasoning = group.map((step) => step.reasoning).filter((text) => typeof text === "string" && text !== "");
  const turn: Message = { role: "assistant", content, tool_calls: group.map(callOf) };
  if (reasoning.length > 0) turn.reasoning = reasoning.join("\n");
  return [Object.assign(turn, givenMark(group)), ...group.map(resultTurn)];
}

function resultTurn({ tool, result, call_id: id }: LooseStep): Message {
  const turn = { role: "tool", name: tool as string, content: resultText(result) } as const;
  return typeof id === "string" ? { ...turn, tool_call_id: id } : turn;
}

function callOf(step: LooseStep): RowToolCall {
  const given = step.arguments;
  const raw =
    typeof step.arguments_raw === "string" ? step.arguments_raw : typeof given === "string" ? given : undefined;
  const id = step.call_id;
  const name = step.tool as string;
  const args = isRecord(given) ? (given as JsonObject) : {};
  const call: RowToolCall = typeof id === "string" ? { id, name, arguments: args } : { name, arguments: args };
  if (raw !== undefined) call.arguments_raw = raw;
  return call;
}

function spokenTurn(step: LooseStep): Message[] {
  if (isSpoken(step.user)) return [{ role: "user", content: step.user }];
  if (!isSpoken(step.text)) return [];
  const reasoning = typeof step.reasoning === "string" && step.reasoning !== "" ? { reasoning: step.reasoning } : {};
  return [{ role: "assistant", content: step.text, ...reasoning, ...givenMark([step]) }];
}

/** Turns that a branch began with were not sampled in this rollout; exports must not train on them. */
const givenMark = (group: readonly LooseStep[]): { prefix?: true } =>
  group.every((step) => step.prefix === true) ? { prefix: true } : {};

/**
 * The text a tool result has inside a conversation: text as it is, nothing for a result that is absent, compact JSON
 * without ASCII escapes for everything else.
 *
 * @example
 * resultText({ city: "Zürich" }); // '{"city":"Zürich"}'
 */
export function resultText(result: unknown): string {
  return typeof result === "string" ? result : jsonText(result);
}

function appendFinalText(messages: Message[], row: Readonly<Row>): void {
  const final: unknown = row.final_text;
  if (typeof final !== "string" || final === "") return;
  const last = messages.at(-1);
  const isEmptyTurn =
    last?.role === "assistant" && contentText(last.content) === "" && (last.tool_calls ?? []).length === 0;
  if (last !== undefined && isEmptyTurn) {
    messages[messages.length - 1] = { ...last, content: final };
    return;
  }
  const spokenAt = messages.findLastIndex((message) => message.role === "assistant");
  const alreadySaid = contentText(messages[spokenAt]?.content).trim() === final.trim();
  const answeredSince = messages.slice(spokenAt + 1).some((message) => message.role === "user");
  if (alreadySaid && (!answeredSince || row.ended_by === "user_left")) return;
  messages.push({ role: "assistant", content: final });
}
