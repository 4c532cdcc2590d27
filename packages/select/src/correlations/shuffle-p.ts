import type { RandomStream } from "@whileai/core";
import { type Column, dot, strength } from "../hack-scan/column.js";
import type { GradedRows } from "../hack-scan/graded-rows.js";
import { shuffleInside } from "../hack-scan/shuffle-floor.js";

/** How often chance reaches a correlation: alone, and as the strongest of all that were looked at. */
export interface ShuffleP {
  readonly p: number;
  readonly adjustedP: number;
}

/** Slack for comparing correlations that are equal on paper. */
const SLACK = 1e-9;

/**
 * Two-sided p-values of correlations inside asks, from shuffles of the rewards inside each ask. The adjusted one counts
 * the shuffles in which any column reaches the correlation, so that looking at many features raises no alarms (Westfall
 * and Young 1993, single step). Null for a column or a reward that never varies inside an ask.
 */
export function shufflePs(
  columns: readonly (Column | null)[],
  graded: GradedRows,
  permutations: number,
  stream: RandomStream,
): (ShuffleP | null)[] {
  const varying = columns.filter((column): column is Column => column !== null && column.rho !== null);
  if (varying.length === 0) return columns.map(() => null);
  const alone = new Float64Array(varying.length);
  const together = new Float64Array(varying.length);
  const shuffled = graded.centred.slice();
  const scale = Math.sqrt(graded.squares);
  const reached = new Float64Array(varying.length);
  for (let draw = 0; draw < permutations; draw++) {
    shuffleInside(shuffled, graded.starts, stream);
    let largest = 0;
    for (const [index, column] of varying.entries()) {
      const rho = Math.abs(dot(column, shuffled)) / (column.norm * scale);
      reached[index] = rho;
      largest = Math.max(largest, rho);
    }
    for (const [index, column] of varying.entries()) {
      const needed = strength(column) - SLACK;
      if ((reached[index] as number) >= needed) alone[index] = (alone[index] as number) + 1;
      if (largest >= needed) together[index] = (together[index] as number) + 1;
    }
  }
  const share = (count: number) => (count + 1) / (permutations + 1);
  return columns.map((column) => {
    const index = column === null ? -1 : varying.indexOf(column);
    return index < 0 ? null : { p: share(alone[index] as number), adjustedP: share(together[index] as number) };
  });
}
