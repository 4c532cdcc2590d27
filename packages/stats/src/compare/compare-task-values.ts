import { mean } from "@whileai/core";
import { intervalEnds } from "../inference/interval-ends.js";
import { pairedRolloutsP } from "../inference/paired-rollouts-p.js";
import { reachesAlpha } from "../inference/reaches-alpha.js";
import type { Stratum } from "../inference/stratified-exact-p.js";
import { twoSamplePermutationP } from "../inference/two-sample-permutation-p.js";
import { type TaskRollouts, twoSampleRolloutsP } from "../inference/two-sample-rollouts-p.js";
import { isRate } from "../metric/is-rate.js";
import type { TaskClusters } from "../metric/task-clusters.js";
import type { TaskValue, TaskValues } from "../metric/task-values.js";
import type { CompareVerdict, PValueMethod, TaskValueDifference } from "./compare-runs-types.js";
import {
  type DifferenceMethod,
  differenceInterval,
  type IntervalContext,
  type Sample,
  smallerSide,
  tDifference,
} from "./difference-interval.js";

/** Values this close, relative to their size, are the same one. */
const SAME_VALUE = 1e-12;

/** How two sets of task values are compared. */
export interface CompareTaskValuesOptions {
  readonly minPaired: number;
  readonly level: number;
  /** Most that the p-value of "better" or "worse" may be. */
  readonly alpha: number;
  readonly pValue: "exact" | "midp";
  readonly interval: DifferenceMethod;
  readonly draws: number;
  readonly seed: number | string;
  /** Null when tasks are independent. */
  readonly clusters: TaskClusters | null;
}

/** The test and the interval of one way to compare. */
type Inference = Pick<
  TaskValueDifference,
  "standardError" | "ci95" | "intervalMethod" | "pValue" | "pValueMethod" | "midP" | "nClusters"
>;

const NO_INFERENCE: Inference = {
  standardError: null,
  ci95: null,
  intervalMethod: null,
  pValue: null,
  pValueMethod: null,
  midP: null,
  nClusters: null,
};

/** b - a; 0 where only rounding made a difference. */
export function difference(a: number, b: number): number {
  const size = Math.max(1, Math.abs(a), Math.abs(b));
  return Math.abs(b - a) <= SAME_VALUE * size ? 0 : b - a;
}

const onlyZeroAndOne = ({ nRows, nAtZero, nAtOne }: TaskValues): boolean => nAtZero + nAtOne === nRows;

/** How many of each task's rollouts passed; null where values are no passes. */
function rolloutsOf(values: TaskValues, tasks: readonly string[]): TaskRollouts[] | null {
  if (!onlyZeroAndOne(values)) return null;
  return tasks.map((task) => {
    const { mean: rate, count } = values.perTask.get(task) as TaskValue;
    return { rollouts: count, events: Math.round(rate * count) };
  });
}

/** Both sides' rollouts of the tasks that are compared. */
interface ComparedRollouts {
  readonly a: readonly TaskRollouts[] | null;
  readonly b: readonly TaskRollouts[] | null;
}

function strataOf({ a, b }: ComparedRollouts): Stratum[] {
  if (a === null || b === null) return [];
  return b.map(({ rollouts, events }, index) => {
    const other = a[index] as TaskRollouts;
    return { inside: rollouts, insideEvents: events, all: rollouts + other.rollouts, allEvents: events + other.events };
  });
}

