import { isRecord } from "@whileai/core";

/** How often a task passed, over how many rollouts. */
export interface CarriedRate {
  readonly passRate: number;
  readonly n: number;
}

/** The pass rate that a row or its calibration carries from elsewhere; null unless it is whole: a rate with its rollouts. */
export function carriedRate(source: unknown): CarriedRate | null {
  if (!isRecord(source)) return null;
  const { pass_rate: passRate, n } = source;
  if (!(typeof passRate === "number" && passRate >= 0 && passRate <= 1)) return null;
  return typeof n === "number" && Number.isFinite(n) && n >= 1 ? { passRate, n } : null;
}
