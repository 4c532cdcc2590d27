/** How many ways there are to choose `size` of `n` things; Infinity once that passes the limit. */
export function waysToChoose(n: number, size: number, limit: number): number {
  let ways = 1;
  for (let index = 1; index <= size; index++) {
    ways = (ways * (n - size + index)) / index;
    if (ways > limit) return Number.POSITIVE_INFINITY;
  }
  return Math.round(ways);
}
