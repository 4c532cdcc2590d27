import { isRecord, rolloutId, scalarReward, toNumber, withoutPrivileged } from "@whileai/core";
import { type RowPosition, rowProblem } from "./export-problem.js";
import type { ExportRecord } from "./export-record.js";

const AXES = [
  ...["tier", "ask_family", "intent_known", "tool_known", "stance", "tone", "length", "ask", "vagueness", "phrasing"],
  ...["pressure", "user", "texture", "history"],
];

/** Fields of a row that go along as columns; none is a name that a trainer reserves. */
const CARRIED = [
  ...["reason", "world_state", "faults", "fault_detected", "label_source", "failure_class", "judge_status"],
  ...["judge_name", "lineage", "logprob", "n_tokens", "token_logprobs", "sampling", "policy_version", "writer_model"],
  ...["user_model", "rollout_index", "model_version", "seed", "finish_reason", "markers", "calibration", ...AXES],
];

/** Ids are texts in every file, so that 7 and "7" cannot end up in one column. */
const IDS = ["scenario_id", "task_id"];

/** A row's reward as a number, or null when it has none. Booleans count as 0 and 1; other values are refused. */
function rewardOf(position: RowPosition): number | null {
  const { reward } = position.row;
  if (reward === undefined || reward === null) return null;
  const number = scalarReward(position.row);
  if (number !== null) return number;
  const isInfinite = toNumber(reward) !== null || Number.isNaN(reward);
  throw rowProblem(position, isInfinite ? "not_finite" : "reward_not_number", {
    field: "reward",
    message: `\`reward\` is ${shown(reward)}, which is no number.`,
    fix: "Grade the row again, or set its reward to null.",
  });
}

/**
 * The columns that travel beside the messages: the reward, what explains it, and what joins the record back to its
 * rollout. Fields that are null or absent are left out, and nothing privileged is among them.
 */
export function recordMetadata(position: RowPosition): ExportRecord {
  const row = withoutPrivileged(position.row);
  const reward = rewardOf(position);
  const record: ExportRecord = reward === null ? {} : { reward };
  for (const name of IDS) {
    const id = row[name];
    if (typeof id === "string" || typeof id === "number") record[name] = String(id);
  }
  record.rollout_id = rolloutId(row);
  for (const name of CARRIED) {
    const value = row[name];
    if (value !== undefined && value !== null) record[name] = value;
  }
  if (isRecord(record.lineage) && Object.keys(record.lineage).length === 0) delete record.lineage;
  return record;
}

function shown(reward: unknown): string {
  if (typeof reward === "object") return Array.isArray(reward) ? "a list" : "an object";
  return typeof reward === "string" ? JSON.stringify(reward) : String(reward);
}
