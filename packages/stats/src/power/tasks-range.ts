import { bootstrapInterval, type Interval, MIN_INTERVAL_VALUES, normalQuantile } from "@whileai/core";
import { sampleStd, uniformTaskStd } from "./task-std.js";

/** Level of the range. Convention. */
const LEVEL = 0.95;
/** From this many tasks on the normal approximation is as good as the bootstrap, and takes no time. */
const MANY_TASKS = 1000;
/** The pass rate with the largest spread. */
const WIDEST_BASE = 0.5;

/** How the measured tasks decide a number of tasks. */
export interface MeasuredTasks {
  /** Differences of tasks when the spread was measured, else their before-rates. Ascending. */
  readonly values: readonly number[];
  readonly kind: "differences" | "rates";
  readonly effect: number;
  readonly k: number;
  /** The number of tasks for a spread. */
  readonly tasksFor: (taskStd: number) => number;
}

/** A range of the number of tasks and how it was found. */
export interface TasksRange extends Interval {
  readonly method: string;
}

/** The sample standard deviation in the order given: for resamples, which come in an order of their own. */
function spreadOf(sample: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < sample.length; index++) sum += sample[index] as number;
  const mean = sum / sample.length;
  let squares = 0;
  for (let index = 0; index < sample.length; index++) squares += ((sample[index] as number) - mean) ** 2;
  return Math.sqrt(squares / (sample.length - 1));
}

const meanOf = (values: ArrayLike<number>): number => {
  let sum = 0;
  for (let index = 0; index < values.length; index++) sum += values[index] as number;
  return sum / values.length;
};

/** n goes with the variance, whose own error follows from the fourth moment. */
function approximated({ values, kind, effect, k, tasksFor }: MeasuredTasks): Interval {
  const z = normalQuantile((1 + LEVEL) / 2);
  const std = sampleStd(values);
  const mean = meanOf(values);
  if (kind === "differences") {
    const fourth = meanOf(values.map((value) => (value - mean) ** 4));
    const error = z * Math.sqrt(Math.max(0, fourth - std ** 4) / values.length);
    return { low: tasksFor(Math.sqrt(Math.max(0, std ** 2 - error))), high: tasksFor(Math.sqrt(std ** 2 + error)) };
  }
  const half = (z * std) / Math.sqrt(values.length);
  const bases = [Math.max(0, mean - half), Math.min(1, mean + half)];
  if (Math.abs(mean - WIDEST_BASE) < half) bases.push(WIDEST_BASE);
  const sizes = bases.map((base) => tasksFor(uniformTaskStd(base, effect, k)));
  return { low: Math.min(...sizes), high: Math.max(...sizes) };
}

/** The 95% range of the number of tasks over other draws of the measured tasks; null below three. */
export function tasksRange(measured: MeasuredTasks): TasksRange | null {
  const { values, kind, effect, k, tasksFor } = measured;
  if (values.length < MIN_INTERVAL_VALUES) return null;
  if (values.length >= MANY_TASKS) return { ...approximated(measured), method: "normal approximation over tasks" };
  const sized = (sample: Float64Array): number =>
    tasksFor(kind === "differences" ? spreadOf(sample) : uniformTaskStd(meanOf(sample), effect, k));
  const range = bootstrapInterval(values, { statistic: sized, level: LEVEL });
  return range && { ...range, method: "bootstrap over tasks" };
}
