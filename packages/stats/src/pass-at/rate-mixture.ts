import type { OutcomeCells } from "./outcome-cells.js";
import type { RateModel } from "./rate-model.js";

/** Rates from 0 to 1 that the mixture may put weight on. */
const GRID_STEPS = 100;
/** Rounds of expectation and maximisation; the fit stops earlier once a round gains next to nothing. */
const MAX_ROUNDS = 2000;
const LEAST_GAIN = 1e-5;

/** Multiplications of one round over these cells. */
export const mixtureWork = ({ tasks }: OutcomeCells): number => 2 * tasks.length * (GRID_STEPS + 1);

/** For refits near a known fit: the weights to start from and how many rounds to take. */
export interface MixtureStart {
  readonly start: Float64Array;
  readonly rounds: number;
}

/** Fits rates without assuming a shape: any distribution over a grid of rates, by expectation maximisation. */
export function fitRateMixture(cells: OutcomeCells, near?: MixtureStart): RateMixture {
  const { rollouts, passes, tasks } = cells;
  const size = GRID_STEPS + 1;
  const likelihood = new Float64Array(tasks.length * size);
  const scale = new Float64Array(tasks.length);
  for (let cell = 0; cell < tasks.length; cell++) {
    const passed = passes[cell] as number;
    const failed = (rollouts[cell] as number) - passed;
    // Relative to the best rate of the cell, so that long groups do not underflow.
    const best = logChance(passed / (passed + failed), passed, failed);
    scale[cell] = best;
    for (let index = 0; index < size; index++)
      likelihood[cell * size + index] = Math.exp(logChance(index / GRID_STEPS, passed, failed) - best);
  }
  const all = tasks.reduce((sum, count) => sum + count, 0);
  let weights = near?.start ?? new Float64Array(size).fill(1 / size);
  const rounds = near?.rounds ?? MAX_ROUNDS;
  let score = Number.NEGATIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const next = new Float64Array(size);
    let reached = 0;
    for (let cell = 0; cell < tasks.length; cell++) {
      const count = tasks[cell] as number;
      if (count === 0) continue;
      const base = cell * size;
      let chance = 0;
      for (let index = 0; index < size; index++)
        chance += (weights[index] as number) * (likelihood[base + index] as number);
      reached += count * (Math.log(chance) + (scale[cell] as number));
      const share = count / chance;
      for (let index = 0; index < size; index++)
        next[index] = (next[index] as number) + share * (likelihood[base + index] as number);
    }
    for (let index = 0; index < size; index++)
      next[index] = ((next[index] as number) * (weights[index] as number)) / all;
    weights = next;
    const gain = reached - score;
    score = reached;
    if (gain < LEAST_GAIN) break;
  }
  const expect = (of: (rate: number) => number) =>
    weights.reduce((sum, weight, index) => sum + weight * of(index / GRID_STEPS), 0);
  return {
    name: "mixture",
    weights,
    logLikelihood: score,
    mean: expect((rate) => rate),
    passPowK: (k) => expect((rate) => rate ** k),
    passAtK: (k) => expect((rate) => 1 - (1 - rate) ** k),
  };
}

/** A fitted mixture with its weights, one for each rate of the grid. */
export interface RateMixture extends RateModel {
  readonly weights: Float64Array;
}

function logChance(rate: number, passed: number, failed: number): number {
  return (passed === 0 ? 0 : passed * Math.log(rate)) + (failed === 0 ? 0 : failed * Math.log(1 - rate));
}
