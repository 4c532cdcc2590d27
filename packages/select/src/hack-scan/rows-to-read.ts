import type { Row } from "@whileai/core";
import { type RowName, rowName, rowNameText } from "../rows/row-name.js";
import { type Column, eachAsk } from "./column.js";
import type { GradedRows } from "./graded-rows.js";
import { shownName } from "./printed-name.js";

/** A row to read. */
export interface RowToRead extends RowName {
  readonly reward: number;
}

/** Rows that show what a feature does to the reward: of each ask one with it (or more of it) and one without (or less). */
export interface RowsToRead {
  readonly feature: string;
  readonly with: readonly RowToRead[];
  readonly without: readonly RowToRead[];
}

/** Asks of which rows are named. */
const ASKS = 3;

/**
 * Picks the rows in which a feature shows best, side by side: from the asks where the row with most of it and the row
 * with least of it differ most in reward, the way the feature does over all. Null where no ask holds such rows.
 */
export function rowsToRead(column: Column, graded: GradedRows): RowsToRead | null {
  const sign = (column.rho ?? 0) < 0 ? -1 : 1;
  const found: { readonly more: number; readonly less: number; readonly gap: number }[] = [];
  eachAsk(column.rows, graded, (from, to, ask, size) => {
    const start = graded.starts[ask] as number;
    const values = new Float64Array(size);
    for (let entry = from; entry < to; entry++)
      values[(column.rows[entry] as number) - start] = column.values === null ? 1 : (column.values[entry] as number);
    let [more, less] = [0, 0];
    const isAhead = (left: number, right: number, direction: number) =>
      direction * ((values[left] as number) - (values[right] as number)) ||
      direction * sign * ((graded.reward[start + left] as number) - (graded.reward[start + right] as number));
    for (let row = 1; row < size; row++) {
      if (isAhead(row, more, 1) > 0) more = row;
      if (isAhead(row, less, -1) > 0) less = row;
    }
    const gap = sign * ((graded.reward[start + more] as number) - (graded.reward[start + less] as number));
    if (values[more] !== values[less] && gap > 0) found.push({ more: start + more, less: start + less, gap });
  });
  if (found.length === 0) return null;
  const best = found.sort((left, right) => right.gap - left.gap || left.more - right.more).slice(0, ASKS);
  const rowAt = (place: number): RowToRead => ({
    ...rowName(graded.rows[place] as Row, graded.places[place] as number),
    reward: graded.reward[place] as number,
  });
  return {
    feature: column.name,
    with: best.map(({ more }) => rowAt(more)),
    without: best.map(({ less }) => rowAt(less)),
  };
}

/** Where to look, in a line. Rows without an id are counted from 1. */
export function rowsToReadLine({ feature, with: more, without: less }: RowsToRead): string {
  const names = (rows: readonly RowToRead[]) => rows.map(rowNameText).join(", ");
  return `  to read: with ${shownName(feature)} ${names(more)}; without it, or with less, ${names(less)}`;
}
