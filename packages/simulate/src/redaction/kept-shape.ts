import { isRecord } from "@whileai/core";
import type { SimulatedRow } from "../rollout/simulated-row.js";

/** Fields that tell which row it is; whatever becomes of the rest, they stay. */
const OWN_IDS = ["schema_version", "rollout_id", "scenario_id", "rollout_index", "seed", "sampling_plan"] as const;
const LINEAGE_IDS = ["system_prompt_sha", "eval_run"] as const;
/** Fields that everything downstream reads. */
const READ_FIELDS = [
  "prompt",
  "steps",
  "final_text",
  "messages",
  "scenario_dimensions",
  "tier",
  "faults_planned",
  "faults_fired",
  "behavior_signature",
  "finish_reason",
  "tools_used",
  "lineage",
] as const;

/** A changed row that is still the row it was: its ids are put back. What is wrong, where it can no longer be read. */
export function keptShape(row: SimulatedRow, changed: Record<string, unknown>): SimulatedRow | string {
  const broken = READ_FIELDS.find((field) => kindOf(changed[field]) !== kindOf(row[field]));
  if (broken !== undefined) return `lost \`${broken}\``;
  for (const id of OWN_IDS) changed[id] = row[id];
  const lineage = changed.lineage as Record<string, unknown>;
  for (const id of LINEAGE_IDS) if (row.lineage[id] !== undefined) lineage[id] = row.lineage[id];
  return changed as SimulatedRow;
}

const kindOf = (value: unknown): string => (Array.isArray(value) ? "list" : isRecord(value) ? "object" : typeof value);
