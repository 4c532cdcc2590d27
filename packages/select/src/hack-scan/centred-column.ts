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

/**
 * How strongly a column goes with the reward inside asks once another one is taken out of both: the size of the partial
 * correlation. 0 when nothing is left of either.
 */
export function strengthBeyond(column: Column, other: Column, graded: GradedRows): number {
  if (column.norm === 0 || other.norm === 0) return 0;
  const vector = new Float64Array(graded.reward.length);
  centreInto(column, graded, vector);
  const shared = dot(other, vector) / (column.norm * other.norm);
  const [own, known] = [column.rho ?? 0, other.rho ?? 0];
  const left = (1 - shared * shared) * (1 - known * known);
  return left > 1e-12 ? Math.min(1, Math.abs(own - shared * known) / Math.sqrt(left)) : 0;
}
