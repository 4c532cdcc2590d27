import { contentText, conversation, isRecord, type Row } from "@whileai/core";
import { plainQuotes } from "./plain-quotes.js";

/** What the agent said after its last call, up to and with its reply, in plain quotes. */
export function closingText(row: Readonly<Row>): string {
  const messages = conversation(row);
  const lastCall = messages.findLastIndex(
    ({ role, tool_calls: calls }) => role === "tool" || (Array.isArray(calls) && calls.some(isRecord)),
  );
  const texts = messages
    .slice(lastCall + 1)
    .filter(({ role }) => role === "assistant")
    .map(({ content }) => contentText(content));
  const { final_text: final } = row as Record<string, unknown>;
  if (typeof final === "string" && !texts.includes(final)) texts.push(final);
  return plainQuotes(texts.join("\n"));
}

/** What the user and the system asked for, in plain quotes. */
export function askedText(row: Readonly<Row>): string {
  const asked = conversation(row).filter(({ role }) => role === "user" || role === "system" || role === "developer");
  return plainQuotes(asked.map(({ content }) => contentText(content)).join("\n"));
}
