/** The distribution of one task's difference (after minus before): possible values and their chances. */
export interface DifferenceModel {
  readonly values: ArrayLike<number>;
  readonly chances: ArrayLike<number>;
  /** The step between neighbouring differences, 1/k for rates over k rollouts; 0 where they lie on no lattice. */
  readonly step: number;
}

/**
 * How much task rates differ in {@link repairModel}: Beta(c·base, c·(1 - base)). Convention: with 4, rates spread over
 * the whole range, as those of agent evals do.
 */
export const DEFAULT_CONCENTRATION = 4;
/** More rollouts than this are counted as this many: the time grows with their cube, and sizes come out a little large. */
const MAX_ROLLOUTS = 128;

/** Chances of 0..n successes in n tries. */
function binomialChances(n: number, chance: number): Float64Array {
  const chances = new Float64Array(n + 1);
  chances[0] = 1;
  for (let tries = 1; tries <= n; tries++)
    for (let hits = tries; hits >= 0; hits--) {
      const before = hits === 0 ? 0 : (chances[hits - 1] as number) * chance;
      chances[hits] = (chances[hits] as number) * (1 - chance) + before;
    }
  return chances;
}

/** C(n, 0..n). */
function binomialCoefficients(n: number): number[] {
  const row = [1];
  for (let index = 1; index <= n; index++) row.push(((row[index - 1] as number) * (n - index + 1)) / index);
  return row;
}

/**
 * Up to a factor, the chance of one particular order of s passes in `tries` rollouts of one task whose rate is
 * Beta(passWeight, failWeight): Γ(passWeight + s)·Γ(failWeight + tries - s), for s from 0.
 */
function betaOrders(tries: number, passWeight: number, failWeight: number): number[] {
  const orders = [1];
  for (let passes = 0; passes < tries; passes++)
    orders.push(((orders[passes] as number) * (passWeight + passes)) / (failWeight + tries - passes - 1));
  return orders;
}

/**
 * The distribution of differences of k rollouts a side when before-rates are Beta(c·base, c·(1 - base)) over tasks and
 * `remaining` says how many of a task's failures a change leaves. Exact: beta-binomial counts, failures thinned.
 */
function betaModel(
  base: number,
  k: number,
  concentration: number,
  remaining: (failures: number) => ArrayLike<number>,
): DifferenceModel {
  const rollouts = Math.min(k, MAX_ROLLOUTS);
  const ways = binomialCoefficients(rollouts);
  const orders = betaOrders(2 * rollouts, concentration * base, concentration * (1 - base));
  const chances = new Float64Array(2 * rollouts + 1);
  let total = 0;
  // Failures of the after side that would have been, had nothing changed.
  for (let failures = 0; failures <= rollouts; failures++) {
    const left = remaining(failures);
    for (let passes = 0; passes <= rollouts; passes++) {
      const order = orders[passes + rollouts - failures] as number;
      const chance = (ways[passes] as number) * (ways[failures] as number) * order;
      total += chance;
      for (let failing = 0; failing <= failures; failing++) {
        const cell = 2 * rollouts - failing - passes;
        chances[cell] = (chances[cell] as number) + chance * (left[failing] as number);
      }
    }
  }
  return {
    values: Float64Array.from(chances, (_, cell) => (cell - rollouts) / rollouts),
    chances: chances.map((chance) => chance / total),
    step: 1 / rollouts,
  };
}

/**
 * The named task model "repair": the change turns each failing rollout into a passing one with the same chance
 * effect/(1 - base) on every task, so that the mean gain is the effect and hard tasks gain most.
 */
export function repairModel(base: number, effect: number, k: number, concentration: number): DifferenceModel {
  const repaired = Math.min(1, effect / (1 - base));
  return betaModel(base, k, concentration, (failures) => binomialChances(failures, 1 - repaired));
}

/** The same gain in the fewest tasks: with chance effect/(1 - base) a task is solved for good, the others stay. */
export function concentratedModel(base: number, effect: number, k: number, concentration: number): DifferenceModel {
  const solved = Math.min(1, effect / (1 - base));
  return betaModel(base, k, concentration, (failures) => {
    const left = new Float64Array(failures + 1);
    left[failures] = 1 - solved;
    left[0] = (left[0] as number) + solved;
    return left;
  });
}

/** Half the number of grid points, and how many of them make a standard deviation. */
const GRID_REACH = 40;
const GRID_DENSITY = 6;

/** Normal differences around the effect, for when only their spread is known. */
export function normalModel(effect: number, taskStd: number, k: number): DifferenceModel {
  const offsets = Array.from({ length: 2 * GRID_REACH + 1 }, (_, index) => (index - GRID_REACH) / GRID_DENSITY);
  const weights = offsets.map((offset) => Math.exp((-offset * offset) / 2));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return {
    values: offsets.map((offset) => effect + taskStd * offset),
    chances: weights.map((weight) => weight / total),
    step: 1 / k,
  };
}

/** Measured differences, moved so that their mean is the effect. `step` 0: they lie on no lattice of rates. */
export function measuredModel(differences: readonly number[], effect: number, step: number): DifferenceModel {
  const sorted = Float64Array.from(differences).sort();
  const mean = sorted.reduce((sum, value) => sum + value, 0) / sorted.length;
  return {
    values: sorted.map((value) => value - mean + effect),
    chances: sorted.map(() => 1 / sorted.length),
    step,
  };
}
