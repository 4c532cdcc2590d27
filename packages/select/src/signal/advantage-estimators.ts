import { isSpread } from "./band.js";
import { rewardUnit } from "./reward-unit.js";

/** How a trainer turns the rewards of one group into advantages. */
export type AdvantageEstimator = "grpo" | "drGrpo" | "rloo" | "dapo";

/** All estimators, in the order in which reports list them. */
export const ADVANTAGE_ESTIMATORS: readonly AdvantageEstimator[] = ["grpo", "drGrpo", "rloo", "dapo"];

/** Their names as the papers write them. */
export const ESTIMATOR_NAMES: Readonly<Record<AdvantageEstimator, string>> = {
  grpo: "GRPO",
  drGrpo: "Dr. GRPO",
  rloo: "RLOO",
  dapo: "DAPO",
};

/** What TRL adds to the standard deviation before it divides by it; verl adds 1e-6, the paper nothing. */
export const DEFAULT_EPSILON = 1e-4;

/**
 * The advantages of one group's rewards; null where the estimator gives none.
 *
 * - `grpo` (Shao et al. 2024, arXiv:2402.03300): (r - mean) / (SD + epsilon), with the sample SD that TRL and verl use.
 * - `drGrpo` (Liu et al. 2025, arXiv:2503.20783): r - mean.
 * - `rloo` (Ahmadian et al. 2024, arXiv:2402.14740): r - mean of the other rollouts.
 * - `dapo` (Yu et al. 2025, arXiv:2503.14476): as `grpo`; its dynamic sampling leaves groups without spread out.
 *
 * A single rollout has nothing to be compared with: null under every estimator.
 */
export function advantagesOf(
  rewards: readonly number[],
  estimator: AdvantageEstimator,
  epsilon: number,
): (number | null)[] {
  const n = rewards.length;
  if (n < 2) return rewards.map(() => null);
  // A group without spread is told apart by its rewards: rounding leaves a deviation that is not quite zero.
  if (!isSpread(rewards)) return rewards.map(() => (estimator === "dapo" ? null : 0));
  const unit = rewardUnit(rewards);
  const mean = rewards.reduce((sum, reward) => sum + reward / unit, 0) / n;
  const centred = rewards.map((reward) => reward / unit - mean);
  if (estimator === "drGrpo") return centred.map((distance) => distance * unit);
  if (estimator === "rloo") return centred.map((distance) => ((distance * n) / (n - 1)) * unit);
  const deviation = Math.sqrt(centred.reduce((sum, distance) => sum + distance * distance, 0) / (n - 1));
  return centred.map((distance) => distance / (deviation + epsilon / unit));
}

/** What the weight of a token is made of. */
export interface TokenCounts {
  /** Rollouts of the group that have an advantage. */
  readonly rollouts: number;
  /** Tokens of the rollout; null when unknown. */
  readonly own: number | null;
  /** Tokens of all rollouts of the group; null when one is unknown. */
  readonly group: number | null;
  /** The constant that Dr. GRPO divides by; null when unknown. */
  readonly budget: number | null;
}

/**
 * The factor of one token's term in the group's loss. GRPO averages inside a rollout first, so that tokens of long
 * replies count less; DAPO averages over all tokens of the group; Dr. GRPO divides by a constant; RLOO takes the whole
 * sequence.
 */
export function tokenWeight(
  estimator: AdvantageEstimator,
  { rollouts, own, group, budget }: TokenCounts,
): number | null {
  if (estimator === "rloo") return 1 / rollouts;
  if (estimator === "dapo") return inverse(group);
  const each = inverse(estimator === "grpo" ? own : budget);
  return each === null ? null : each / rollouts;
}

function inverse(count: number | null): number | null {
  return count === null || count <= 0 ? null : 1 / count;
}
