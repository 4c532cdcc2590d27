import {
  bootstrapInterval,
  type Interval,
  normalQuantile,
  percentileInterval,
  resamplingStream,
  tQuantile,
  wilsonInterval,
} from "@whileai/core";
import { stratifiedBootstrapInterval } from "../inference/stratified-bootstrap-interval.js";
import {
  studentizedBootstrapDifferenceInterval,
  studentizedBootstrapInterval,
} from "../inference/studentized-bootstrap-interval.js";
import { type IntervalFunction, smallerSide, tDifference } from "./difference-interval.js";

const named = (interval: Interval | null, method: string) =>
  interval && { low: interval.low, high: interval.high, method };

function drawnDifference(
  a: readonly number[],
  b: readonly number[],
  draws: number,
  seed: number | string,
  level: number,
) {
  // Sorted, so that the draws do not depend on the order of the tasks.
  const sides = [b, a].map((values) => Float64Array.from(values).sort());
  const stream = resamplingStream(seed, "difference-bootstrap");
  const results = Float64Array.from({ length: draws }, () => {
    const [ofB, ofA] = sides.map((values) => {
      let sum = 0;
      for (let index = 0; index < values.length; index++) sum += values[stream.integer(values.length)] as number;
      return sum / values.length;
    });
    return (ofB as number) - (ofA as number);
  });
  return percentileInterval(results.sort(), level);
}

/**
 * The percentile bootstrap of a difference by seeded draws (Efron and Tibshirani 1993, chapter 13), for the `interval`
 * option of `compareRuns`: what "exact" computes without draws.
 *
 * Wrong when: tasks are few (below 20 it covers less than it says).
 *
 * @example
 * compareRuns(before, after, { interval: percentileDifference, seed: 1 });
 */
export const percentileDifference: IntervalFunction = ({ b, a }, { level, draws, seed }) =>
  named(
    a === null
      ? bootstrapInterval(b.values, { level, draws, seed })
      : drawnDifference(a.values, b.values, draws, seed, level),
    "percentile",
  );

/**
 * The studentized bootstrap (bootstrap-t) of a difference by seeded draws (Efron and Tibshirani 1993, section 12.5), for
 * the `interval` option of `compareRuns`: follows skewed differences, and is wider than the percentile one on few tasks.
 *
 * Wrong when: most differences are equal: an end then has no bound, and Student's t is given instead and noted.
 *
 * @example
 * compareRuns(before, after, { interval: studentizedDifference });
 */
export const studentizedDifference: IntervalFunction = ({ b, a }, { level, draws, seed }) =>
  named(
    a === null
      ? studentizedBootstrapInterval(b.values, { level, draws, seed })
      : studentizedBootstrapDifferenceInterval(a.values, b.values, { level, draws, seed }),
    "studentized",
  );

/**
 * Wilson's interval of a difference of rates, for the `interval` option of `compareRuns`: the difference is moved from
 * [-1, 1] to [0, 1] and back, on the effective number of tasks 4p(1-p)/SE² (after Korn and Graubard 1998) with the t
 * quantile. It never has zero width and never leaves [-1, 1]: the one to take when all differences may be equal.
 *
 * Wrong when: the metric is no rate (values outside 0 to 1): Student's t is then given instead and noted.
 *
 * @example
 * compareRuns(before, after, { interval: wilsonDifference });
 */
export const wilsonDifference: IntervalFunction = (samples, { level, isRate }) => {
  if (!isRate) return null;
  const { estimate, standardError, df } = tDifference(samples, level);
  const share = (estimate + 1) / 2;
  const smallest = smallerSide(samples);
  // Without spread the standard error says nothing: every task then counts once.
  const effective = standardError === 0 ? smallest : Math.max((4 * share * (1 - share)) / standardError ** 2, 1);
  const z = standardError === 0 ? normalQuantile((1 + level) / 2) : tQuantile(df, { level });
  const { low, high } = wilsonInterval(share * effective, effective, { z }) as Interval;
  return { low: 2 * low - 1, high: 2 * high - 1, method: "wilson" };
};

/**
 * The bootstrap that keeps the mix of strata (tier, category) as it is, for the `interval` option of `compareRuns`: each
 * stratum is resampled on its own (after Agarwal et al. 2021, arXiv:2108.13264). Narrower where strata differ.
 *
 * Wrong when: the mix itself was left to chance; strata have two or three tasks each. Unpaired sides, clusters, and tasks
 * that are mostly alone in their strata get Student's t instead, and a note.
 *
 * @param stratumOf - The stratum of a task, by its key (`taskKey(row)`); null or undefined is one stratum of its own.
 *
 * @example
 * const tiers = new Map(rows.map((row) => [taskKey(row), row.tier]));
 * compareRuns(before, after, { interval: stratifiedDifference((task) => tiers.get(task)) });
 */
export function stratifiedDifference(stratumOf: (task: string) => unknown): IntervalFunction {
  return ({ b, a }, { level, draws, seed }) => {
    if (a !== null || b.tasks.length === 0) return null;
    const strata = b.tasks.map((task) => String(stratumOf(task) ?? ""));
    const found = stratifiedBootstrapInterval(b.values, strata, { level, draws, seed });
    // The spread of a stratum of one is unknown and counts as none: where most are, the interval would have no width.
    return found && found.nSingletons * 2 > b.values.length ? null : named(found, "stratified");
  };
}
