import type { OptionRule } from "@whileai/core";

/** Lowest and highest pass rate that is neither too hard nor too easy, edges included. */
export type Band = readonly [low: number, high: number];

/** The pass rates worth training on (the product's promise; DAPO, arXiv:2503.14476, drops only 0 and 1). */
export const DEFAULT_BAND: Band = [0.2, 0.8];

/** Slack for rates that are equal on paper. */
const SLACK = 1e-9;

/** Complains about anything that is no pair 0 <= low <= high <= 1. */
export const bandRule: OptionRule = (value) => {
  const isBand =
    Array.isArray(value) &&
    value.length === 2 &&
    value.every((edge) => typeof edge === "number" && edge >= 0 && edge <= 1) &&
    value[0] <= value[1];
  return isBand ? undefined : "two shares between 0 and 1, the lower one first, such as [0.2, 0.8]";
};

/** Whether a rate lies in the band, edges included. */
export function inBand(rate: number, [low, high]: Band): boolean {
  return rate >= low - SLACK && rate <= high + SLACK;
}

/** Whether rewards differ: by more than rounding, and at least by `smallest` from the lowest to the highest. */
export function isSpread(rewards: readonly number[], smallest = 0): boolean {
  let low = rewards[0] as number;
  let high = low;
  for (const reward of rewards) {
    if (reward < low) low = reward;
    if (reward > high) high = reward;
  }
  return high - low > SLACK && high - low >= smallest - SLACK;
}
