import { contentText } from "./content.js";
import { conversation } from "./conversation.js";
import { looseRow } from "./loose-row.js";
import type { Row } from "./row.js";

/** How many characters (Unicode code points) a text has. */
function characters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** The agent's texts in order: every assistant turn, then `final_text` when the last turn does not already say it. */
export function agentTexts(row: Readonly<Row>): string[] {
  const texts = conversation(row)
    .filter((message) => message.role === "assistant")
    .map((message) => contentText(message.content));
  const final: unknown = looseRow(row).final_text;
  if (typeof final === "string" && final !== "" && texts.at(-1) !== final) texts.push(final);
  return texts;
}

/**
 * How much the agent said: the characters of all its turns, and of `final_text` unless it is the last turn. Tool calls
 * and their results do not count.
 *
 * @example
 * replyLength({ prompt: "hi", steps: [{ text: "One moment." }], final_text: "Done." }); // 16
 */
export function replyLength(row: Readonly<Row>): number {
  return agentTexts(row).reduce((total, text) => total + characters(text), 0);
}
