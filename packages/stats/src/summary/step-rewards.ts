import { isRecord, type Row, scalarReward } from "@whileai/core";
import { readableNumber } from "../metric/readable-number.js";

/** How the rewards of a rollout's steps become one number. */
export const STEP_REDUCTIONS = ["mean", "sum", "last"] as const;

/** `mean` over the rewarded steps, their `sum` (the undiscounted return), or the `last` one. */
export type StepReduction = (typeof STEP_REDUCTIONS)[number];

/** The steps of a rollout that a reward could be on, and their rewards. */
export interface StepRewards {
  readonly rewards: readonly number[];
  /** Steps of the agent without a readable reward, in a rollout where others have one. */
  readonly nUnrewarded: number;
}

/**
 * The readable `reward`s of a row's own steps. Steps of the user and steps that a branched rollout was given (`prefix`)
 * are none of them.
 */
export function stepRewards(row: unknown): StepRewards {
  const steps: unknown = isRecord(row) ? row.steps : undefined;
  const rewards: number[] = [];
  let nUnrewarded = 0;
  for (const step of Array.isArray(steps) ? steps : []) {
    if (!isRecord(step) || step.prefix === true || (step.user !== undefined && step.reward === undefined)) continue;
    const reward = readableNumber(scalarReward(step));
    if (reward === null) nUnrewarded++;
    else rewards.push(reward);
  }
  return { rewards, nUnrewarded: rewards.length === 0 ? 0 : nUnrewarded };
}

function reduced(rewards: readonly number[], reduction: StepReduction): number | null {
  if (rewards.length === 0) return null;
  if (reduction === "last") return rewards.at(-1) as number;
  const sum = rewards.reduce((total, reward) => total + reward, 0);
  return reduction === "sum" ? sum : sum / rewards.length;
}

/** A row whose `reward` is that of its steps; null when no step has one. */
export function withStepReward(row: Row, rewards: readonly number[], reduction: StepReduction): Row {
  return { ...row, reward: reduced(rewards, reduction) };
}
