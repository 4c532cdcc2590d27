import { type GradedRows, NOISE } from "./graded-rows.js";

/** Another name for what a column measures; `sign` is -1 when it moves the other way. */
export interface ColumnAlias {
  readonly name: string;
  readonly sign: 1 | -1;
}

/** One feature over the graded rows, as its non-zero entries. */
export interface Column {
  readonly name: string;
  readonly aliases: readonly ColumnAlias[];
  /** Rows with a non-zero value, ascending. */
  readonly rows: Int32Array;
  /** The values of those rows; null when every one is 1. */
  readonly values: Float64Array | null;
  /** Rows that carry the feature. */
  readonly nObs: number;
  /** Root of the sum of squares around the ask means; 0 when the feature never varies inside an ask. */
  readonly norm: number;
  /** Correlation with the reward inside asks; null when either never varies there. */
  readonly rho: number | null;
  /** Ordinary correlation with the reward over all rows; null when either is constant. */
  readonly pooled: number | null;
  /** The two columns a conjunction is made of. */
  readonly parents?: readonly [Column, Column] | undefined;
}

/** The non-zero entries of a feature before its statistics are known. */
export interface ColumnEntries {
  readonly name: string;
  readonly rows: Int32Array;
  readonly values: Float64Array | null;
  readonly nObs?: number | undefined;
  readonly parents?: readonly [Column, Column] | undefined;
}

/** Measures a column against the reward. Null when the feature is constant over all rows, so that it can explain nothing. */
export function makeColumn(entries: ColumnEntries, graded: GradedRows): Column | null {
  const { name, rows, parents } = entries;
  const values = entries.values?.every((value) => value === 1) ? null : entries.values;
  const sums = { rows, values };
  const smallest = NOISE * (values === null ? rows.length : values.reduce((sum, value) => sum + value * value, 0));

  const total = spread(sums, 0, rows.length, graded.reward.length);
  if (!(total > smallest)) return null;
  let within = 0;
  eachAsk(rows, graded, (from, to, _, size) => {
    within += spread(sums, from, to, size);
  });
  const norm = within > smallest ? Math.sqrt(within) : 0;
  const correlation = (vector: Float64Array, own: number, other: number) =>
    own > 0 && other > 0 ? clamp(dot(sums, vector) / Math.sqrt(own * other)) : null;
  return {
    name,
    aliases: [],
    rows,
    values,
    nObs: entries.nObs ?? rows.length,
    norm,
    rho: correlation(graded.centred, norm * norm, graded.squares),
    pooled: correlation(graded.deviation, total, graded.total),
    parents,
  };
}

/** Calls back with the entries of each ask in turn: from, to, which ask, and how many rows it has. */
export function eachAsk(
  rows: Int32Array,
  { ask, starts }: Pick<GradedRows, "ask" | "starts">,
  visit: (from: number, to: number, ask: number, size: number) => void,
): void {
  for (let from = 0; from < rows.length; ) {
    const group = ask[rows[from] as number] as number;
    const end = starts[group + 1] as number;
    let to = from + 1;
    while (to < rows.length && (rows[to] as number) < end) to++;
    visit(from, to, group, end - (starts[group] as number));
    from = to;
  }
}

/** Sum of squares around the mean of some entries and the zeroes between them. */
export function spread({ values }: Pick<Column, "values">, from: number, to: number, size: number): number {
  const count = to - from;
  if (values === null) return (count * (size - count)) / size;
  let sum = 0;
  for (let entry = from; entry < to; entry++) sum += values[entry] as number;
  const mean = sum / size;
  let squares = (size - count) * mean * mean;
  for (let entry = from; entry < to; entry++) squares += ((values[entry] as number) - mean) ** 2;
  return squares;
}

/** Sum of the column's values times a vector over the rows. */
export function dot({ rows, values }: Pick<Column, "rows" | "values">, vector: Float64Array): number {
  return dotPart({ rows, values }, vector, 0, rows.length);
}

/** The same over some of the entries. */
export function dotPart(
  { rows, values }: Pick<Column, "rows" | "values">,
  vector: Float64Array,
  from: number,
  to: number,
): number {
  let sum = 0;
  if (values === null) for (let entry = from; entry < to; entry++) sum += vector[rows[entry] as number] as number;
  else
    for (let entry = from; entry < to; entry++)
      sum += (values[entry] as number) * (vector[rows[entry] as number] as number);
  return sum;
}

/** How strongly a column goes with the reward inside asks. */
export function strength(column: Column): number {
  return Math.abs(column.rho ?? 0);
}

function clamp(correlation: number): number {
  return Math.max(-1, Math.min(1, correlation));
}
