import { binaryLabel, isRecord, type RowLike, requireRows, scalarReward, toNumber } from "@whileai/core";
import { planName } from "../pass-at/probe-plan.js";
import { type RolloutPlace, rolloutPlace } from "../pass-at/rollout-place.js";
import { TaskTallies } from "../pass-at/task-tallies.js";
import { markerOf, PASS_AT_1, requireMetric } from "./metric-name.js";
import { readableNumber } from "./readable-number.js";
import type { TaskValue, TaskValues } from "./task-values.js";

type WireRow = Readonly<Record<string, unknown>>;

/** Names kept for the suggestion of an error. */
const MAX_OTHER_MARKERS = 200;

/** One metric of all tasks. */
class MetricColumn {
  readonly metric: string;
  readonly #marker: string | null;
  readonly #tasks = new TaskTallies();
  readonly #otherMarkers = new Set<string>();
  readonly #counts = { nRows: 0, nSkipped: 0, nPartial: 0, nDuplicates: 0, nAtZero: 0, nAtOne: 0 };
  #lowest = Number.POSITIVE_INFINITY;
  #highest = Number.NEGATIVE_INFINITY;
  #isPresent = false;

  constructor(metric: string) {
    this.metric = metric;
    this.#marker = markerOf(metric);
  }

  add(row: WireRow, place: RolloutPlace): boolean {
    const label = this.#marker === null ? binaryLabel(row) : null;
    const reward = this.#marker === null ? this.#reward(row) : this.#markerValue(row, this.#marker);
    const value = this.metric === PASS_AT_1 ? label : reward;
    if (!this.#tasks.add(this.#tasks.number(place.task), { label, reward }, place)) {
      this.#counts.nDuplicates++;
      return false;
    }
    if (value === null) {
      this.#counts.nSkipped++;
      if (reward !== null) this.#counts.nPartial++;
      return true;
    }
    this.#counts.nRows++;
    if (value === 0) this.#counts.nAtZero++;
    if (value === 1) this.#counts.nAtOne++;
    if (value < this.#lowest) this.#lowest = value;
    if (value > this.#highest) this.#highest = value;
    return true;
  }

  #reward(row: WireRow): number | null {
    if (row.reward !== undefined) this.#isPresent = true;
    return readableNumber(scalarReward(row));
  }

  #markerValue({ markers }: WireRow, name: string): number | null {
    if (!isRecord(markers)) return null;
    if (!Object.hasOwn(markers, name)) {
      for (const other of Object.keys(markers))
        if (this.#otherMarkers.size < MAX_OTHER_MARKERS) this.#otherMarkers.add(other);
      return null;
    }
    this.#isPresent = true;
    const value = markers[name];
    if (typeof value === "boolean") return value ? 1 : 0;
    return readableNumber(toNumber(value));
  }

  values(nNotRows: number, plans: readonly string[]): TaskValues {
    const perTask = new Map<string, TaskValue>();
    for (const [task, key] of this.#tasks.keys.entries()) {
      const { sum, count } = this.metric === PASS_AT_1 ? this.#tasks.passSum(task) : this.#tasks.rewardSum(task);
      if (count > 0) perTask.set(key, { mean: sum / count, count });
    }
    return {
      metric: this.metric,
      perTask,
      ...this.#counts,
      nContradicting: this.#tasks.nContradicting,
      nNotRows,
      lowest: this.#counts.nRows ? this.#lowest : null,
      highest: this.#counts.nRows ? this.#highest : null,
      plans,
      isPresent: this.#isPresent,
      otherMarkers: [...this.#otherMarkers].sort(),
    };
  }
}

/** Gathers several metrics row by row; its size depends on tasks and metrics, not on rows. */
export class MetricTally {
  readonly #columns: readonly MetricColumn[];
  readonly #plans = new Set<string>();
  #nNotRows = 0;

  /** Throws an `OptionError`, in the name of `call`, for a metric that does not exist. */
  constructor(call: string, metrics: readonly string[]) {
    for (const metric of metrics) requireMetric(call, metric);
    this.#columns = [...new Set(metrics)].map((metric) => new MetricColumn(metric));
  }

  /** Counts a row; false for what is no row, or repeats a rollout in every metric. */
  add(row: unknown): boolean {
    if (!isRecord(row)) {
      this.#nNotRows++;
      return false;
    }
    const place = rolloutPlace(row);
    this.#plans.add(planName(place.plan));
    let isNew = false;
    for (const column of this.#columns) if (column.add(row, place)) isNew = true;
    return isNew;
  }

  values(): ReadonlyMap<string, TaskValues> {
    const plans = [...this.#plans].sort();
    return new Map(this.#columns.map((column) => [column.metric, column.values(this.#nNotRows, plans)]));
  }
}

/** The values of several metrics in one pass over the rows, by metric; errors come in the name of `call`. */
export function readTaskValues(
  call: string,
  rows: Iterable<RowLike>,
  metrics: readonly string[],
): ReadonlyMap<string, TaskValues> {
  const tally = new MetricTally(call, metrics);
  for (const row of requireRows(call, rows)) tally.add(row);
  return tally.values();
}
