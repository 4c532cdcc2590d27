/**
 * Standard deviation of one task's difference when every task passes with chance `base` before and base + effect after,
 * k rollouts a side: √((p(1-p) + q(1-q))/k).
 */
export function uniformTaskStd(base: number, effect: number, k: number): number {
  const after = Math.min(1, base + effect);
  return Math.sqrt((base * (1 - base) + after * (1 - after)) / k);
}

/** The same when the fewest tasks carry the whole gain: these go from `base` to 1, the others stay. */
export function concentratedTaskStd(base: number, effect: number, k: number): number {
  const gain = Math.min(1 - base, effect);
  const share = gain / (1 - base);
  const noise = base * (1 - base);
  return Math.sqrt(((1 - share) * 2 * noise + share * noise) / k + (gain * gain * (1 - share)) / share);
}

/** The sample standard deviation, n - 1 below; 0 for fewer than two values. Summed in ascending order. */
export function sampleStd(values: ArrayLike<number>): number {
  if (values.length < 2) return 0;
  const sorted = Float64Array.from(values).sort();
  // The mean of equal values may be another number, by rounding.
  if (sorted[0] === sorted.at(-1)) return 0;
  const mean = sorted.reduce((sum, value) => sum + value, 0) / sorted.length;
  return Math.sqrt(sorted.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (sorted.length - 1));
}
