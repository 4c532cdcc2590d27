import { contentText, conversation, type Row } from "@whileai/core";

/** What the agent was asked: the prompt, else the first user message; "" when there is neither. */
export function rowAsk(row: Readonly<Row>): string {
  const prompt = contentText(row.prompt as unknown);
  if (prompt !== "") return prompt;
  return contentText(conversation(row).find((message) => message.role === "user")?.content);
}

/** The system message of a row, "" when it has none. */
export function rowPolicy(row: Readonly<Row>): string {
  return contentText(
    conversation(row).find((message) => message.role === "system" || message.role === "developer")?.content,
  );
}
