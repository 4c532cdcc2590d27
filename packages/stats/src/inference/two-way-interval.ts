import {
  checkOptions,
  DEFAULT_LEVEL,
  LARGEST_NUMBER,
  MIN_INTERVAL_VALUES,
  mean,
  OptionError,
  openShare,
} from "@whileai/core";
import { sampleMoments } from "./sample-moments.js";
import { sortedSum } from "./sorted-sum.js";
import { type EstimateInterval, tInterval } from "./t-interval.js";

/** One run: the value of each task, tasks in the same order in all runs; null or NaN where a task has none. */
export type RunValues = readonly (number | null | undefined)[];

/** An interval that counts both tasks and runs as drawn at random. */
export interface TwoWayInterval extends EstimateInterval {
  /** Tasks with a value in every run; only these are used. */
  readonly nTasks: number;
  readonly nTasksDropped: number;
  /** Runs that say the same of every task as one before: replays, used once. */
  readonly nDuplicateRuns: number;
  /** Spread of a run as a whole, beyond what its rollouts explain; null when no side has two different runs. */
  readonly runStandardDeviation: number | null;
}

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

/** Runs cut down to the tasks all of them have, and without replays. */
function readRuns(call: string, sides: readonly (readonly RunValues[])[]) {
  const length = sides[0]?.[0]?.length ?? 0;
  for (const run of sides.flat()) {
    const bad = run.find((value) => Math.abs(value ?? 0) > LARGEST_NUMBER);
    if (run.length === length && bad === undefined) continue;
    throw new OptionError({
      option: "runs",
      received: bad ?? run.length,
      message: `${call}: every run needs a number of at most ${LARGEST_NUMBER} or null for each of the ${length} tasks.`,
      fix: "Align the runs by task.",
    });
  }
  const shared = Array.from({ length }, (_, task) => task).filter((task) =>
    sides.every((runs) => runs.every((run) => isNumber(run[task]))),
  );
  let nDuplicateRuns = 0;
  const kept = sides.map((runs) => {
    const seen = new Map<string, number[]>();
    for (const run of runs) {
      const values = shared.map((task) => run[task] as number);
      const key = values.join(",");
      if (seen.has(key)) nDuplicateRuns++;
      else seen.set(key, values);
    }
    return [...seen.values()];
  });
  return { sides: kept, nTasks: shared.length, nTasksDropped: length - shared.length, nDuplicateRuns };
}

/** Means of each task over runs, and the sums of squares of runs and of what neither task nor run explains. */
function decompose(runs: readonly (readonly number[])[]) {
  const nTasks = runs[0]?.length ?? 0;
  const taskMeans = Array.from({ length: nTasks }, (_, task) => mean(runs.map((run) => run[task] as number)) as number);
  const runMeans = runs.map((run) => mean(run) as number);
  const grand = mean(runMeans) as number;
  const ofRuns = sortedSum(runMeans.map((value) => nTasks * (value - grand) ** 2));
  const rest = runs.map((run, index) =>
    sortedSum(
      run.map((value, task) => (value - (runMeans[index] as number) - (taskMeans[task] as number) + grand) ** 2),
    ),
  );
  return { taskMeans, ofRuns, rest: sortedSum(rest), df: runs.length - 1 };
}

/** Adds the part of the runs to the part of the tasks; degrees of freedom by Satterthwaite. */
function combine(
  estimate: number,
  taskValues: readonly number[],
  sides: readonly ReturnType<typeof decompose>[],
  level: number,
): EstimateInterval & { runStandardDeviation: number | null } {
  const { n, variance } = sampleMoments(taskValues);
  const ofTasks = variance / n;
  const dfRuns = sortedSum(sides.map(({ df }) => df));
  if (dfRuns === 0) return { ...tInterval(estimate, Math.sqrt(ofTasks), n - 1, level), runStandardDeviation: null };
  const dfRest = dfRuns * (n - 1);
  const meanRuns = sortedSum(sides.map(({ ofRuns }) => ofRuns)) / dfRuns / n;
  const meanRest = sortedSum(sides.map(({ rest }) => rest)) / dfRest / n;
  const runVariance = Math.max(0, meanRuns - meanRest);
  const share = sortedSum(sides.map(({ df }) => 1 / (df + 1)));
  const whole = ofTasks + runVariance * share;
  const df =
    runVariance === 0
      ? n - 1
      : 1 /
        ((ofTasks / whole) ** 2 / (n - 1) +
          ((share * meanRuns) / whole) ** 2 / dfRuns +
          ((share * meanRest) / whole) ** 2 / dfRest);
  // Never below the smaller dimension: with two runs, one degree of freedom is what the runs alone would have.
  const floor = Math.min(n - 1, dfRuns);
  return {
    ...tInterval(estimate, Math.sqrt(whole), Math.max(df, floor), level),
    runStandardDeviation: Math.sqrt(runVariance),
  };
}

/**
 * The mean of replicated runs over the same tasks, with an interval for other tasks and other runs: task and run are
 * crossed random effects, estimated by analysis of variance (Searle, Casella and McCulloch 1992, chapter 4), degrees of
 * freedom by Satterthwaite. The interval over tasks alone answers for this run only; a noise band answers for these tasks
 * only. Runs that are replays of one before are used once.
 *
 * Null below three tasks that all runs have. A single run gives the t interval over tasks. Throws an `OptionError` for
 * runs of unequal length and numbers beyond 1e150.
 *
 * Wrong when: runs are two or three: their spread is then hardly known, and where it comes out as 0 the interval is that
 * over tasks alone.
 *
 * @example
 * twoWayInterval([[1, 0.5, 0, 1], [1, 0.25, 0, 1], [0.75, 0.5, 0.25, 1]])?.runStandardDeviation;
 */
export function twoWayInterval(
  runs: readonly RunValues[],
  options: { readonly level?: number | undefined } = {},
): TwoWayInterval | null {
  checkOptions("twoWayInterval", options, { level: openShare });
  const { sides, ...counts } = readRuns("twoWayInterval", [runs]);
  if (counts.nTasks < MIN_INTERVAL_VALUES) return null;
  const parts = decompose(sides[0] as number[][]);
  const estimate = mean(parts.taskMeans) as number;
  return { ...combine(estimate, parts.taskMeans, [parts], options.level ?? DEFAULT_LEVEL), ...counts };
}

/**
 * As {@link twoWayInterval}, for the difference of two sides, after minus before, each with its own runs of the same
 * tasks. The spread of runs is pooled over the sides, and each side has its own share of it.
 *
 * @example
 * twoWayDifferenceInterval([[1, 0.5, 0, 0.5], [1, 0.25, 0, 0.5]], [[1, 0.75, 0.5, 0.5], [1, 1, 0.25, 0.75]])?.estimate;
 */
export function twoWayDifferenceInterval(
  before: readonly RunValues[],
  after: readonly RunValues[],
  options: { readonly level?: number | undefined } = {},
): TwoWayInterval | null {
  checkOptions("twoWayDifferenceInterval", options, { level: openShare });
  const { sides, ...counts } = readRuns("twoWayDifferenceInterval", [before, after]);
  if (counts.nTasks < MIN_INTERVAL_VALUES || before.length === 0 || after.length === 0) return null;
  const [first, second] = [decompose(sides[0] as number[][]), decompose(sides[1] as number[][])];
  const differences = second.taskMeans.map((value, task) => value - (first.taskMeans[task] as number));
  const estimate = mean(differences) as number;
  return { ...combine(estimate, differences, [first, second], options.level ?? DEFAULT_LEVEL), ...counts };
}
