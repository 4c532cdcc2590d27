import { type Interval, MIN_INTERVAL_VALUES, mean, requireFinite, tQuantile, wilsonEnds } from "@whileai/core";
import { sumOfSquares } from "../inference/sample-moments.js";

/**
 * What is taken as seen before the data about how alike the rollouts of one task are: half a task at an even rate whose
 * rollouts all agreed. Chosen by simulation (docs/decisions/0018): the least that keeps 92.5% in every cell.
 */
const PRIOR_SPREAD = 1 / 8;
/** Added to the usual n - 1 degrees of freedom; with it, n tasks that all agree give nearly the exact binomial bound. */
const EXTRA_DEGREES = 2;

/** An interval of a mean rate, with how many independent tasks of one rollout each would say as much. */
export interface RecommendedInterval extends Interval {
  readonly effectiveN: number;
}

/**
 * The recommended interval, at 95% or `level`, for a mean over tasks of values in [0, 1]: Wilson's form on an effective
 * number of rollouts, n / F. The design effect F = (S n/(n-1) + 1/8) / (n p(1-p) + 1/8), with S the sum of squares around the mean
 * p, is how much the values spread against tasks of one rollout each. The eighths draw it towards 1 (the rollouts of a
 * task all agree) where the data say little: few tasks, or a mean near 0 or 1. The quantile is Student's at n + 1.
 *
 * Has width where all tasks agree; null below three. Symmetric between passes and fails, and independent of the order
 * of the values. With one rollout a task, each pass raises both ends; with more, a run without any fail is wider than one
 * with a single fail, because it shows nothing of how alike rollouts are. After Wilson 1927 and Korn and Graubard 1998.
 *
 * Throws an `OptionError` for a value that is not finite.
 *
 * Wrong when: tasks are not independent (give one value for each cluster then), or values lie outside [0, 1].
 *
 * @example
 * recommendedInterval([1, 1, 1, 1, 1, 1, 1, 1, 1, 1]); // { low: 0.6736..., high: 1, effectiveN: 10 }
 */
export function recommendedInterval(
  values: readonly number[] | Float64Array,
  options: { readonly level?: number | undefined } = {},
): RecommendedInterval | null {
  requireFinite("recommendedInterval", "values", values);
  const count = values.length;
  const rounded = mean(values);
  if (rounded === null || count < MIN_INTERVAL_VALUES) return null;
  // The values of clusters may miss 0 and 1 by a last digit.
  const centre = Math.min(Math.max(rounded, 0), 1);
  const spread = sumOfSquares(values, centre);
  const most = count * centre * (1 - centre);
  // The factor n/(n-1) never takes values of [0, 1] beyond the most they can spread.
  const unbiased = Math.max(spread, Math.min((spread * count) / (count - 1), most));
  const effectiveN = (count * (most + PRIOR_SPREAD)) / (unbiased + PRIOR_SPREAD);
  return { ...wilsonEnds(centre, effectiveN, tQuantile(count - 1 + EXTRA_DEGREES, options)), effectiveN };
}
