import { mean, normalTwoSidedTail } from "@whileai/core";
import {
  type PermutationResult,
  type TwoSamplePermutationOptions,
  twoSamplePermutationP,
} from "./two-sample-permutation-p.js";

/** Rollouts of one task, and on how many of them something happened (a pass, a failure). */
export interface TaskRollouts {
  readonly rollouts: number;
  readonly events: number;
}

/** A two-sample result, unless the bound for uneven sides was larger. */
export type TwoSampleRolloutsResult = Omit<PermutationResult, "method"> & {
  readonly method: PermutationResult["method"] | "bounded";
};

/** Above this ratio of rollouts a task, the sides are uneven. Convention. */
const MOST_UNEVEN = 1.25;
/** From so many rollouts a task on, rates are even enough to be dealt out (simulated: at most 5.3% false alarms). */
const ENOUGH_ROLLOUTS = 3;

const rateOf = ({ events, rollouts }: TaskRollouts): number => events / rollouts;

/** Rollouts a task that say as much: the harmonic mean, as the spread of a rate goes with one over their number. */
const rolloutsATask = (tasks: readonly TaskRollouts[]): number =>
  1 / (mean(tasks.map(({ rollouts }) => 1 / rollouts)) ?? 1);

/**
 * The two-sample permutation p-value for tasks of so many rollouts each. Where one side has one or two rollouts a task and
 * the other more, tasks are not exchangeable though the agent is alike on both: the rate of one rollout is 0 or 1, that of
 * eight hardly ever. The result is then at least the normal p-value with the spread that rates of single rollouts have,
 * which no task's rate exceeds; it errs on the safe side.
 */
export function twoSampleRolloutsP(
  one: readonly TaskRollouts[],
  other: readonly TaskRollouts[],
  options?: TwoSamplePermutationOptions,
): TwoSampleRolloutsResult {
  const [left, right] = [one.map(rateOf), other.map(rateOf)];
  const dealt = twoSamplePermutationP(left, right, options);
  const [fewest, most] = [rolloutsATask(one), rolloutsATask(other)].sort((a, b) => a - b) as [number, number];
  if (fewest >= ENOUGH_ROLLOUTS || most <= MOST_UNEVEN * fewest) return dealt;
  const pooled = mean([...left, ...right]) ?? 0;
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / one.length + 1 / other.length));
  const distance = Math.abs((mean(left) ?? 0) - (mean(right) ?? 0));
  const p = error > 0 ? normalTwoSidedTail(distance / error) : 1;
  return p <= dealt.p ? dealt : { p, midP: null, method: "bounded" };
}
