import type { OutcomeCells } from "./outcome-cells.js";
import type { RateModel } from "./rate-model.js";

/**
 * The beta-binomial likelihood only needs, for each i, how many tasks have more than i passes, fails and rollouts:
 * its rising factorials are products over i.
 */
interface TailCounts {
  readonly passes: Float64Array;
  readonly fails: Float64Array;
  readonly rollouts: Float64Array;
}

function tailCounts({ rollouts, passes, tasks }: OutcomeCells): TailCounts {
  // Cells are in the order of their rollouts.
  const longest = rollouts.at(-1) ?? 1;
  const count = (of: (cell: number) => number): Float64Array => {
    const counts = new Float64Array(longest + 1);
    for (let cell = 0; cell < tasks.length; cell++) {
      const size = of(cell);
      if (size > 0) counts[size - 1] = (counts[size - 1] as number) + (tasks[cell] as number);
    }
    for (let index = longest - 1; index >= 0; index--)
      counts[index] = (counts[index] as number) + (counts[index + 1] as number);
    return counts;
  };
  return {
    passes: count((cell) => passes[cell] as number),
    fails: count((cell) => (rollouts[cell] as number) - (passes[cell] as number)),
    rollouts: count((cell) => rollouts[cell] as number),
  };
}

/**
 * Log-likelihood by the mean rate and the spread: the correlation between rollouts of one task, 1 / (a + b + 1) for
 * Beta(a, b). At spread 0 all tasks share one rate, at 1 each task always passes or always fails; both are allowed,
 * which is why a and b are not the parameters.
 */
function logLikelihood(counts: TailCounts, mean: number, spread: number): number {
  const rest = 1 - spread;
  let sum = 0;
  const add = (count: number, factor: number) => {
    if (count !== 0) sum += count * Math.log(factor);
  };
  for (let index = 0; index < counts.rollouts.length; index++) {
    add(counts.passes[index] as number, mean * rest + index * spread);
    add(counts.fails[index] as number, (1 - mean) * rest + index * spread);
    add(-(counts.rollouts[index] as number), rest + index * spread);
  }
  return Number.isNaN(sum) ? Number.NEGATIVE_INFINITY : sum;
}

const MEAN_STEPS = 60;
const MEAN_PRECISION = 1e-10;

/** The best mean for a spread: the likelihood is concave in it, so its slope is bisected, by Newton where that helps. */
function bestMean(counts: TailCounts, spread: number): number {
  const rest = 1 - spread;
  let [low, high] = [0, 1];
  const passes = counts.passes[0] as number;
  const fails = counts.fails[0] as number;
  if (fails === 0) return 1;
  if (passes === 0) return 0;
  let mean = passes / (passes + fails);
  if (rest === 0) return mean;
  for (let step = 0; step < MEAN_STEPS; step++) {
    let slope = 0;
    let bend = 0;
    for (let index = 0; index < counts.rollouts.length; index++) {
      const pass = rest / (mean * rest + index * spread);
      const fail = rest / ((1 - mean) * rest + index * spread);
      const passCount = counts.passes[index] as number;
      const failCount = counts.fails[index] as number;
      slope += passCount * pass - failCount * fail;
      bend += passCount * pass * pass + failCount * fail * fail;
    }
    if (slope > 0) low = mean;
    else high = mean;
    const newton = mean + slope / bend;
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (Math.abs(next - mean) < MEAN_PRECISION) return next;
    mean = next;
  }
  return mean;
}

/** Spreads tried first; the best one and its neighbours bracket the maximum. */
const SPREADS = [0, 0.003, 0.01, 0.03, 0.06, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.96, 0.99, 0.999, 1];
const GOLDEN = (Math.sqrt(5) - 1) / 2;
const SPREAD_PRECISION = 1e-5;

/**
 * Fits Beta-distributed task rates to outcomes by maximum likelihood. A stopping rule that looks at outcomes only drops
 * out of the likelihood, so groups that were filled because they disagreed do not bias the fit.
 */
export function fitBetaBinomial(cells: OutcomeCells): RateModel {
  const counts = tailCounts(cells);
  const score = (spread: number) => logLikelihood(counts, bestMean(counts, spread), spread);
  const scores = SPREADS.map(score);
  const top = scores.indexOf(Math.max(...scores));
  let left = SPREADS[Math.max(0, top - 1)] as number;
  let right = SPREADS[Math.min(SPREADS.length - 1, top + 1)] as number;
  let [inner, outer] = [right - GOLDEN * (right - left), left + GOLDEN * (right - left)];
  let [innerScore, outerScore] = [score(inner), score(outer)];
  while (right - left > SPREAD_PRECISION) {
    if (innerScore >= outerScore) {
      [right, outer, outerScore] = [outer, inner, innerScore];
      inner = right - GOLDEN * (right - left);
      innerScore = score(inner);
    } else {
      [left, inner, innerScore] = [inner, outer, outerScore];
      outer = left + GOLDEN * (right - left);
      outerScore = score(outer);
    }
  }
  // The borders 0 and 1 are maxima of their own that the search only comes near.
  const middle = (left + right) / 2;
  const spread = (scores[top] as number) >= score(middle) ? (SPREADS[top] as number) : middle;
  const mean = bestMean(counts, spread);
  return {
    name: "beta_binomial",
    logLikelihood: logLikelihood(counts, mean, spread),
    mean,
    passPowK: (k) => risingShare(mean, spread, k),
    passAtK: (k) => 1 - risingShare(1 - mean, spread, k),
  };
}

/** Factors that are multiplied out; a plan may name any k. */
const MAX_FACTORS = 1000;

/** The chance that k rollouts of one task all end one way: a product of rising factors. */
function risingShare(mean: number, spread: number, k: number): number {
  let product = mean;
  for (let index = 1; index < Math.min(k, MAX_FACTORS); index++)
    product *= (mean * (1 - spread) + index * spread) / (1 - spread + index * spread);
  if (k <= MAX_FACTORS || product === 0) return product;
  if (spread === 0) return mean ** k;
  // The other factors (a + i) / (a + b + i): their logarithms' integral from i - 1/2 on, so that the cost does not grow with k.
  const all = (1 - spread) / spread;
  const b = (1 - mean) * all;
  const upTo = (index: number): number =>
    (all - b + index) * Math.log1p(-b / (all + index)) - b * Math.log(all + index);
  return product * Math.exp(upTo(k - 0.5) - upTo(MAX_FACTORS - 0.5));
}
