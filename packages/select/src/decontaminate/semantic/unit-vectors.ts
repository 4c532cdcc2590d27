/** Vectors of length 1, one after the other. */
export interface UnitVectors {
  readonly dimensions: number;
  readonly count: number;
  readonly values: Float32Array;
  /** Numbers of the vectors that were all zeros: they have no direction, and stay zeros. */
  readonly zeros: readonly number[];
}

/** Vectors as they were given, each scaled to length 1. */
export function unitVectors(vectors: readonly ArrayLike<number>[], dimensions: number): UnitVectors {
  const values = new Float32Array(vectors.length * dimensions);
  const zeros: number[] = [];
  for (const [number, vector] of vectors.entries()) {
    // Scaled by the largest value first: squares of huge or tiny values would not be finite.
    let largest = 0;
    for (let at = 0; at < dimensions; at++) largest = Math.max(largest, Math.abs(vector[at] as number));
    if (largest === 0) {
      zeros.push(number);
      continue;
    }
    let squares = 0;
    for (let at = 0; at < dimensions; at++) squares += ((vector[at] as number) / largest) ** 2;
    const scale = Math.sqrt(squares);
    for (let at = 0; at < dimensions; at++) values[number * dimensions + at] = (vector[at] as number) / largest / scale;
  }
  return { dimensions, count: vectors.length, values, zeros };
}

/** The cosine of two of the vectors. */
export function cosine(a: UnitVectors, numberA: number, b: UnitVectors, numberB: number): number {
  const { dimensions } = a;
  const [fromA, fromB] = [numberA * dimensions, numberB * dimensions];
  let sum = 0;
  for (let at = 0; at < dimensions; at++) sum += (a.values[fromA + at] as number) * (b.values[fromB + at] as number);
  return Math.max(-1, Math.min(1, sum));
}
