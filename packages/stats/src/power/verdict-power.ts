import { normalQuantile, normalTwoSidedTail } from "@whileai/core";
import type { DifferenceModel } from "./difference-model.js";
import { sliceMinTasks } from "./slice-min-tasks.js";

/** P(Z ≤ x). */
const normalCdf = (x: number): number => (x > 0 ? 1 - normalTwoSidedTail(x) / 2 : normalTwoSidedTail(x) / 2);

function expectation({ values, chances }: DifferenceModel, of: (difference: number) => number): number {
  let sum = 0;
  for (let index = 0; index < values.length; index++) sum += (chances[index] as number) * of(values[index] as number);
  return sum;
}

/**
 * The chance that a comparison over `nTasks` paired tasks says "better", when differences come from the model: the
 * exact sign-flip p is at most alpha (which all but implies that the bootstrap interval excludes zero). 0 for so few tasks that
 * none can reach it.
 *
 * Under sign flips the sum S of the differences has variance Q = Σd², lies on a lattice of twice the step, and has
 * lighter tails than the normal. So the test rejects when S - step > z'·√Q, with z' the normal quantile less the
 * Cornish-Fisher term of that kurtosis; the chance of it is the Edgeworth expansion of S - z'·√Q to the skewness,
 * where √Q is linearised around its mean.
 */
export function verdictPower(nTasks: number, model: DifferenceModel, alpha: number): number {
  if (nTasks < sliceMinTasks(alpha)) return 0;
  const first = expectation(model, (d) => d);
  const second = expectation(model, (d) => d * d);
  const fourth = expectation(model, (d) => d ** 4);
  if (second === 0) return 0;
  const z = normalQuantile(1 - alpha / 2);
  const excess = (-2 * fourth) / (nTasks * second * second);
  const critical = z + (excess * (z ** 3 - 3 * z)) / 24;
  const root = Math.sqrt(nTasks * second);
  const curvature = (nTasks * (fourth - second * second)) / (8 * root ** 3);
  const slope = critical / (2 * root);
  const centre = first - slope * second;
  const spread = expectation(model, (d) => (d - slope * d * d - centre) ** 2);
  const third = expectation(model, (d) => (d - slope * d * d - centre) ** 3);
  const margin = nTasks * first - model.step - critical * (root - curvature);
  if (spread <= 0) return margin > 0 ? 1 : 0;
  const distance = margin / Math.sqrt(nTasks * spread);
  const skewness = third / (spread ** 1.5 * Math.sqrt(nTasks));
  const density = Math.exp((-distance * distance) / 2) / Math.sqrt(2 * Math.PI);
  const power = normalCdf(distance) + (density * skewness * (distance * distance - 1)) / 6;
  return Math.min(1, Math.max(0, power));
}

/** Slack for an effect that is the band, summed from chances. */
const ROUNDING = 1e-12;

/** The fewest tasks whose mean difference lies beyond `band` with the wanted power; null when the effect does not. */
export function tasksBeyondBand(model: DifferenceModel, band: number, power: number): number | null {
  const effect = expectation(model, (d) => d);
  if (effect - band <= ROUNDING) return null;
  const variance = expectation(model, (d) => (d - effect) ** 2);
  return Math.ceil((normalQuantile(power) ** 2 * variance) / (effect - band) ** 2);
}

/** Beyond this many tasks no one will go. */
export const MOST_TASKS = 2 ** 40;

/** The fewest tasks with at least the wanted {@link verdictPower}; null when no number is enough. */
export function tasksForVerdict(model: DifferenceModel, power: number, alpha: number): number | null {
  const enough = (nTasks: number) => verdictPower(nTasks, model, alpha) >= power;
  let high = sliceMinTasks(alpha);
  if (enough(high)) return high;
  let low = high;
  while (!enough(high)) {
    low = high;
    high *= 2;
    if (high > MOST_TASKS) return null;
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (enough(middle)) high = middle;
    else low = middle;
  }
  return high;
}
