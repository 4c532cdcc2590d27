import { derive, jsonText, sha256Hex } from "@whileai/core";
import type { PairOrder } from "./pair-decision.js";

/** In which orders a pair is shown. */
export interface PairOrdering {
  /** Ask twice, in both orders. */
  readonly swap: boolean;
  /** Seed of the order where a pair is shown once. */
  readonly seed: number;
}

/** Both orders of a pair, or one that is drawn: always showing one side first would take a liking for the first for a verdict. */
export function pairOrders(pair: object, { swap, seed }: PairOrdering): PairOrder[] {
  if (swap) return ["chosen_first", "rejected_first"];
  return [derive(seed, "pair order", sha256Hex(jsonText(pair))).pick(["chosen_first", "rejected_first"])];
}
