import { type Column, dot, eachAsk } from "./column.js";
import type { GradedRows } from "./graded-rows.js";

/** Writes a column minus its ask means into a vector over all rows, or over those of the first asks. */
export function centreInto({ rows, values }: Column, graded: GradedRows, vector: Float64Array): void {
  vector.fill(0);
  eachAsk(rows, graded, (from, to, ask, size) => {
    const start = graded.starts[ask] as number;
    if (start >= vector.length) return;
    let sum = 0;
    for (let entry = from; entry < to; entry++) sum += values === null ? 1 : (values[entry] as number);
    const mean = sum / size;
    for (let row = start; row < start + size; row++) vector[row] = -mean;
    for (let entry = from; entry < to; entry++)
      vector[rows[entry] as number] = (values === null ? 1 : (values[entry] as number)) - mean;
  });
}

/** Share of a vector's squares below which what is left of it is rounding. */
const NOTHING_LEFT = 1e-9;

/** How strongly a column goes with the reward inside asks beyond other columns. */
export interface Beyond {
  /** Once the others are taken out of both, all at once: the size of the partial correlation. */
  readonly partial: number;
  /** Once they are taken out of the column alone: never more than `partial`, and small where they leave little of the reward. */
  readonly part: number;
}

const NOTHING: Beyond = { partial: 0, part: 0 };

/** Measures columns beyond others; 0 when nothing is left of either the column or the reward. */
export function measureBeyond(others: readonly Column[], graded: GradedRows): (column: Column) => Beyond {
  if (graded.squares === 0) return () => NOTHING;
  const taken: Float64Array[] = [];
  for (const other of others) {
    const direction = takeOut(unitVector(other, graded), taken);
    if (direction !== null) taken.push(direction);
  }
  const scale = Math.sqrt(graded.squares);
  const unit = graded.centred.map((value) => value / scale);
  const left = takeOut(unit, taken);
  if (left === null) return () => NOTHING;
  const leftSize = product(unit, left);
  return (column) => {
    if (column.norm === 0) return NOTHING;
    // What is left of the reward is at right angles to all that was taken out, so the column may stay whole in this product.
    const squares = taken.reduce((sum, direction) => sum - (dot(column, direction) / column.norm) ** 2, 1);
    if (squares < NOTHING_LEFT) return NOTHING;
    const partial = Math.min(1, Math.abs(dot(column, left)) / (column.norm * Math.sqrt(squares)));
    return { partial, part: partial * leftSize };
  };
}

function unitVector(column: Column, graded: GradedRows): Float64Array {
  const vector = new Float64Array(graded.reward.length);
  if (column.norm === 0) return vector;
  centreInto(column, graded, vector);
  return vector.map((value) => value / column.norm);
}

/** What is left of a vector of length 1 beside orthogonal directions, at length 1 again; null when nothing is. */
function takeOut(vector: Float64Array, directions: readonly Float64Array[]): Float64Array | null {
  // Twice, as the first pass leaves rounding behind where directions are nearly parallel.
  for (const direction of [...directions, ...directions]) {
    const share = product(vector, direction);
    for (let row = 0; row < vector.length; row++)
      vector[row] = (vector[row] as number) - share * (direction[row] as number);
  }
  const squares = product(vector, vector);
  if (squares < NOTHING_LEFT) return null;
  const length = Math.sqrt(squares);
  return vector.map((value) => value / length);
}

function product(left: Float64Array, right: Float64Array): number {
  let sum = 0;
  for (let row = 0; row < left.length; row++) sum += (left[row] as number) * (right[row] as number);
  return sum;
}
