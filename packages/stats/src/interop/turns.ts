import { type Content, contentText, isRecord, type Json, type JsonObject, jsonText, type Step } from "@whileai/core";
import { type Fields, fieldsOf, idField, listOf, textField } from "./field.js";

/** What was said or done in a conversation of another tool, in order. */
export type Turn =
  | { readonly kind: "user"; readonly content: Content }
  | { readonly kind: "agent"; readonly text: string; readonly reasoning?: string | undefined }
  | { readonly kind: "call"; readonly id: string | undefined; readonly tool: string; readonly arguments: unknown }
  | { readonly kind: "result"; readonly id: string | undefined; readonly result: unknown };

/** A conversation as the fields of a row. */
export interface Conversation {
  readonly prompt: Content | undefined;
  readonly steps: Step[];
  readonly finalText: string | undefined;
}

/** Content as a row has it: text, or parts where there is more than text. */
export function contentOf(content: unknown): Content {
  if (typeof content === "string") return content;
  if (content === null || content === undefined) return "";
  const parts = listOf(content).filter(isRecord);
  if (parts.length === 0) return jsonText(content);
  return parts.every(({ type }) => type === "text") ? contentText(parts) : (parts as Content);
}

/** The turns of chat messages as OpenAI and Inspect write them; system messages give none. */
export function turnsOfMessages(messages: unknown): Turn[] {
  return listOf(messages).filter(isRecord).flatMap(turnsOfMessage);
}

function turnsOfMessage(message: Fields): Turn[] {
  const { role, content } = message;
  if (role === "user") return [{ kind: "user", content: contentOf(content) }];
  if (role === "tool") {
    const failed = fieldsOf(message.error).message;
    const result = failed === undefined ? contentText(content) : { status: "error", error: failed };
    return [{ kind: "result", id: idField(message.tool_call_id), result }];
  }
  if (role !== "assistant") return [];
  const text = contentText(content);
  const thoughts = listOf(content).filter(isRecord);
  const reasoning = thoughts
    .map((part) => part.reasoning)
    .filter((thought) => typeof thought === "string")
    .join("\n");
  const calls = listOf(message.tool_calls).filter(isRecord).map(callOf);
  if (text === "" && reasoning === "") return calls;
  return [{ kind: "agent", text, reasoning: reasoning === "" ? undefined : reasoning }, ...calls];
}

function callOf(call: Fields): Turn {
  const named = fieldsOf(call.function);
  return {
    kind: "call",
    id: idField(call.id),
    tool: textField(call.function) ?? textField(named.name) ?? textField(call.name) ?? "",
    arguments: call.arguments ?? named.arguments,
  };
}

/** A conversation from its turns: the first user's is the prompt, results stand with their calls. */
export function conversationOf(turns: readonly Turn[]): Conversation {
  const steps: Step[] = [];
  const open = new Map<string, Step>();
  let prompt: Content | undefined;
  let finalText: string | undefined;
  let spoken: Step | undefined;
  for (const turn of turns) {
    if (turn.kind === "user") {
      if (prompt === undefined) prompt = turn.content;
      else steps.push({ user: turn.content });
      spoken = undefined;
    } else if (turn.kind === "agent") {
      spoken = {
        ...(turn.text === "" ? {} : { text: turn.text }),
        ...(turn.reasoning === undefined ? {} : { reasoning: turn.reasoning }),
      };
      steps.push(spoken);
      if (turn.text !== "") finalText = turn.text;
    } else if (turn.kind === "call") {
      const step = spoken ?? {};
      if (spoken === undefined) steps.push(step);
      Object.assign(step, { tool: turn.tool }, argumentsOf(turn.arguments));
      if (turn.id !== undefined) {
        step.call_id = turn.id;
        open.set(turn.id, step);
      }
      spoken = undefined;
    } else {
      const step = turn.id === undefined ? steps.findLast(isWaiting) : open.get(turn.id);
      if (step !== undefined) step.result = turn.result as Json;
    }
  }
  return { prompt, steps, finalText };
}

const isWaiting = ({ tool, result }: Step): boolean => tool !== undefined && result === undefined;

function argumentsOf(given: unknown): Pick<Step, "arguments" | "arguments_raw"> {
  if (isRecord(given)) return { arguments: given as JsonObject };
  if (typeof given !== "string") return { arguments: {} };
  try {
    const parsed: unknown = JSON.parse(given);
    if (isRecord(parsed)) return { arguments: parsed as JsonObject };
  } catch {
    // Kept below as it was written.
  }
  return { arguments: {}, arguments_raw: given };
}
