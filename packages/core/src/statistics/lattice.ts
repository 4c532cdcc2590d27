/** Numbers as whole multiples of one step: value = (lowest + numerator × step) / denominator. */
export interface Lattice {
  /** One for each value, in the order given, from 0. */
  readonly numerators: readonly number[];
  readonly lowest: number;
  readonly step: number;
  readonly denominator: number;
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

/**
 * Finds the coarsest lattice that all values lie on (rates c/n do), so that sums can be formed with whole numbers and
 * ties are ties on every platform. Null when there is no common denominator up to 2^20.
 *
 * @example
 * toLattice([0, 0.25, 0.5]); // { numerators: [0, 1, 2], lowest: 0, step: 1, denominator: 4 }
 */
export function toLattice(values: readonly number[]): Lattice | null {
  let denominator = 1;
  for (const value of new Set(values)) {
    if (Math.abs(value) > MAX_MAGNITUDE) return null;
    const own = denominatorOf(value);
    if (own === null) return null;
    denominator *= own / greatestCommonDivisor(denominator, own);
    if (denominator > MAX_DENOMINATOR) return null;
  }
  const scaled = values.map((value) => Math.round(value * denominator));
  let lowest = scaled[0] ?? 0;
  for (const number of scaled) if (number < lowest) lowest = number;
  let step = 0;
  for (const number of scaled) {
    // Nothing is coarser than whole numbers.
    if (step === 1) break;
    step = greatestCommonDivisor(step, number - lowest);
  }
  if (step === 0) step = 1;
  return { numerators: scaled.map((number) => (number - lowest) / step), lowest, step, denominator };
}

/** The mean of values on a lattice when their numerators (counted from the lowest) sum to `sum`: one division. */
export function latticeMean({ lowest, step, denominator }: Lattice, sum: number, count: number): number {
  return (count * lowest + sum * step) / (denominator * count);
}

/**
 * The arithmetic mean, independent of the order of the values: exact where they lie on a lattice, else by compensated
 * summation of the sorted values. Null for no values.
 *
 * @example
 * mean([0.1, 0.2, 0.3]); // 0.2
 */
export function mean(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const lattice = toLattice(values);
  if (lattice !== null) {
    let sum = 0;
    for (const numerator of lattice.numerators) sum += numerator;
    return latticeMean(lattice, sum, values.length);
  }
  let sum = 0;
  let lost = 0;
  for (const value of [...values].sort((left, right) => left - right)) {
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  return (sum + lost) / values.length;
}
