import { contentText, conversation, type Row } from "@whileai/core";

/**
 * What a verifier reads as the agent's answer: `final_text`, else the text of the last assistant message that has some;
 * "" when there is neither.
 */
export function candidateText(row: Readonly<Row>): string {
  const final = contentText(row.final_text as unknown);
  if (final !== "") return final;
  for (const message of conversation(row).reverse()) {
    const text = message.role === "assistant" ? contentText(message.content) : "";
    if (text !== "") return text;
  }
  return "";
}
