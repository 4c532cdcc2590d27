import { brokenField } from "../rollout/broken-field.js";
import type { SimulatedRow } from "../rollout/simulated-row.js";

/** Fields that tell which row it is; whatever becomes of the rest, they stay. */
const OWN_IDS = ["schema_version", "rollout_id", "scenario_id", "rollout_index", "seed", "sampling_plan"] as const;
const LINEAGE_IDS = ["system_prompt_sha", "eval_run"] as const;

/** A changed row that is still the row it was: its ids are put back. What is wrong, where it can no longer be read. */
export function keptShape(row: SimulatedRow, changed: Record<string, unknown>): SimulatedRow | string {
  for (const id of OWN_IDS) changed[id] = row[id];
  const broken = brokenField(changed);
  if (broken !== undefined) return `lost \`${broken}\``;
  const lineage = changed.lineage as Record<string, unknown>;
  for (const id of LINEAGE_IDS) if (row.lineage[id] !== undefined) lineage[id] = row.lineage[id];
  return changed as SimulatedRow;
}
