import type { RandomStream } from "@whileai/core";
import { type Column, strength } from "./column.js";
import type { GradedRows } from "./graded-rows.js";

/** Draws of the bootstrap over asks. Convention. */
const LEAD_DRAWS = 1000;
/** Lower end of the two-sided 95% interval. Convention. */
const LOWER_TAIL = 0.025;

/**
 * Whether one feature really goes with the reward more closely than another: the 95% bootstrap interval over asks of the
 * difference of their |rho| lies above 0.
 */
export function leadIsClear(ahead: Column, behind: Column, graded: GradedRows, stream: RandomStream): boolean {
  if (strength(ahead) <= strength(behind)) return false;
  const nAsks = graded.starts.length - 1;
  const first = askSums(ahead, graded);
  const second = askSums(behind, graded);
  const rewards = new Float64Array(nAsks);
  for (let row = 0; row < graded.centred.length; row++) {
    const ask = graded.ask[row] as number;
    rewards[ask] = (rewards[ask] as number) + (graded.centred[row] as number) ** 2;
  }
  const leads = new Float64Array(LEAD_DRAWS);
  for (let draw = 0; draw < LEAD_DRAWS; draw++) {
    const sums = [0, 0, 0, 0, 0];
    for (let pick = 0; pick < nAsks; pick++) {
      const ask = stream.integer(nAsks);
      sums[0] = (sums[0] as number) + (first.products[ask] as number);
      sums[1] = (sums[1] as number) + (first.squares[ask] as number);
      sums[2] = (sums[2] as number) + (second.products[ask] as number);
      sums[3] = (sums[3] as number) + (second.squares[ask] as number);
      sums[4] = (sums[4] as number) + (rewards[ask] as number);
    }
    const [product, square, otherProduct, otherSquare, reward] = sums as [number, number, number, number, number];
    leads[draw] = correlation(product, square, reward) - correlation(otherProduct, otherSquare, reward);
  }
  leads.sort();
  return (leads[Math.floor(LOWER_TAIL * LEAD_DRAWS)] as number) > 0;
}

function correlation(product: number, square: number, reward: number): number {
  return square > 0 && reward > 0 ? Math.min(1, Math.abs(product) / Math.sqrt(square * reward)) : 0;
}

/** Products with the centred reward and sums of squares around the mean, ask by ask. */
function askSums({ rows, values }: Column, { ask, starts, centred }: GradedRows) {
  const nAsks = starts.length - 1;
  const products = new Float64Array(nAsks);
  const sums = new Float64Array(nAsks);
  const squares = new Float64Array(nAsks);
  for (let entry = 0; entry < rows.length; entry++) {
    const row = rows[entry] as number;
    const group = ask[row] as number;
    const value = values === null ? 1 : (values[entry] as number);
    products[group] = (products[group] as number) + value * (centred[row] as number);
    sums[group] = (sums[group] as number) + value;
    squares[group] = (squares[group] as number) + value * value;
  }
  for (let group = 0; group < nAsks; group++) {
    const size = (starts[group + 1] as number) - (starts[group] as number);
    squares[group] = Math.max(0, (squares[group] as number) - (sums[group] as number) ** 2 / size);
  }
  return { products, squares };
}
