import { derive, type Row, rolloutId } from "@whileai/core";

/**
 * Rows in an order drawn from the seed: the same for the same rows, in whatever order they come, so that a sample of them
 * is too. Rows that `rolloutId` does not tell apart keep their order.
 */
export function seededOrder<R extends Row>(rows: readonly R[], seed: number | string, purpose: string): R[] {
  return rows
    .map((row) => ({ row, rank: derive(seed, purpose, rolloutId(row)).uniform() }))
    .sort((left, right) => left.rank - right.rank)
    .map(({ row }) => row);
}
