import { DEFAULT_DRAWS, derive, type RandomStream } from "@whileai/core";
import type { TaskCount } from "./cell-board.js";

/** About the most rollouts that are drawn, and the fewest draws whatever the number of tasks. */
const MAX_ROLLOUTS_DRAWN = 2e7;
const MIN_DRAWS = 400;
/** Differences this close are ties: rates of few rollouts tie often. */
const TIE = 1e-9;

const byCount = (left: TaskCount, right: TaskCount): number =>
  left.graded - right.graded || left.failures - right.failures;

/** The fail rate of some of a task's rollouts, drawn without replacement. */
function thinnedRate({ graded, failures }: TaskCount, size: number, stream: RandomStream): number {
  if (graded <= size) return failures / graded;
  let [left, bad, drawn] = [graded, failures, 0];
  for (let draw = 0; draw < size; draw++) {
    if (stream.integer(left) < bad) {
      bad--;
      drawn++;
    }
    left--;
  }
  return drawn / size;
}

/** |difference of means| when the first `size` values are one side. */
function distance(values: Float64Array, size: number, total: number): number {
  let sum = 0;
  for (let index = 0; index < size; index++) sum += values[index] as number;
  return Math.abs(sum / size - (total - sum) / (values.length - size));
}

/**
 * The two-sample permutation p-value for sides whose tasks have different numbers of rollouts: the rate of one rollout is
 * 0 or 1, that of eight hardly ever, so tasks of the two sides are not exchangeable though the agent is alike on both. In
 * each draw every task keeps at most `size` of its rollouts at random, and then the tasks are dealt out anew.
 */
export function thinnedPermutationP(one: readonly TaskCount[], other: readonly TaskCount[], size: number): number {
  const stream = derive(0, "thinned-permutation");
  // In a fixed order, so that draws do not depend on that of the tasks.
  const tasks = [...[...one].sort(byCount), ...[...other].sort(byCount)];
  const affordable = Math.floor(MAX_ROLLOUTS_DRAWN / (tasks.length * size));
  const draws = Math.max(MIN_DRAWS, Math.min(DEFAULT_DRAWS, affordable));
  let hits = 0;
  for (let draw = 0; draw < draws; draw++) {
    const values = Float64Array.from(tasks, (task) => thinnedRate(task, size, stream));
    const total = values.reduce((sum, value) => sum + value, 0);
    const observed = distance(values, one.length, total);
    for (let index = 0; index < one.length; index++) {
      const chosen = index + stream.integer(values.length - index);
      const value = values[chosen] as number;
      values[chosen] = values[index] as number;
      values[index] = value;
    }
    if (distance(values, one.length, total) >= observed - TIE) hits++;
  }
  return (hits + 1) / (draws + 1);
}
