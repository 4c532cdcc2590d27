import { checkOptions, DEFAULT_DRAWS, LARGEST_NUMBER, OptionError, resamplingStream, toLattice } from "@whileai/core";
import { type ResamplingOptions, resamplingRules } from "./resampling-options.js";
import { sortedSum } from "./sorted-sum.js";

/** Up to this many tasks, all sign vectors are tried. */
const MAX_ENUMERATED = 16;
/** Statistics this close, relative to the observed one, are ties. */
const TIE = 1e-12;

/** What {@link maxT} says of one metric. */
export interface MaxTMetric {
  /** The observed |sum of differences| / sqrt(sum of their squares); null when no task has a difference other than 0. */
  readonly statistic: number | null;
  /** The metric's own p-value, as if it were the only one. */
  readonly p: number;
  /** Adjusted against the largest statistic of all metrics. */
  readonly singleStepP: number;
  /** Adjusted step by step; never above `singleStepP`, and the one to use. */
  readonly stepDownP: number;
  /** Tasks with a value. */
  readonly n: number;
}

/** A max-T test's result. */
export interface MaxTResult {
  /** In the order given. */
  readonly metrics: readonly MaxTMetric[];
  readonly method: "exact" | "monte_carlo";
}

function readMetric(differences: readonly (number | null | undefined)[], metric: number, tasks: number): Float64Array {
  if (differences.length !== tasks)
    throw new OptionError({
      option: "differencesByMetric",
      received: differences.length,
      message: `maxT: metric ${metric} has ${differences.length} differences, the first one ${tasks}.`,
      fix: "Align all metrics by task and write null where a task has no value.",
    });
  return Float64Array.from(differences, (value, task) => {
    if (value === null || value === undefined || Number.isNaN(value)) return Number.NaN;
    if (typeof value === "number" && Math.abs(value) <= LARGEST_NUMBER) return value;
    throw new OptionError({
      option: "differencesByMetric",
      received: value,
      message: `maxT: metric ${metric} holds ${String(value)} at task ${task}.`,
      fix: `Pass numbers up to ${LARGEST_NUMBER}, and null where a task has no value.`,
    });
  });
}

/** One metric's differences, 0 where missing; whole numbers where they lie on a lattice, so that sums are exact. */
interface FlipMetric {
  readonly steps: Float64Array;
  readonly n: number;
  /** What a sum is divided by: the square root of the sum of squares. */
  readonly norm: number;
  readonly statistic: number;
}

function flipMetric(differences: Float64Array): FlipMetric {
  const present = Array.from(differences.filter((value) => !Number.isNaN(value)));
  const lattice = toLattice([0, ...present]);
  const zero = lattice?.numerators[0] ?? 0;
  let read = 0;
  const steps = differences.map((value) => {
    if (Number.isNaN(value)) return 0;
    read++;
    return lattice === null ? value : (lattice.numerators[read] as number) - zero;
  });
  // Turned so that the sum is not negative: the test is two-sided, and its draws must not depend on which side is which.
  const turned = sortedSum(steps) < 0 ? steps.map((value) => -value) : steps;
  const norm = Math.sqrt(sortedSum(turned.map((value) => value * value)));
  const statistic = norm === 0 ? 0 : Math.abs(sortedSum(turned)) / norm;
  return { steps: turned, n: present.length, norm, statistic };
}

/** The differences of one task after another, in an order that does not depend on the caller's; all-zero tasks left out. */
function tasksOf(metrics: readonly FlipMetric[], tasks: number): Float64Array[] {
  const columns = Array.from({ length: tasks }, (_, task) =>
    Float64Array.from(metrics, ({ steps }) => steps[task] as number),
  );
  return columns
    .filter((column) => column.some((value) => value !== 0))
    .sort((left, right) => {
      const at = left.findIndex((value, index) => value !== right[index]);
      return at < 0 ? 0 : (left[at] as number) - (right[at] as number);
    });
}

/** How often the flipped statistics reached the observed one of each metric, in three ways of counting. */
class FlipCounts {
  readonly own: Float64Array;
  readonly single: Float64Array;
  readonly step: Float64Array;
  readonly #metrics: readonly FlipMetric[];
  readonly #order: readonly number[];
  readonly #flipped: Float64Array;

  constructor(metrics: readonly FlipMetric[], order: readonly number[]) {
    this.#metrics = metrics;
    this.#order = order;
    this.own = new Float64Array(metrics.length);
    this.single = new Float64Array(metrics.length);
    this.step = new Float64Array(metrics.length);
    this.#flipped = new Float64Array(metrics.length);
  }

