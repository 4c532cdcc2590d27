import type { Note, SamplingPlan } from "@whileai/core";
import type { StopRule } from "./stop-rule.js";

/**
 * The sampling plan as rows tell it. Groups that a stop rule may end by their own outcomes are no fixed groups: averaging
 * them is biased, as it is for groups that were probed. They are told as probed ones, with the rollouts that every prompt
 * gets as the probe, so that whoever reads the rows takes pass@1 from those.
 */
export function rowPlan(plan: SamplingPlan, rule: StopRule | undefined): SamplingPlan {
  if (plan.probe !== undefined) return plan;
  const first = rule?.firstDecision(plan.k) ?? plan.k;
  return first < plan.k ? { policy: "probe", probe: first, k: plan.k } : plan;
}

/** Tells the reader of a report why rows say another plan than was asked for. */
export function rowPlanNotes(asked: SamplingPlan, told: SamplingPlan): Note[] {
  if (asked === told) return [];
  return [
    {
      code: "stopped_groups",
      severity: "info",
      message: `A prompt may end after ${told.probe} of its ${told.k} rollouts, so rows say sampling_plan "probe", and pass@1 is read from the first ${told.probe} of each prompt.`,
    },
  ];
}
