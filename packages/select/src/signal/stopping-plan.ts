import { isRecord, type Row } from "@whileai/core";

/** Repeat policies under which later rollouts depend on what the first ones showed. */
const STOPPING_POLICIES = new Set<unknown>(["probe", "hazard"]);

/** Whether the row's run decided by outcomes how many rollouts its groups got. */
export function hasStoppingPlan(row: Readonly<Row>): boolean {
  return isRecord(row.sampling_plan) && STOPPING_POLICIES.has(row.sampling_plan.policy);
}

/** Rollouts that a filled group of the row's run has; null without such a plan. */
export function plannedRollouts(row: Readonly<Row>): number | null {
  const k = hasStoppingPlan(row) ? row.sampling_plan?.k : null;
  return typeof k === "number" && Number.isSafeInteger(k) && k >= 1 ? k : null;
}
