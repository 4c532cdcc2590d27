import type { GradedRows } from "./graded-rows.js";

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

/** Rounding noise of a sum of squares, as a share of the values' own squares. */
const NOISE = 1e-12;

/** The non-zero entries of a feature before its statistics are known. */
export interface ColumnEntries {
  readonly name: string;
  readonly rows: ArrayLike<number>;
  readonly values: ArrayLike<number> | null;
  readonly nObs?: number | undefined;
  readonly parents?: readonly [Column, Column] | undefined;
}

/** Measures a column against the reward. Null when the feature is constant over all rows, so that it can explain nothing. */
export function makeColumn(entries: ColumnEntries, graded: GradedRows): Column | null {
  const rows = Int32Array.from(entries.rows);
  const source = entries.values === null ? null : Float64Array.from(entries.values);
  const values = source?.every((value) => value === 1) ? null : source;
  const { ask, starts, reward, centred } = graded;
  const count = reward.length;

  let sum = 0;
  let squares = 0;
  let explained = 0;
  let withReward = 0;
  let withCentred = 0;
  let askSum = 0;
  let current = -1;
  for (let entry = 0; entry < rows.length; entry++) {
    const row = rows[entry] as number;
    const value = values === null ? 1 : (values[entry] as number);
    if (ask[row] !== current) {
      if (current >= 0) explained += (askSum * askSum) / askSize(starts, current);
      current = ask[row] as number;
      askSum = 0;
    }
    askSum += value;
    sum += value;
    squares += value * value;
    withReward += value * (reward[row] as number);
    withCentred += value * (centred[row] as number);
  }
  if (current >= 0) explained += (askSum * askSum) / askSize(starts, current);

  const total = squares - (sum * sum) / count;
  if (!(total > NOISE * squares)) return null;
  const within = squares - explained;
  const norm = within > NOISE * squares ? Math.sqrt(within) : 0;

  let rewardSum = 0;
  let rewardSquares = 0;
  for (const value of reward) {
    rewardSum += value;
    rewardSquares += value * value;
  }
  const rewardTotal = rewardSquares - (rewardSum * rewardSum) / count;
  const pooled =
    rewardTotal > NOISE * rewardSquares
      ? clamp((withReward - (sum * rewardSum) / count) / Math.sqrt(total * rewardTotal))
      : null;
  const rho = norm > 0 && graded.squares > 0 ? clamp(withCentred / (norm * Math.sqrt(graded.squares))) : null;
  return {
    name: entries.name,
    aliases: [],
    rows,
    values,
    nObs: entries.nObs ?? rows.length,
    norm,
    rho,
    pooled,
    parents: entries.parents,
  };
}

/** Sum of the column's values times a vector over the rows. */
export function dot(column: Pick<Column, "rows" | "values">, vector: Float64Array): number {
  const { rows, values } = column;
  let sum = 0;
  if (values === null) for (let entry = 0; entry < rows.length; entry++) sum += vector[rows[entry] as number] as number;
  else
    for (let entry = 0; entry < rows.length; entry++)
      sum += (values[entry] as number) * (vector[rows[entry] as number] as number);
  return sum;
}

/** How strongly a column goes with the reward inside asks. */
export function strength(column: Column): number {
  return Math.abs(column.rho ?? 0);
}

function askSize(starts: Int32Array, ask: number): number {
  return (starts[ask + 1] as number) - (starts[ask] as number);
}

function clamp(correlation: number): number {
  return Math.max(-1, Math.min(1, correlation));
}
