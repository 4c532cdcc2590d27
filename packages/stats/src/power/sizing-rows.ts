import { MIN_INTERVAL_VALUES, OptionError, type RowLike } from "@whileai/core";
import { type TaskValue, taskValues } from "../metric/task-values.js";

/** What rows say about sizing a holdout. */
export interface SizingRows {
  /** Before-means of the tasks that count: the shared ones when there is an after side. */
  readonly rates: readonly number[];
  /** After minus before of the shared tasks; null with a before side alone. */
  readonly differences: readonly number[] | null;
  /** The smallest group on either side. */
  readonly k: number;
}

/** Ascending, so that no later sum depends on the order of the rows. */
const ascending = (values: readonly number[]): number[] => [...values].sort((left, right) => left - right);

const smallest = (values: Iterable<TaskValue>): number => {
  let least = Number.POSITIVE_INFINITY;
  for (const { count } of values) least = Math.min(least, count);
  return least;
};

const refuse = (option: string, received: unknown, message: string, fix: string): OptionError =>
  new OptionError({ option, received, message, fix });

/**
 * Reads a before side, and an after side of the same tasks, for one metric.
 *
 * Throws an `OptionError`, in the name of `call`, for sides without a graded row or with fewer than three shared tasks.
 */
export function sizingRows(
  call: string,
  before: Iterable<RowLike>,
  after: Iterable<RowLike> | undefined,
  metric: string,
): SizingRows {
  const one = taskValues(before, metric).perTask;
  if (one.size === 0)
    throw refuse(
      "before",
      0,
      `${call}: no row of \`before\` has a readable ${metric}.`,
      "Grade the rows first, or leave `before` out and give `base`.",
    );
  if (after === undefined)
    return {
      rates: ascending([...one.values()].map(({ mean }) => mean)),
      differences: null,
      k: smallest(one.values()),
    };
  const other = taskValues(after, metric).perTask;
  const shared = [...one].flatMap(([task, value]) => {
    const matched = other.get(task);
    return matched === undefined ? [] : [{ rate: value.mean, difference: matched.mean - value.mean }];
  });
  if (shared.length < MIN_INTERVAL_VALUES)
    throw refuse(
      "after",
      shared.length,
      `${call}: \`before\` and \`after\` share ${shared.length} graded tasks, and a spread needs ${MIN_INTERVAL_VALUES}.`,
      "Run both sides on the same tasks, or give `base` and `k` instead of rows.",
    );
  return {
    rates: ascending(shared.map(({ rate }) => rate)),
    differences: ascending(shared.map(({ difference }) => difference)),
    k: Math.min(smallest(one.values()), smallest(other.values())),
  };
}
