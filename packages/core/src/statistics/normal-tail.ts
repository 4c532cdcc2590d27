const SERIES_BELOW = 3;
const CONTINUED_FRACTION_DEPTH = 200;

/**
 * The chance that a standard normal value lies further from 0 than `z`, on either side.
 *
 * @example
 * normalTwoSidedTail(1.959963984540054); // 0.05
 */
export function normalTwoSidedTail(z: number): number {
  const x = Math.abs(z);
  const density = Math.exp((-x * x) / 2) * Math.sqrt(2 / Math.PI);
  if (x < SERIES_BELOW) {
    // P(|Z| ≤ x) = 2 φ(x) (x + x³/3 + x⁵/15 + …)
    let term = x;
    let sum = x;
    for (let odd = 3; term > sum * 1e-17; odd += 2) {
      term *= (x * x) / odd;
      sum += term;
    }
    return 1 - density * sum;
  }
  // Mills' ratio as the continued fraction 1/(x + 1/(x + 2/(x + 3/(x + …)))).
  let fraction = x;
  for (let depth = CONTINUED_FRACTION_DEPTH; depth >= 1; depth--) fraction = x + depth / fraction;
  return density / fraction;
}
