import { canonicalJson, contentText, isRecord, recordsOf } from "@whileai/core";

/**
 * A prompt as one text, all of it: two conversations that end on the same turn are two prompts. A text is itself, one
 * message of the user is its text, and more messages are lines that begin with who speaks.
 */
export function wholePrompt(prompt: unknown): string {
  if (typeof prompt === "string") return prompt;
  if (typeof prompt === "number") return String(prompt);
  const messages = isRecord(prompt) ? [prompt] : recordsOf(prompt);
  if (!messages.some((message) => typeof message.role === "string")) return contentText(prompt);
  const only = messages.length === 1 && messages[0]?.role === "user" ? messages[0] : undefined;
  if (only !== undefined) return contentText(only.content);
  return messages.map(messageLine).join("\n");
}

function messageLine(message: Readonly<Record<string, unknown>>): string {
  const calls = recordsOf(message.tool_calls);
  const called = calls.length > 0 ? ` ${safeJson(calls)}` : "";
  return `${String(message.role)}: ${contentText(message.content)}${called}`;
}

function safeJson(value: unknown): string {
  try {
    return canonicalJson(value);
  } catch {
    return "";
  }
}
