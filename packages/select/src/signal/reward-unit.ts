import { powerOfTwo } from "../hack-scan/graded-rows.js";

/** Rewards beyond this are divided before they are summed or squared: what comes of them is no number any more. */
const SQUARABLE = 1e100;

/** What rewards are divided by to keep their sums and squares finite: a power of two, which rounds nothing; mostly 1. */
export function rewardUnit(rewards: readonly number[]): number {
  const largest = rewards.reduce((most, reward) => Math.max(most, Math.abs(reward)), 0);
  return largest > SQUARABLE && largest < Number.POSITIVE_INFINITY ? powerOfTwo([largest]) : 1;
}

/** The mean of rewards, of which there must be one, however large they are. */
export function meanOfRewards(rewards: readonly number[]): number {
  const unit = rewardUnit(rewards);
  return (rewards.reduce((sum, reward) => sum + reward / unit, 0) / rewards.length) * unit;
}
