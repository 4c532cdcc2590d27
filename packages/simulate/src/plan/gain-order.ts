import { combination, type Interaction } from "./interactions.js";

/**
 * The rows again, each the one that adds most combinations not covered by those before it; the earlier row on a tie.
 * Gains only shrink as rows are taken, so a row is counted afresh only while its last known gain leads.
 */
export function byGain<Row extends ArrayLike<number>>(
  rows: readonly Row[],
  levels: readonly number[],
  interactions: readonly Interaction[],
): { rows: Row[]; covered: number } {
  const missing = interactions.map((one) => one.feasible.slice());
  const codes = rows.map((row) => interactions.map((one) => combination(row, one.axes, levels)));
  const gainOf = (index: number): number => {
    let gain = 0;
    for (const [at, code] of (codes[index] as number[]).entries()) if (missing[at]?.[code] === 1) gain++;
    return gain;
  };
  const buckets: number[][] = Array.from({ length: interactions.length + 1 }, () => []);
  for (let index = rows.length - 1; index >= 0; index--) buckets[interactions.length]?.push(index);
  const ordered: Row[] = [];
  let covered = 0;
  for (let level = interactions.length; level >= 0; ) {
    const bucket = buckets[level] as number[];
    const index = bucket.pop();
    if (index === undefined) {
      level--;
      (buckets[level] as number[] | undefined)?.sort((a, b) => b - a);
      continue;
    }
    const gain = gainOf(index);
    if (gain < level) {
      buckets[gain]?.push(index);
      continue;
    }
    covered += gain;
    ordered.push(rows[index] as Row);
    for (const [at, code] of (codes[index] as number[]).entries()) {
      const set = missing[at] as Uint8Array;
      if (code >= 0) set[code] = 0;
    }
  }
  return { rows: ordered, covered };
}
