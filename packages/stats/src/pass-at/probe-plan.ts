import { isRecord } from "@whileai/core";

/** A sampling plan under which a task's later rollouts depend on its first ones. */
export interface ProbePlan {
  /** Rollouts that every task gets. */
  readonly probe: number;
  /** Rollouts of a filled group. */
  readonly k: number;
}

/** A plan in a word: "fixed", or "probe/k" of one that stops on outcomes. */
export const planName = (plan: ProbePlan | null): string => (plan === null ? "fixed" : `${plan.probe}/${plan.k}`);

const STOPPING_POLICIES = new Set<unknown>(["probe", "hazard"]);

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 1;

/** The row's plan when it stops on outcomes; null for fixed groups, no plan and plans that cannot be read. */
export function probePlan(row: Readonly<Record<string, unknown>>): ProbePlan | null {
  const plan = row.sampling_plan;
  if (!isRecord(plan) || !STOPPING_POLICIES.has(plan.policy)) return null;
  const { probe, k } = plan;
  return isCount(probe) && isCount(k) && probe < k ? { probe, k } : null;
}
