import { DEFAULT_DRAWS, type RandomStream, resamplingStream } from "@whileai/core";
import type { ResamplingOptions } from "./resampling-options.js";
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

/** A two-sample result, where uneven sides had their tasks thinned. */
export type TwoSampleRolloutsResult = Omit<PermutationResult, "method"> & {
  readonly method: PermutationResult["method"] | "thinned";
};

/** Above this ratio of rollouts a task, tasks of the two sides are not taken as they are. Convention. */
const MOST_UNEVEN = 1.25;
/** About the most rollouts that are drawn, and the fewest draws whatever the number of tasks. */
const MAX_ROLLOUTS_DRAWN = 2e7;
const MIN_DRAWS = 400;
/** Differences this close are ties: rates of few rollouts tie often. */
const TIE = 1e-9;

const rateOf = ({ events, rollouts }: TaskRollouts): number => events / rollouts;

const order = (left: TaskRollouts, right: TaskRollouts): number =>
  left.rollouts - right.rollouts || left.events - right.events;

/** Two sides in an order of their own, so that draws depend neither on that of the tasks nor on which side is which. */
function inFixedOrder(one: readonly TaskRollouts[], other: readonly TaskRollouts[]): [TaskRollouts[], TaskRollouts[]] {
  const [left, right] = [[...one].sort(order), [...other].sort(order)];
  const byContents = () => left.map((task, index) => order(task, right[index] as TaskRollouts)).find(Boolean) ?? 0;
  return (left.length - right.length || byContents()) > 0 ? [right, left] : [left, right];
}

/** Rollouts a task that say as much: the harmonic mean, as the spread of a rate goes with one over their number. */
const rolloutsATask = (sorted: readonly TaskRollouts[]): number =>
  sorted.length / sorted.reduce((sum, { rollouts }) => sum + 1 / rollouts, 0);

/** The rate of some of a task's rollouts, drawn without replacement. */
function thinnedRate({ rollouts, events }: TaskRollouts, size: number, stream: RandomStream): number {
  if (rollouts <= size) return events / rollouts;
  let [left, marked, drawn] = [rollouts, events, 0];
  for (let draw = 0; draw < size; draw++) {
    if (stream.integer(left) < marked) {
      marked--;
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

function byThinning(
  one: TaskRollouts[],
  other: TaskRollouts[],
  size: number,
  { draws: wanted = DEFAULT_DRAWS, seed = 0 }: ResamplingOptions,
): number {
  const stream = resamplingStream(seed, "thinned-permutation");
  const tasks = [...one, ...other];
  const affordable = Math.floor(MAX_ROLLOUTS_DRAWN / (tasks.length * size));
  const draws = Math.max(MIN_DRAWS, Math.min(wanted, affordable));
  const values = new Float64Array(tasks.length);
  let hits = 0;
  for (let draw = 0; draw < draws; draw++) {
    let total = 0;
    for (const [index, task] of tasks.entries()) total += values[index] = thinnedRate(task, size, stream);
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

/**
 * The two-sample permutation p-value for tasks of so many rollouts each. Where the two sides have about as many a task it
 * is {@link twoSamplePermutationP} of their rates. Where not, the rate of one rollout is 0 or 1, that of eight hardly ever,
 * and tasks of the two sides are not exchangeable though the agent is alike on both: in each draw every task then keeps
 * only as many of its rollouts as the poorer side has, at random, before the tasks are dealt out anew.
 */
export function twoSampleRolloutsP(
  one: readonly TaskRollouts[],
  other: readonly TaskRollouts[],
  options: TwoSamplePermutationOptions = {},
): TwoSampleRolloutsResult {
  const [left, right] = inFixedOrder(one, other);
  const sizes = [rolloutsATask(left), rolloutsATask(right)];
  const fewest = Math.min(...sizes);
  if (!(Math.max(...sizes) > MOST_UNEVEN * fewest))
    return twoSamplePermutationP(one.map(rateOf), other.map(rateOf), options);
  const size = Math.max(1, Math.round(fewest));
  return { p: byThinning(left, right, size, options), midP: null, method: "thinned" };
}
