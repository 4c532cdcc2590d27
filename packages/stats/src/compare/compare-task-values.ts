import { type Interval, mean, signFlipP } from "@whileai/core";
import { twoSamplePermutationP } from "../inference/two-sample-permutation-p.js";
import type { TaskValues } from "../metric/task-values.js";
import { byCluster, clusterValues } from "../pass-at/cluster-values.js";
import type { CombinedDifference, CompareVerdict, PValueMethod } from "./compare-runs-types.js";
import { type DifferenceMethod, differenceInterval } from "./difference-interval.js";
import { tInterval, type WeightedMean, type WeightedValues, weightedMean } from "./weighted-means.js";

/** Values this close, relative to their size, are the same one. */
const SAME_VALUE = 1e-12;
/** Keeps a p-value that equals alpha up to float error on the near side. */
const ALPHA_GUARD = 1e-12;

/** Which tasks belong together, and what that means. */
export interface TaskGroups {
  readonly kind: "cluster" | "stratum";
  /** A task's group; null where none is known: a cluster of its own, or one stratum of all such tasks. */
  readonly groupOf: (task: string) => string | null;
}

/** How two sets of task values are compared. */
export interface CompareTaskValuesOptions {
  readonly minPaired: number;
  readonly level: number;
  readonly pValue: "exact" | "midp";
  readonly interval: DifferenceMethod;
  readonly draws: number;
  readonly seed: number | string;
  readonly groups: TaskGroups | null;
}

/** What two sets of task values say about a difference. */
export interface TaskValueDifference {
  readonly paired: boolean;
  readonly nPaired: number;
  readonly nOnlyA: number;
  readonly nOnlyB: number;
  readonly pairedShare: number | null;
  readonly nUsed: number;
  readonly nNonTied: number;
  readonly nGroups: number | null;
  readonly meanA: number | null;
  readonly meanB: number | null;
  readonly meanASharedTasks: number | null;
  readonly meanBSharedTasks: number | null;
  readonly delta: number | null;
  /** Standard error of `delta`; null below two tasks. */
  readonly error: number | null;
  readonly interval: Interval | null;
  readonly intervalMethod: string | null;
  readonly pValue: number | null;
  readonly pValueMethod: PValueMethod | null;
  readonly midP: number | null;
  readonly combined: CombinedDifference | null;
  readonly verdict: CompareVerdict;
}

/** Tasks by the sides that have them; shared ones by name, so that the order of the rows plays no part. */
interface Sides {
  readonly shared: readonly string[];
  readonly onlyA: readonly string[];
  readonly onlyB: readonly string[];
}

const valuesAt = ({ perTask }: TaskValues, tasks: readonly string[]): number[] =>
  tasks.map((task) => perTask.get(task)?.mean as number);

function sidesOf(a: TaskValues, b: TaskValues): Sides {
  const tasksOfA = [...a.perTask.keys()].sort();
  return {
    shared: tasksOfA.filter((task) => b.perTask.has(task)),
    onlyA: tasksOfA.filter((task) => !b.perTask.has(task)),
    onlyB: [...b.perTask.keys()].filter((task) => !a.perTask.has(task)).sort(),
  };
}

/** b - a of each task; differences that only rounding made are 0. */
function pairedDifferences(a: readonly number[], b: readonly number[]): number[] {
  return a.map((valueOfA, index) => {
    const valueOfB = b[index] as number;
    const difference = valueOfB - valueOfA;
    const size = Math.max(1, Math.abs(valueOfA), Math.abs(valueOfB));
    return Math.abs(difference) <= SAME_VALUE * size ? 0 : difference;
  });
}

const isRate = ({ lowest, highest }: TaskValues): boolean => lowest === null || (lowest >= 0 && (highest ?? 0) <= 1);

/** Tasks and their values: paired differences, or one side of an unpaired comparison. */
interface Sample {
  readonly tasks: readonly string[];
  readonly values: readonly number[];
}

const grouped = <T>({ tasks }: Sample, groups: TaskGroups, known: (index: number) => T): T[][] =>
  byCluster(
    tasks.map((task) => ({ cluster: groups.groupOf(task) ?? (groups.kind === "stratum" ? "" : null) })),
    known,
  );

/** The independent values of a sample: its tasks, its clusters, or its tasks stratum by stratum. */
function weightedValues(sample: Sample, groups: TaskGroups | null, sign: 1 | -1): WeightedValues[] {
  const { tasks, values } = sample;
  if (groups === null) return [{ values, weight: sign }];
  if (groups.kind === "cluster") {
    const clustered = tasks.map((task) => ({ cluster: groups.groupOf(task) }));
    return [{ values: clusterValues(clustered, values), weight: sign }];
  }
  return grouped(sample, groups, (index) => values[index] as number)
    .map((members) => ({ values: members.sort((x, y) => x - y), weight: (sign * members.length) / values.length }))
    .sort((x, y) => x.weight - y.weight || x.values.join().localeCompare(y.values.join()));
}

/** The differences that chance may turn around: of tasks, or the sums of clusters. */
function flippable(sample: Sample, groups: TaskGroups | null): number[] {
  const { values } = sample;
  if (groups?.kind !== "cluster") return [...values];
  return grouped(sample, groups, (index) => values[index] as number).map(
    (members) => (mean(members) as number) * members.length,
  );
}

