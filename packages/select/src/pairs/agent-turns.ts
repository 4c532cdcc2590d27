import {
  canonicalJson,
  contentText,
  conversation,
  isRecord,
  type Message,
  type Row,
  splitThinking,
} from "@whileai/core";

/** What one turn of the agent shows: its words without thoughts, and its calls as text. */
type Shown = readonly [said: unknown, calls: readonly string[]];

/**
 * Everything that the agent said and called in a rollout, as one text that is equal for equal replies. Thoughts are no
 * part of it, since training files leave them out; neither is what tools answered, which the agent did not choose.
 */
export function visibleReply(row: Readonly<Row>): string {
  const shown = conversation(row).filter(isAgentTurn).map(shownIn);
  const final = finalText(row);
  if (final !== "" && shown.at(-1)?.[0] !== final) shown.push([final, []]);
  return JSON.stringify(shown.filter(([said, calls]) => said !== "" || calls.length > 0));
}

/**
 * What the agent did first once it was asked: its first call whatever was said beside it, else its first words. Two
 * rollouts that agree in it part later, so a trainer that looks at the first turn alone has nothing to prefer.
 */
export function firstTurn(row: Readonly<Row>): string {
  const messages = conversation(row);
  const asked = messages.findIndex((message) => message.role === "user");
  const shown = messages
    .slice(asked + 1)
    .filter(isAgentTurn)
    .map(shownIn);
  const call = shown.flatMap(([, calls]) => calls)[0];
  if (call !== undefined) return call;
  return JSON.stringify(shown.map(([said]) => said).find((said) => said !== "") ?? finalText(row));
}

/** Turns that a branch was given from another rollout are not the agent's choice here. */
const isAgentTurn = (message: Message): boolean => message.role === "assistant" && message.prefix !== true;

const finalText = (row: Readonly<Row>): string => splitThinking(contentText(row.final_text)).said.trim();

function shownIn({ content, tool_calls: given }: Message): Shown {
  // Parts that are no text (images, files) are compared as they stand.
  const hasParts = Array.isArray(content) && content.some((part) => isRecord(part) && typeof part.text !== "string");
  const said = hasParts ? content : splitThinking(contentText(content)).said.trim();
  const calls: unknown = given;
  return [said, (Array.isArray(calls) ? calls : []).filter(isRecord).map(shownCall)];
}

/** A call as text, whatever the order in which its arguments were written. */
function shownCall(call: Record<string, unknown>): string {
  const made = isRecord(call.function) ? call.function : call;
  return canonicalJson([made.name ?? null, call.arguments_raw ?? made.arguments ?? null]);
}
