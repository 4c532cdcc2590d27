import { type Column, eachAsk } from "./column.js";
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

/**
 * How strongly a column goes with the reward inside asks once others are taken out of both, all at once: the size of the
 * partial correlation. 0 when nothing is left of either.
 */
export function strengthBeyond(column: Column, others: readonly Column[], graded: GradedRows): number {
  if (column.norm === 0 || graded.squares === 0) return 0;
  const taken: Float64Array[] = [];
  for (const other of others) {
    const direction = takeOut(unitVector(other, graded), taken);
    if (direction !== null) taken.push(direction);
  }
  const own = takeOut(unitVector(column, graded), taken);
  const scale = Math.sqrt(graded.squares);
  const reward = takeOut(
    graded.centred.map((value) => value / scale),
    taken,
  );
  return own === null || reward === null ? 0 : Math.min(1, Math.abs(product(own, reward)));
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
