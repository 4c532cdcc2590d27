import { isRecord, type Row, UNRELATED, UNSPECIFIED } from "@whileai/core";
import { promptText } from "../signal/ask-key.js";

const ACTION_VERB = /\b(?:merge|refund|schedule|commit|deploy|rebase|checkout)\b/i;
const ID_LIKE = /\b[A-Z]{2,}-\d+\b|#\d+|\basin\b|\bord-\w+|\bpr \d+/i;
const NO_WORLD_STATE = new Set(["", UNSPECIFIED, "unknown"]);
/** Levels of the situation grid that ask for nothing. */
const NO_ACTION = new Set<unknown>([undefined, null, "", UNSPECIFIED, UNRELATED]);

/** Whether the situation asks the agent to use a tool, so that a rollout without a call did nothing. */
export function wantsAction(row: Readonly<Row>): boolean {
  if (row.tool_known === true || row.ask_family === "tool") return true;
  if (isRecord(row.faults) && Object.keys(row.faults).length > 0) return true;
  if (typeof row.world_state === "string" && !NO_WORLD_STATE.has(row.world_state)) return true;
  const { intent, tool } = isRecord(row.scenario_dimensions) ? row.scenario_dimensions : {};
  if (!NO_ACTION.has(intent) || !NO_ACTION.has(tool)) return true;
  const prompt = promptText(row);
  return ACTION_VERB.test(prompt) || ID_LIKE.test(prompt);
}
