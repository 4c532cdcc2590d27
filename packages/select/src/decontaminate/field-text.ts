import { contentText, isRecord, jsonText, type Row } from "@whileai/core";

/** Messages may be nested in lists of turns; deeper lists are no conversations. */
const DEEPEST_LIST = 4;

/**
 * What a field of a row says, as one text; "" for nothing. A list of messages says what its user turns say when it is the
 * prompt (all its turns when it has none of a user), and what all its turns say otherwise. A row without a prompt is asked
 * for the user turns of its `messages`. What throws when it is read says nothing.
 *
 * @example
 * fieldText({ prompt: [{ role: "system", content: "Be kind." }, { role: "user", content: "Where is it?" }] }, "prompt"); // "Where is it?"
 */
export function fieldText(row: Row, field: string): string {
  try {
    return readText(row, field);
  } catch {
    return "";
  }
}

function readText(row: Row, field: string): string {
  const value = row[field];
  if (typeof value === "string") return value;
  if (field !== "prompt") return valueText(value);
  if (value === undefined || value === null || value === "") return askText(row.messages);
  return askText(value) || valueText(value);
}

/** The user turns of a list of messages; all turns where none is a user's. */
function askText(value: unknown): string {
  const messages = messagesOf(value);
  const asks = messages.filter(({ role }) => role === "user");
  return (asks.length > 0 ? asks : messages).map(({ content }) => contentText(content)).join("\n");
}

function valueText(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value !== "object") return String(value);
  const messages = messagesOf(value);
  if (messages.length > 0) return messages.map(({ content }) => contentText(content)).join("\n");
  return contentText(value) || jsonText(value);
}

function messagesOf(value: unknown, depth = 0): Record<string, unknown>[] {
  if (!Array.isArray(value) || depth > DEEPEST_LIST) return [];
  return value.flatMap((entry: unknown) => {
    if (Array.isArray(entry)) return messagesOf(entry, depth + 1);
    return isRecord(entry) && typeof entry.role === "string" ? [entry] : [];
  });
}
