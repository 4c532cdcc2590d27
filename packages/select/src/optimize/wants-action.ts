import { isRecord, type Row } from "@whileai/core";
import { promptText } from "../signal/ask-key.js";

const ACTION_VERB = /\b(?:merge|refund|schedule|commit|deploy|rebase|checkout)\b/i;
const ID_LIKE = /\b[A-Z]{2,}-\d+\b|#\d+|\basin\b|\bord-\w+|\bpr \d+/i;
const NO_WORLD_STATE = new Set(["", "unspecified", "unknown"]);

/** Whether the situation asks the agent to use a tool, so that a rollout without a call did nothing. */
export function wantsAction(row: Readonly<Row>): boolean {
  if (row.tool_known === true || row.ask_family === "tool") return true;
  if (isRecord(row.faults) && Object.keys(row.faults).length > 0) return true;
  if (typeof row.world_state === "string" && !NO_WORLD_STATE.has(row.world_state)) return true;
  const { intent, tool } = isRecord(row.scenario_dimensions) ? row.scenario_dimensions : {};
  if (intent || tool) return true;
  const prompt = promptText(row);
  return ACTION_VERB.test(prompt) || ID_LIKE.test(prompt);
}
