const MAX_HALVINGS = 200;

/**
 * The x of at least 0 at which a falling tail probability comes down to `share`, by halving: as exact as the tail.
 *
 * @example
 * invertTail(normalTwoSidedTail, 0.05); // 1.95996398454...
 */
export function invertTail(tail: (x: number) => number, share: number): number {
  let [low, high] = [0, 1];
  while (tail(high) > share) [low, high] = [high, high * 2];
  for (let halving = 0; halving < MAX_HALVINGS; halving++) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (tail(middle) > share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