/** The test and the interval of one way to compare. */
type Inference = Pick<
  TaskValueDifference,
  "error" | "interval" | "intervalMethod" | "pValue" | "pValueMethod" | "midP" | "nGroups"
>;

const NO_INFERENCE: Inference = {
  error: null,
  interval: null,
  intervalMethod: null,
  pValue: null,
  pValueMethod: null,
  midP: null,
  nGroups: null,
};

/** Of paired differences when `a` is null, else of b against a. */
function infer(b: Sample, a: Sample | null, isRate: boolean, options: CompareTaskValuesOptions): Inference {
  const { level, draws, seed, groups } = options;
  const positive = weightedValues(b, groups, 1);
  const negative = a === null ? [] : weightedValues(a, groups, -1);
  const all = [...positive, ...negative];
  const interval = differenceInterval(all, options.interval, { level, draws, seed, isRate });
  const test =
    a === null
      ? signFlipP(flippable(b, groups), { draws, seed })
      : twoSamplePermutationP(
          negative.flatMap(({ values }) => values),
          positive.flatMap(({ values }) => values),
          { draws, seed },
        );
  const { p, midP, method } = test;
  const isStratum = groups?.kind === "stratum";
  const sizes = [positive, ...(a === null ? [] : [negative])].map((side) =>
    isStratum ? side.length : (side[0]?.values.length ?? 0),
  );
  return {
    error: all.every(({ values }) => values.length > 1) ? weightedMean(all).error : null,
    interval: interval && { low: interval.low, high: interval.high },
    intervalMethod: interval?.method ?? null,
    pValue: options.pValue === "midp" ? (midP ?? p) : p,
    pValueMethod: `${a === null ? "sign_flip" : "permutation"}_${method}`,
    midP,
    nGroups: groups && Math.min(...sizes),
  };
}

/** The paired part and the remainder, weighed by 1/variance; null where either has no spread or under three tasks. */
function combine(paired: readonly number[], onlyA: readonly number[], onlyB: readonly number[], level: number) {
  if (Math.min(paired.length, onlyA.length, onlyB.length) < 3) return null;
  const parts = [
    weightedMean([{ values: paired, weight: 1 }]),
    weightedMean([
      { values: onlyB, weight: 1 },
      { values: onlyA, weight: -1 },
    ]),
  ] as const;
  const [inPairs, rest] = parts;
  if (inPairs.error === 0 || rest.error === 0) return null;
  const [precision, restPrecision] = [inPairs.error ** -2, rest.error ** -2];
  const pairedWeight = precision / (precision + restPrecision);
  const restWeight = 1 - pairedWeight;
  const whole: WeightedMean = {
    estimate: pairedWeight * inPairs.estimate + restWeight * rest.estimate,
    error: (precision + restPrecision) ** -0.5,
    df: 1 / (pairedWeight ** 2 / inPairs.df + restWeight ** 2 / rest.df),
  };
  const interval = tInterval(whole, level);
  return {
    delta: whole.estimate,
    interval,
    pairedWeight,
    pairedDelta: inPairs.estimate,
    unpairedDelta: rest.estimate,
  };
}

function verdictOf(delta: number | null, { interval, pValue }: Inference, level: number): CompareVerdict {
  if (delta === null || interval === null) return "insufficient_data";
  const isSignificant = pValue !== null && pValue <= 1 - level + ALPHA_GUARD;
  if (isSignificant && interval.low > 0) return "b_better";
  return isSignificant && interval.high < 0 ? "a_better" : "no_difference_detected";
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
  const { minPaired, level } = options;
  const { shared, onlyA, onlyB } = sidesOf(a, b);
  const [sharedOfA, sharedOfB] = [valuesAt(a, shared), valuesAt(b, shared)];
  const differences = pairedDifferences(sharedOfA, sharedOfB);
  const paired = shared.length >= minPaired;
  const [meanA, meanB] = [
    mean([...a.perTask.values()].map(({ mean }) => mean)),
    mean([...b.perTask.values()].map(({ mean }) => mean)),
  ];
  const unpairedDelta = meanA === null || meanB === null ? null : meanB - meanA;
  const delta = paired ? mean(differences) : unpairedDelta;
  const all = (side: TaskValues, own: readonly string[]): Sample => {
    const tasks = [...shared, ...own].sort();
    return { tasks, values: valuesAt(side, tasks) };
  };
  const positive = paired ? { tasks: shared, values: differences } : all(b, onlyB);
  const negative = paired ? null : all(a, onlyA);
  const inference = delta === null ? NO_INFERENCE : infer(positive, negative, isRate(a) && isRate(b), options);
  const nAll = shared.length + onlyA.length + onlyB.length;
  return {
    paired,
    nPaired: shared.length,
    nOnlyA: onlyA.length,
    nOnlyB: onlyB.length,
    pairedShare: nAll === 0 ? null : shared.length / nAll,
    nUsed: paired ? shared.length : Math.min(a.perTask.size, b.perTask.size),
    nNonTied: differences.filter((difference) => difference !== 0).length,
    meanA,
    meanB,
    meanASharedTasks: mean(sharedOfA),
    meanBSharedTasks: mean(sharedOfB),
    delta,
    ...inference,
    combined: paired ? combine(differences, valuesAt(a, onlyA), valuesAt(b, onlyB), level) : null,
    verdict: verdictOf(delta, inference, level),
  };
}
