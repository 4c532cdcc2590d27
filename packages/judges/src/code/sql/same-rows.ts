/** A cell as SQLite gives it. */
export type SqlCell = number | string | Uint8Array | null;

/** Rows that are not equal outright and are still compared one with each other; beyond this results differ anyway. */
const MOST_UNEQUAL = 2000;

const keyOf = (row: readonly SqlCell[]): string =>
  JSON.stringify(row.map((cell) => (cell instanceof Uint8Array ? { blob: [...cell] } : cell)));

function sameCells(left: readonly SqlCell[], right: readonly SqlCell[], tolerance: number): boolean {
  if (left.length !== right.length) return false;
  return left.every((cell, index) => {
    const other = right[index] as SqlCell;
    if (typeof cell === "number" && typeof other === "number")
      return Math.abs(cell - other) <= tolerance * Math.max(1, Math.abs(cell), Math.abs(other));
    return keyOf([cell]) === keyOf([other]);
  });
}

/**
 * Whether two results are the same: the same rows as often, in the same order only where order is asked for. Column names play no part,
 * column order does; numbers may differ by `tolerance`, absolutely below 1 and relatively above.
 */
export function sameRows(
  left: readonly (readonly SqlCell[])[],
  right: readonly (readonly SqlCell[])[],
  isOrdered: boolean,
  tolerance: number,
): boolean {
  if (left.length !== right.length) return false;
  if (isOrdered) return left.every((row, index) => sameCells(row, right[index] as readonly SqlCell[], tolerance));
  const counts = new Map<string, number>();
  for (const row of right) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
  const unequal = left.filter((row) => {
    const count = counts.get(keyOf(row)) ?? 0;
    if (count > 0) counts.set(keyOf(row), count - 1);
    return count === 0;
  });
  if (unequal.length > MOST_UNEQUAL) return false;
  const rest = right.filter((row) => {
    const count = counts.get(keyOf(row)) ?? 0;
    if (count > 0) counts.set(keyOf(row), count - 1);
    return count > 0;
  });
  return unequal.every((row) => {
    const found = rest.findIndex((other) => sameCells(row, other, tolerance));
    if (found >= 0) rest.splice(found, 1);
    return found >= 0;
  });
}
