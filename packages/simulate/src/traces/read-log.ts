import { isRecord } from "@whileai/core";
import { turnsOfMessages } from "./read-messages.js";
import type { Turn } from "./turns.js";

type Fields = Readonly<Record<string, unknown>>;

/** Fields in which logs keep what the model was sent, and what it said. */
const REQUESTS = ["request", "body", "params"] as const;
const RESPONSES = ["response", "completion", "reply"] as const;

const recordIn = (record: Fields, names: readonly string[]): Fields =>
  names.map((name) => record[name]).find(isRecord) ?? record;

/**
 * The turns of a logged model call: `messages` (OpenAI chat, Anthropic) or `input` (Responses), at the top or under
 * `request`, and after them the answer, if it was logged too. Null when there are no such messages.
 */
export function turnsOfLog(record: Fields): Turn[] | null {
  const request = recordIn(record, REQUESTS);
  const sent = record.messages ?? request.messages ?? record.input ?? request.input;
  const response = recordIn(record, RESPONSES);
  const turns = [
    ...turnsOfMessages(typeof sent === "string" ? [{ role: "user", content: sent }] : sent),
    ...turnsOfAnswer(response),
  ];
  return turns.length > 0 ? turns : null;
}

function turnsOfAnswer(response: Fields): Turn[] {
  const { choices, output, content } = response;
  if (Array.isArray(choices)) {
    const [first] = choices;
    return isRecord(first)
      ? turnsOfMessages([{ role: "assistant", ...(isRecord(first.message) ? first.message : {}) }])
      : [];
  }
  if (Array.isArray(output)) return turnsOfMessages(output);
  return Array.isArray(content) ? turnsOfMessages([{ role: "assistant", content }]) : [];
}
