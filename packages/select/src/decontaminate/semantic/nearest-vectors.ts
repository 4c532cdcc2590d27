import type { UnitVectors } from "./unit-vectors.js";

/** Eval vectors that are gone through before the next rows are: they stay in the processor's cache (measured). */
const TILE = 64;

/** For each vector, the number of the nearest eval vector and the cosine with it. */
export interface Nearest {
  readonly numbers: Int32Array;
  readonly cosines: Float64Array;
}

/**
 * Finds the nearest eval vector of each vector, by all dot products: eight at a time, so that each number that is read is used
 * several times. Ties go to the earliest eval vector. Without eval vectors all numbers are -1.
 */
export function nearestVectors(vectors: UnitVectors, evals: UnitVectors): Nearest {
  const { dimensions: d, count } = vectors;
  const numbers = new Int32Array(count).fill(-1);
  const cosines = new Float64Array(count).fill(Number.NEGATIVE_INFINITY);
  const [x, y] = [vectors.values, evals.values];
  const better = (number: number, evalNumber: number, product: number): void => {
    if (product <= (cosines[number] as number)) return;
    cosines[number] = product;
    numbers[number] = evalNumber;
  };
  for (let tile = 0; tile < evals.count; tile += TILE) {
    const end = Math.min(tile + TILE, evals.count);
    for (let row = 0; row < count; row += 2) {
      // The last row of an odd number is gone through twice, which changes nothing.
      const other = Math.min(row + 1, count - 1);
      const [r0, r1] = [row * d, other * d];
      let at = tile;
      for (; at + 4 <= end; at += 4) {
        const e0 = at * d;
        const [e1, e2, e3] = [e0 + d, e0 + 2 * d, e0 + 3 * d];
        let [a0, a1, a2, a3, b0, b1, b2, b3] = [0, 0, 0, 0, 0, 0, 0, 0];
        for (let k = 0; k < d; k++) {
          const u = x[r0 + k] as number;
          const v = x[r1 + k] as number;
          const p = y[e0 + k] as number;
          const q = y[e1 + k] as number;
          const r = y[e2 + k] as number;
          const s = y[e3 + k] as number;
          a0 += u * p;
          a1 += u * q;
          a2 += u * r;
          a3 += u * s;
          b0 += v * p;
          b1 += v * q;
          b2 += v * r;
          b3 += v * s;
        }
        better(row, at, a0);
        better(row, at + 1, a1);
        better(row, at + 2, a2);
        better(row, at + 3, a3);
        better(other, at, b0);
        better(other, at + 1, b1);
        better(other, at + 2, b2);
        better(other, at + 3, b3);
      }
      for (; at < end; at++) {
        let [a, b] = [0, 0];
        for (let k = 0; k < d; k++) {
          const p = y[at * d + k] as number;
          a += (x[r0 + k] as number) * p;
          b += (x[r1 + k] as number) * p;
        }
        better(row, at, a);
        better(other, at, b);
      }
    }
  }
  return { numbers, cosines };
}
