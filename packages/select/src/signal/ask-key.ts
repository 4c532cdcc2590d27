import { contentText, conversation, type Row, taskKey } from "@whileai/core";

/** What the user asked first: the prompt, or the first user turn of the conversation. */
export function promptText(row: Readonly<Row>): string {
  const prompt = contentText(row.prompt);
  if (prompt !== "") return prompt;
  return contentText(conversation(row).find((message) => message.role === "user")?.content);
}

/** The task a row belongs to; rows that name none belong to their prompt. */
export function taskOf(row: Readonly<Row>): string {
  return taskKey(row) || promptText(row);
}

/** The ask a row answers: its task with its prompt, which is what trainers compare rollouts within. */
export function askKey(row: Readonly<Row>): string {
  return `${taskOf(row)}\u0000${promptText(row)}`;
}
