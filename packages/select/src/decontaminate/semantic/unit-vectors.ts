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

/** Lists of vectors of the same dimensions as one list. */
export function joinVectors(parts: readonly UnitVectors[], dimensions: number): UnitVectors {
  const values = new Float32Array(parts.reduce((sum, part) => sum + part.values.length, 0));
  const zeros: number[] = [];
  let count = 0;
  for (const part of parts) {
    values.set(part.values, count * dimensions);
    for (const zero of part.zeros) zeros.push(count + zero);
    count += part.count;
  }
  return { dimensions, count, values, zeros };
}

/** The vectors that have a direction. */
export function withoutZeros({ dimensions, count, values, zeros }: UnitVectors): UnitVectors {
  if (zeros.length === 0) return { dimensions, count, values, zeros };
  const isZero = new Set(zeros);
  const left = Array.from({ length: count }, (_, number) => number).filter((number) => !isZero.has(number));
  const kept = new Float32Array(left.length * dimensions);
  for (const [at, number] of left.entries())
    kept.set(values.subarray(number * dimensions, (number + 1) * dimensions), at * dimensions);
  return { dimensions, count: left.length, values: kept, zeros: [] };
}

/** The cosine of two of the vectors. */
export function cosine(a: UnitVectors, numberA: number, b: UnitVectors, numberB: number): number {
  const { dimensions } = a;
  const [fromA, fromB] = [numberA * dimensions, numberB * dimensions];
  let sum = 0;
  for (let at = 0; at < dimensions; at++) sum += (a.values[fromA + at] as number) * (b.values[fromB + at] as number);
  return Math.max(-1, Math.min(1, sum));
}
