import { type Column, dotPart, eachAsk, spread } from "./column.js";
import type { GradedRows } from "./graded-rows.js";

/** What a correlation inside asks is made of, ask by ask, so that asks can be drawn again. */
export interface AskSums {
  /** Sums of feature times centred reward. */
  readonly products: Float64Array;
  /** Sums of squares of the feature around its ask mean. */
  readonly squares: Float64Array;
}

/** A column's part in each ask. */
export function askSums(column: Column, graded: GradedRows): AskSums {
  const products = new Float64Array(graded.askKeys.length);
  const squares = new Float64Array(graded.askKeys.length);
  eachAsk(column.rows, graded, (from, to, ask, size) => {
    products[ask] = dotPart(column, graded.centred, from, to);
    squares[ask] = spread(column, from, to, size);
  });
  return { products, squares };
}

/** The reward's sum of squares around the mean of each ask. */
export function rewardSquares({ centred, ask, askKeys }: GradedRows): Float64Array {
  const squares = new Float64Array(askKeys.length);
  for (let row = 0; row < centred.length; row++) {
    const group = ask[row] as number;
    squares[group] = (squares[group] as number) + (centred[row] as number) ** 2;
  }
  return squares;
}

/** The correlation that sums over asks amount to; 0 where feature or reward does not vary. */
export function correlationOf(product: number, square: number, reward: number): number {
  return square > 0 && reward > 0 ? Math.max(-1, Math.min(1, product / Math.sqrt(square * reward))) : 0;
}
