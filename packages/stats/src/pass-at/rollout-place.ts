import { isRecord } from "@whileai/core";

type WireRow = Readonly<Record<string, unknown>>;

/** A row's `rollout_index` when it is a whole number of at least 0, else null. */
export const rolloutIndex = ({ rollout_index: index }: WireRow): number | null =>
  Number.isSafeInteger(index) && (index as number) >= 0 ? (index as number) : null;

/** Which evaluation run a row belongs to (`lineage.eval_run`); "" when it does not say. */
export function evalRun({ lineage }: WireRow): string {
  const run = isRecord(lineage) ? lineage.eval_run : undefined;
  return typeof run === "string" || Number.isFinite(run) ? String(run) : "";
}
