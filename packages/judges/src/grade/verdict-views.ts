import type { Row } from "@whileai/core";
import { verdictReward } from "./verdict-reward.js";

/** Rows without a usable verdict. Every row is in exactly one of the four views. */
export function unjudged<R extends Row>(rows: Iterable<R>): R[] {
  return [...rows].filter((row) => verdictReward(row) === undefined);
}

/** Rows judged right: reward 1. */
export function passes<R extends Row>(rows: Iterable<R>): R[] {
  return [...rows].filter((row) => verdictReward(row) === 1);
}

/** Rows judged wrong: reward 0. */
export function failures<R extends Row>(rows: Iterable<R>): R[] {
  return [...rows].filter((row) => verdictReward(row) === 0);
}

/** Rows judged in between: a reward above 0 and below 1. */
export function partials<R extends Row>(rows: Iterable<R>): R[] {
  return [...rows].filter((row) => {
    const reward = verdictReward(row);
    return reward !== undefined && reward > 0 && reward < 1;
  });
}
