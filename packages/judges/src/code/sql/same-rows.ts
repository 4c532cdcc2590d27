/** A cell as SQLite gives it: whole numbers are of any size, and numbers that are not whole. */
type SqlCell = bigint | number | string | Uint8Array | null;
export type SqlRow = readonly SqlCell[];

/** Rows that are not equal outright and are still compared one with each other; beyond this results differ anyway. */
const MOST_UNEQUAL = 2000;

const isWhole = (cell: SqlCell): boolean =>
  typeof cell === "bigint" || (typeof cell === "number" && Number.isSafeInteger(cell));

/** A text that two cells share only when they are equal; 3 and 3.0 are. */
function keyOf(cell: SqlCell): string {
  if (cell === null) return "null";
  if (typeof cell === "string") return JSON.stringify(cell);
  if (cell instanceof Uint8Array) return `x${Buffer.from(cell).toString("hex")}`;
  return isWhole(cell) ? String(BigInt(cell)) : `r${cell}`;
}

const rowKey = (row: SqlRow): string => row.map(keyOf).join(",");

function sameCells(left: SqlRow, right: SqlRow, tolerance: number): boolean {
  if (left.length !== right.length) return false;
  return left.every((cell, index) => {
    const other = right[index] as SqlCell;
    if (keyOf(cell) === keyOf(other)) return true;
    // Two whole numbers that differ are two numbers, not noise.
    if (!isNumber(cell) || !isNumber(other) || (isWhole(cell) && isWhole(other))) return false;
    const [a, b] = [Number(cell), Number(other)];
    if (!Number.isFinite(a) || !Number.isFinite(b)) return false;
    return Math.abs(a - b) <= tolerance * Math.max(1, Math.min(Math.abs(a), Math.abs(b)));
  });
}

const isNumber = (cell: SqlCell): cell is bigint | number => typeof cell === "bigint" || typeof cell === "number";

/** Whether two results hold the same rows as often, in whatever order. */
export function sameRows(left: readonly SqlRow[], right: readonly SqlRow[], tolerance: number): boolean {
  if (left.length !== right.length) return false;
  const counts = new Map<string, number>();
  for (const row of right) counts.set(rowKey(row), (counts.get(rowKey(row)) ?? 0) + 1);
  const take = (row: SqlRow): boolean => {
    const count = counts.get(rowKey(row)) ?? 0;
    if (count > 0) counts.set(rowKey(row), count - 1);
    return count > 0;
  };
  const unequal = left.filter((row) => !take(row));
  if (unequal.length > MOST_UNEQUAL) return false;
  const rest = right.filter(take);
  return unequal.every((row) => {
    const found = rest.findIndex((other) => sameCells(row, other, tolerance));
    if (found >= 0) rest.splice(found, 1);
    return found >= 0;
  });
}

/**
 * Whether two results hold the same rows in the same order. Rows that `keys`, one for each row of the right, does not tell apart may stand in
 * any order among themselves.
 */
export function sameOrder(
  left: readonly SqlRow[],
  right: readonly SqlRow[],
  keys: readonly string[] | undefined,
  tolerance: number,
): boolean {
  if (left.length !== right.length) return false;
  for (let start = 0, end = 0; start < right.length; start = end) {
    end = start + 1;
    while (keys !== undefined && end < right.length && keys[end] === keys[start]) end++;
    if (!sameRows(left.slice(start, end), right.slice(start, end), tolerance)) return false;
  }
  return true;
}
