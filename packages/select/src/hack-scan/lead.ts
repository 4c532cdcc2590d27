import { percentileInterval, type RandomStream } from "@whileai/core";
import { askSums, correlationOf, rewardSquares } from "./ask-sums.js";
import { type Column, strength } from "./column.js";
import type { GradedRows } from "./graded-rows.js";

/** Draws of the bootstrap over asks. Convention. */
const LEAD_DRAWS = 1000;
/** Level of the two-sided interval. Convention. */
const LEAD_LEVEL = 0.95;

/**
 * Whether one feature really goes with the reward more closely than another that is paid: the 95% bootstrap interval
 * over asks of the difference, each in its own direction, lies above 0.
 */
export function leadIsClear(ahead: Column, behind: Column, graded: GradedRows, stream: RandomStream): boolean {
  if (strength(ahead) <= (behind.rho ?? 0)) return false;
  const sign = (ahead.rho ?? 0) < 0 ? -1 : 1;
  const nAsks = graded.askKeys.length;
  const first = askSums(ahead, graded);
  const second = askSums(behind, graded);
  const rewards = rewardSquares(graded);
  const leads = new Float64Array(LEAD_DRAWS);
  for (let draw = 0; draw < LEAD_DRAWS; draw++) {
    let product = 0;
    let square = 0;
    let otherProduct = 0;
    let otherSquare = 0;
    let reward = 0;
    for (let pick = 0; pick < nAsks; pick++) {
      const ask = stream.integer(nAsks);
      product += first.products[ask] as number;
      square += first.squares[ask] as number;
      otherProduct += second.products[ask] as number;
      otherSquare += second.squares[ask] as number;
      reward += rewards[ask] as number;
    }
    leads[draw] = sign * correlationOf(product, square, reward) - correlationOf(otherProduct, otherSquare, reward);
  }
  return percentileInterval(leads.sort(), LEAD_LEVEL).low > 0;
}
