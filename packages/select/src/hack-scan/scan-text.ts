import { agentTexts, type Row } from "@whileai/core";

/** What the scan reads of a reply: the final text, then every turn of the agent that says something else. */
export function scanText(row: Readonly<Row>): string {
  const turns = agentTexts(row);
  const final = typeof row.final_text === "string" ? row.final_text : (turns.at(-1) ?? "");
  return [final, ...turns.filter((turn) => turn !== "" && turn !== final)].join("\n");
}