/** Of paired differences when `a` is null, else of b against a. */
function infer(
  b: Sample,
  a: Sample | null,
  rollouts: ComparedRollouts,
  context: IntervalContext,
  options: CompareTaskValuesOptions,
): Inference {
  const { clusters } = options;
  const independent = (sample: Sample): Sample =>
    clusters === null ? sample : { tasks: [], values: clusters.values(sample.tasks, sample.values) };
  const samples = { b: independent(b), a: a && independent(a) };
  // Signs of whole clusters are flipped: their sums are what chance may turn around.
  const flippable = () => clusters?.sums(b.tasks, b.values) ?? b.values;
  const random = { draws: context.draws, seed: context.seed };
  const { p, midP, method } =
    samples.a === null
      ? pairedRolloutsP(flippable(), strataOf(rollouts), random)
      : rollouts.a === null || rollouts.b === null || clusters !== null
        ? twoSamplePermutationP(samples.a.values, samples.b.values, random)
        : twoSampleRolloutsP(rollouts.a, rollouts.b, random);
  const found = differenceInterval(samples, options.interval, context);
  const smallest = smallerSide(samples);
  return {
    standardError: smallest < 2 ? null : tDifference(samples, context.level).standardError,
    ci95: intervalEnds(found),
    intervalMethod: found?.method ?? null,
    pValue: options.pValue === "midp" ? (midP ?? p) : p,
    pValueMethod: `${a === null ? "sign_flip" : "permutation"}_${method}` as PValueMethod,
    midP,
    nClusters: clusters && smallest,
  };
}

/** Better or worse needs the interval off zero and the p-value within alpha. */
export function verdictOf(
  delta: number | null,
  { ci95, pValue }: Pick<TaskValueDifference, "ci95" | "pValue">,
  alpha: number,
): CompareVerdict {
  if (delta === null || ci95 === null) return "insufficient_data";
  const isSignificant = pValue !== null && reachesAlpha(pValue, alpha);
  if (isSignificant && ci95.low > 0) return "b_better";
  return isSignificant && ci95.high < 0 ? "a_better" : "no_difference_detected";
}

/**
 * Compares one metric of two runs, task by task where at least `minPaired` tasks are shared, else as two samples. The
 * core of `compareRuns`, for callers that have the values already.
 */
export function compareTaskValues(
  a: TaskValues,
  b: TaskValues,
  options: CompareTaskValuesOptions,
): TaskValueDifference {
  const { minPaired, level, draws, seed } = options;
  // By name, so that the order of the rows plays no part.
  const tasksOf = ({ perTask }: TaskValues) => [...perTask.keys()].sort();
  const sampleOf = ({ perTask }: TaskValues, tasks: readonly string[]): Sample => ({
    tasks,
    values: tasks.map((task) => perTask.get(task)?.mean as number),
  });
  const [allA, allB] = [sampleOf(a, tasksOf(a)), sampleOf(b, tasksOf(b))];
  const shared = allA.tasks.filter((task) => b.perTask.has(task));
  const nPaired = shared.length;
  const [nOnlyA, nOnlyB] = [allA.tasks.length - nPaired, allB.tasks.length - nPaired];
  const [sharedA, sharedB] = [sampleOf(a, shared).values, sampleOf(b, shared).values];
  const differences = {
    tasks: shared,
    values: sharedA.map((value, index) => difference(value, sharedB[index] as number)),
  };
  const paired = nPaired >= minPaired;
  const [meanA, meanB] = [mean(allA.values), mean(allB.values)];
  const delta = paired ? mean(differences.values) : meanA === null || meanB === null ? null : meanB - meanA;
  const context = { level, draws, seed, isRate: isRate(a) && isRate(b) };
  const [tasksA, tasksB] = paired ? [shared, shared] : [allA.tasks, allB.tasks];
  const inference =
    delta === null
      ? NO_INFERENCE
      : infer(
          paired ? differences : allB,
          paired ? null : allA,
          { a: rolloutsOf(a, tasksA), b: rolloutsOf(b, tasksB) },
          context,
          options,
        );
  const nAll = nPaired + nOnlyA + nOnlyB;
  return {
    verdict: verdictOf(delta, inference, options.alpha),
    delta,
    ...inference,
    paired,
    nPaired,
    nOnlyA,
    nOnlyB,
    pairedShare: nAll === 0 ? null : nPaired / nAll,
    nUsed: paired ? nPaired : Math.min(allA.tasks.length, allB.tasks.length),
    nNonTied: differences.values.filter((value) => value !== 0).length,
    meanA,
    meanB,
    meanASharedTasks: nOnlyA === 0 ? meanA : mean(sharedA),
    meanBSharedTasks: nOnlyB === 0 ? meanB : mean(sharedB),
  };
}
