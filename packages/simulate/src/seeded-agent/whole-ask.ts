import { contentText, type Message } from "@whileai/core";
import { idTokens } from "../situations/ask-tokens.js";
import { asksSomething } from "../user/question.js";

/**
 * What a message of a later turn asks for, in words that stand by themselves: an answer to the agent's own question
 * completes the ask before it, and a message that names no record is about the one that was named last.
 */
export function wholeAsk(message: string, messages: readonly Message[]): string {
  const asks = messages.filter(({ role }) => role === "user").map(({ content }) => contentText(content));
  const earlier = asks.slice(0, -1);
  const replied = messages.findLast(({ role }) => role === "assistant");
  if (earlier.length === 0 || replied === undefined) return message;
  if (asksSomething(contentText(replied.content))) return `${earlier.at(-1)}\n${message}`;
  if (idTokens(message).length > 0) return message;
  const named = earlier.flatMap((ask) => idTokens(ask)).at(-1);
  return named === undefined ? message : `${message} ${named}`;
}
