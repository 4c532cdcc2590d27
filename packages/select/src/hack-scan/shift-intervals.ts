import { type Interval, percentileInterval, type RandomStream } from "@whileai/core";
import { type AskSums, askSums, correlationOf, rewardSquares } from "./ask-sums.js";
import type { Column } from "./column.js";
import type { GradedRows } from "./graded-rows.js";

/** Draws of the bootstrap over asks. Convention. */
const SHIFT_DRAWS = 1000;
/** Level of the intervals. Convention. */
const SHIFT_LEVEL = 0.95;

/** One feature on two sides. */
export interface ColumnPair {
  readonly before: Column;
  readonly after: Column;
}

/**
 * Intervals of how much more strongly features go with the reward after than before. Asks are drawn again; one that both
 * sides answered is drawn for both at once.
 */
export function shiftIntervals(
  pairs: readonly ColumnPair[],
  before: GradedRows,
  after: GradedRows,
  stream: RandomStream,
): Interval[] {
  if (pairs.length === 0) return [];
  const sides = [sideSums(before), sideSums(after)] as const;
  const sums = pairs.map((pair) => [askSums(pair.before, before), askSums(pair.after, after)] as const);
  const strata = pairedAsks(before, after);
  const shifts = pairs.map(() => new Float64Array(SHIFT_DRAWS));
  for (let draw = 0; draw < SHIFT_DRAWS; draw++) {
    for (const { weights } of sides) weights.fill(0);
    for (const stratum of strata)
      for (let pick = 0; pick < stratum.length; pick++) {
        const [first, second] = stratum[stream.integer(stratum.length)] as readonly [number, number];
        if (first >= 0) add(sides[0].weights, first);
        if (second >= 0) add(sides[1].weights, second);
      }
    const rewards = sides.map(({ weights, squares }) => weighted(weights, squares));
    for (const [index, [old, now]] of sums.entries()) {
      const was = Math.abs(drawn(old, sides[0].weights, rewards[0] as number));
      const is = Math.abs(drawn(now, sides[1].weights, rewards[1] as number));
      (shifts[index] as Float64Array)[draw] = is - was;
    }
  }
  return shifts.map((values) => percentileInterval(values.sort(), SHIFT_LEVEL));
}

const sideSums = (graded: GradedRows) => ({
  weights: new Float64Array(graded.askKeys.length),
  squares: rewardSquares(graded),
});

/** Places of the asks on both sides (-1 for none): those that both have, then those of one side. */
function pairedAsks(before: GradedRows, after: GradedRows): (readonly [number, number])[][] {
  const placeAfter = new Map(after.askKeys.map((key, index) => [key, index]));
  const placeBefore = new Set(before.askKeys);
  const both: (readonly [number, number])[] = [];
  const lone: (readonly [number, number])[] = [];
  for (const [index, key] of before.askKeys.entries()) {
    const other = placeAfter.get(key);
    if (other === undefined) lone.push([index, -1]);
    else both.push([index, other]);
  }
  const fresh = [...after.askKeys.entries()]
    .filter(([, key]) => !placeBefore.has(key))
    .map(([index]) => [-1, index] as const);
  return [both, lone, fresh];
}

function drawn({ products, squares }: AskSums, weights: Float64Array, reward: number): number {
  return correlationOf(weighted(weights, products), weighted(weights, squares), reward);
}

function weighted(weights: Float64Array, values: Float64Array): number {
  let sum = 0;
  for (let ask = 0; ask < weights.length; ask++) sum += (weights[ask] as number) * (values[ask] as number);
  return sum;
}

function add(weights: Float64Array, place: number): void {
  weights[place] = (weights[place] as number) + 1;
}