  add(sums: Float64Array): void {
    let largest = 0;
    for (const [index, { norm }] of this.#metrics.entries()) {
      const statistic = norm === 0 ? 0 : Math.abs(sums[index] as number) / norm;
      this.#flipped[index] = statistic;
      if (statistic > largest) largest = statistic;
    }
    // From the smallest observed statistic up: the step-down maximum is over this metric and all below it.
    let below = 0;
    for (let rank = this.#order.length - 1; rank >= 0; rank--) {
      const index = this.#order[rank] as number;
      const statistic = this.#flipped[index] as number;
      const atLeast = (this.#metrics[index] as FlipMetric).statistic * (1 - TIE);
      below = Math.max(below, statistic);
      if (statistic >= atLeast) this.own[index] = (this.own[index] as number) + 1;
      if (largest >= atLeast) this.single[index] = (this.single[index] as number) + 1;
      if (below >= atLeast) this.step[index] = (this.step[index] as number) + 1;
    }
  }
}

function tryAllSigns(tasks: readonly Float64Array[], counts: FlipCounts, metrics: number): void {
  const sums = Array.from({ length: tasks.length + 1 }, () => new Float64Array(metrics));
  const visit = (task: number): void => {
    const before = sums[task] as Float64Array;
    if (task === tasks.length) {
      counts.add(before);
      return;
    }
    const column = tasks[task] as Float64Array;
    const after = sums[task + 1] as Float64Array;
    for (const sign of [1, -1]) {
      for (let index = 0; index < metrics; index++)
        after[index] = (before[index] as number) + sign * (column[index] as number);
      visit(task + 1);
    }
  };
  visit(0);
}

function drawSigns(
  tasks: readonly Float64Array[],
  counts: FlipCounts,
  metrics: number,
  draws: number,
  seed: number | string,
): void {
  const stream = resamplingStream(seed, "max-t");
  const sums = new Float64Array(metrics);
  for (let draw = 0; draw < draws; draw++) {
    sums.fill(0);
    let bits = 0;
    for (let task = 0; task < tasks.length; task++) {
      if (task % 32 === 0) bits = stream.next();
      const sign = bits & 1 ? 1 : -1;
      bits >>>= 1;
      const column = tasks[task] as Float64Array;
      for (let index = 0; index < metrics; index++)
        sums[index] = (sums[index] as number) + sign * (column[index] as number);
    }
    counts.add(sums);
  }
}

/**
 * Adjusted p-values for several metrics of the same two runs (Westfall and Young 1993): the signs of all differences of
 * a task are flipped together, and each metric's |sum| / sqrt(sum of squares) is compared with the largest one over all
 * metrics. As the metrics keep their correlation, this costs less power than {@link holm}. The chance of any false
 * "moved" among all metrics is at most alpha, whichever of them really moved.
 *
 * Exact for up to 16 tasks with a difference; else seeded draws, add-one. A metric without any difference gets p = 1.
 * Throws an `OptionError` for metrics of unequal length and for numbers beyond 1e150.
 *
 * Wrong when: metrics were picked after looking (give all that were looked at); tasks are clustered; the differences
 * are of several candidates against one baseline: flips keep their covariance, so p-values are right for many tasks,
 * but no longer exact for few.
 *
 * @param differencesByMetric - One list for each metric, after minus before, aligned by task; null or NaN where a task
 *   has no value.
 *
 * @example
 * maxT([[1, 1, 1, 1, 1, 1], [0, 1, 0, -1, 1, 0]]).metrics[0]?.stepDownP; // 0.03125
 */
export function maxT(
  differencesByMetric: readonly (readonly (number | null | undefined)[])[],
  options: ResamplingOptions = {},
): MaxTResult {
  checkOptions("maxT", options, resamplingRules);
  const { draws = DEFAULT_DRAWS, seed = 0 } = options;
  const nTasks = differencesByMetric[0]?.length ?? 0;
  const metrics = differencesByMetric.map((differences, index) => flipMetric(readMetric(differences, index, nTasks)));
  const order = metrics
    .map((_, index) => index)
    .sort((left, right) => (metrics[right] as FlipMetric).statistic - (metrics[left] as FlipMetric).statistic);
  const tasks = tasksOf(metrics, nTasks);
  const counts = new FlipCounts(metrics, order);
  const exact = tasks.length <= MAX_ENUMERATED;
  if (exact) tryAllSigns(tasks, counts, metrics.length);
  else drawSigns(tasks, counts, metrics.length, draws, seed);
  const share = (hits: number): number => (exact ? hits / 2 ** tasks.length : (hits + 1) / (draws + 1));
  const stepDown = new Float64Array(metrics.length);
  let above = 0;
  for (const index of order) stepDown[index] = above = Math.max(above, share(counts.step[index] as number));
  return {
    metrics: metrics.map(({ norm, statistic, n }, index) => ({
      statistic: norm === 0 ? null : statistic,
      p: share(counts.own[index] as number),
      singleStepP: share(counts.single[index] as number),
      stepDownP: stepDown[index] as number,
      n,
    })),
    method: exact ? "exact" : "monte_carlo",
  };
}
