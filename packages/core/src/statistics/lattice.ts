/** Whole multiples of one step: value = (lowest + numerator × step) / denominator. */
export interface LatticeSteps {
  readonly lowest: number;
  readonly step: number;
  readonly denominator: number;
}

/** Numbers as whole multiples of one step. */
export interface Lattice extends LatticeSteps {
  /** One for each value, in the order given, from 0. */
  readonly numerators: readonly number[];
}

/** Largest common denominator that is looked for. */
const MAX_DENOMINATOR = 2 ** 20;
/** How far a double may be from the fraction it stands for. */
const ROUNDING = 1e-13;
/** Beyond this, numerators times denominators leave the safe integers. */
const MAX_MAGNITUDE = 1e6;

const greatestCommonDivisor = (left: number, right: number): number => {
  let [a, b] = [left, right];
  while (b !== 0) [a, b] = [b, a % b];
  return a;
};

/** The smallest denominator of a fraction equal to the value up to rounding, by continued fractions; null when none. */
function denominatorOf(value: number): number | null {
  let rest = Math.abs(value);
  let [previous, denominator] = [0, 1];
  let [previousTop, top] = [1, Math.floor(rest)];
  while (Math.abs(Math.abs(value) - top / denominator) > ROUNDING * Math.max(1, Math.abs(value))) {
    const fraction = rest - Math.floor(rest);
    if (fraction === 0) return null;
    rest = 1 / fraction;
    const whole = Math.floor(rest);
    [previous, denominator] = [denominator, whole * denominator + previous];
    [previousTop, top] = [top, whole * top + previousTop];
    if (denominator > MAX_DENOMINATOR) return null;
  }
  return denominator;
}

/** The coarsest lattice of all values, without their numerators: values may be millions. */
export function latticeSteps(values: ArrayLike<number>): LatticeSteps | null {
  let denominator = 1;
  const seen = new Set<number>();
  for (let index = 0; index < values.length; index++) {
    const value = values[index] as number;
    if (seen.has(value)) continue;
    seen.add(value);
    if (!(Math.abs(value) <= MAX_MAGNITUDE)) return null;
    const own = denominatorOf(value);
    if (own === null) return null;
    denominator *= own / greatestCommonDivisor(denominator, own);
    if (denominator > MAX_DENOMINATOR) return null;
  }
  let lowest = Number.POSITIVE_INFINITY;
  for (const value of seen) lowest = Math.min(lowest, Math.round(value * denominator));
  let step = 0;
  for (const value of seen) step = greatestCommonDivisor(step, Math.round(value * denominator) - lowest);
  return { lowest: seen.size === 0 ? 0 : lowest, step: step === 0 ? 1 : step, denominator };
}

/** Which multiple of the step, counted from the lowest, a value of the lattice is. */
export const latticeNumerator = ({ lowest, step, denominator }: LatticeSteps, value: number): number =>
  (Math.round(value * denominator) - lowest) / step;

/**
 * Finds the coarsest lattice that all values lie on (rates c/n do), so that sums can be formed with whole numbers and
 * ties are ties on every platform. Null when there is no common denominator up to 2^20.
 *
 * @example
 * toLattice([0, 0.25, 0.5]); // { numerators: [0, 1, 2], lowest: 0, step: 1, denominator: 4 }
 */
export function toLattice(values: ArrayLike<number>): Lattice | null {
  const steps = latticeSteps(values);
  return steps && { numerators: Array.from(values, (value) => latticeNumerator(steps, value)), ...steps };
}

/** The mean of values on a lattice when their numerators (counted from the lowest) sum to `sum`: one division. */
export function latticeMean({ lowest, step, denominator }: LatticeSteps, sum: number, count: number): number {
  return (count * lowest + sum * step) / (denominator * count);
}

/**
 * The arithmetic mean, independent of the order of the values: exact where they lie on a lattice, else by compensated
 * summation of the sorted values. Null for no values.
 *
 * @example
 * mean([0.1, 0.2, 0.3]); // 0.2
 */
export function mean(values: ArrayLike<number>): number | null {
  if (values.length === 0) return null;
  let equal = 1;
  while (values[equal] === values[0]) equal++;
  // Equal values have no spread: their mean is their value, which rounding could miss.
  if (equal >= values.length) return values[0] as number;
  const steps = latticeSteps(values);
  let sum = 0;
  if (steps !== null) {
    for (let index = 0; index < values.length; index++) sum += latticeNumerator(steps, values[index] as number);
    return latticeMean(steps, sum, values.length);
  }
  let lost = 0;
  for (const value of new Float64Array(values).sort()) {
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  return (sum + lost) / values.length;
}
