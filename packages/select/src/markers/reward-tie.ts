import type { Row } from "@whileai/core";
import { makeColumn } from "../hack-scan/column.js";
import { type GradedRows, gradedRows } from "../hack-scan/graded-rows.js";
import { DEFAULT_MINIMUM_OBSERVATIONS } from "../hack-scan/hack-scan-options.js";

/** Correlation from which the reward is said to pay for something. Convention. */
const PAID = 0.3;

/** How the reward goes with something that a row shows or does not show. */
export interface RewardTie {
  /** Inside asks, where difficulty cannot fake it; null when nothing varies there. */
  readonly within: number | null;
  /** Over all graded rows; null when nothing varies. */
  readonly pooled: number | null;
  /** At least +0.3 inside asks (over all rows where no ask can tell), on at least 20 graded rows. */
  readonly flagged: boolean;
}

/** Correlates the reward with whether a row shows something. Rows that could not be read (null) are left out. */
export function rewardTie(all: GradedRows, shows: (row: Row) => boolean | null): RewardTie {
  const readable = all.rows.filter((row) => shows(row) !== null);
  const graded = readable.length === all.rows.length ? all : gradedRows(readable);
  const indices: number[] = [];
  for (const [index, row] of graded.rows.entries()) if (shows(row)) indices.push(index);
  const column = makeColumn({ name: "", rows: Int32Array.from(indices), values: null }, graded);
  const within = column?.rho ?? null;
  const pooled = column?.pooled ?? null;
  const flagged = (within ?? pooled ?? 0) >= PAID && graded.rows.length >= DEFAULT_MINIMUM_OBSERVATIONS;
  return { within, pooled, flagged };
}
