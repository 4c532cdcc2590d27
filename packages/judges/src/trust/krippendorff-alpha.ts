/** Krippendorff's alpha, or why there is none. */
export interface AlphaResult {
  readonly alpha: number | null;
  /** No row has two labels, or all labels are the same: then chance cannot be told from agreement. */
  readonly reason: "no_pairs" | "one_class" | null;
  /** Labels on rows that have at least two. */
  readonly n: number;
}

/**
 * Krippendorff's alpha for 0/1 labels (nominal): 1 - observed / expected disagreement. Any number of annotators, and rows
 * may lack some of them; rows with fewer than two labels do not count.
 *
 * @param units - The labels of each row.
 *
 * @example
 * krippendorffAlpha([[1, 1], [0, 0], [1, 0]]).alpha; // 0.444…
 */
export function krippendorffAlpha(units: readonly (readonly (0 | 1)[])[]): AlphaResult {
  let [zeros, ones] = [0, 0];
  // Ordered pairs that differ, by how many labels their row has: whole numbers, whose sum no order of rows changes.
  const differing: number[] = [];
  for (const labels of units) {
    if (labels.length < 2) continue;
    const own = labels.filter((label) => label === 1).length;
    ones += own;
    zeros += labels.length - own;
    differing[labels.length] = (differing[labels.length] ?? 0) + 2 * own * (labels.length - own);
  }
  const n = zeros + ones;
  const disagreement = differing.reduce((sum, count, size) => sum + count / (size - 1), 0);
  if (n === 0) return { alpha: null, reason: "no_pairs", n };
  if (zeros === 0 || ones === 0) return { alpha: null, reason: "one_class", n };
  return { alpha: 1 - ((n - 1) * disagreement) / (2 * zeros * ones), reason: null, n };
}
