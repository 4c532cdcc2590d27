import { isRecord, taskKey } from "@whileai/core";
import { type ProbePlan, probePlan } from "./probe-plan.js";

type WireRow = Readonly<Record<string, unknown>>;

/** A row's `rollout_index` when it is a whole number of at least 0, else null. */
export const rolloutIndex = ({ rollout_index: index }: WireRow): number | null =>
  Number.isSafeInteger(index) && (index as number) >= 0 ? (index as number) : null;

/** Which evaluation run a row belongs to (`lineage.eval_run`); "" when it does not say. */
export function evalRun({ lineage }: WireRow): string {
  const run = isRecord(lineage) ? lineage.eval_run : undefined;
  return typeof run === "string" || Number.isFinite(run) ? String(run) : "";
}

/** Where a rollout belongs. */
export interface RolloutPlace {
  readonly task: string;
  /** Which evaluation run the row belongs to; "" when it does not say. */
  readonly run: string;
  readonly rolloutIndex: number | null;
  readonly plan: ProbePlan | null;
}

/** Reads where a row's rollout belongs. */
export const rolloutPlace = (row: WireRow): RolloutPlace => ({
  task: taskKey(row),
  run: evalRun(row),
  rolloutIndex: rolloutIndex(row),
  plan: probePlan(row),
});
