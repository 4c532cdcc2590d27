import { isRecord, type Row } from "@whileai/core";
import { usableLabel } from "../optimize/unlabelled.js";
import { taskOf } from "../signal/ask-key.js";
import { isOutOfRange } from "../signal/judged-reward.js";

/** The graded rollouts of one task. */
export interface TaskRate {
  /** Rollouts with a usable reward. */
  readonly n: number;
  /** Rollouts with a reward below 0 or above 1. */
  readonly nOutOfRange: number;
  /** Mean reward; null when none is graded, and beside rewards on another scale. */
  readonly passRate: number | null;
}

/** Pass rates by task, in the order in which the tasks came. */
export interface TaskRates {
  readonly tasks: ReadonlyMap<string, TaskRate>;
  /** Rows without a usable reward, those out of range among them. */
  readonly nUngraded: number;
  /** Entries that are no rows. */
  readonly nSkipped: number;
}

/** Measures how often each task passes. */
export function taskRates(rows: Iterable<Row>): TaskRates {
  const sums = new Map<string, { n: number; sum: number; nOutOfRange: number }>();
  let nUngraded = 0;
  let nSkipped = 0;
  for (const row of rows) {
    if (!isRecord(row)) {
      nSkipped++;
      continue;
    }
    const key = taskOf(row);
    const task = sums.get(key) ?? { n: 0, sum: 0, nOutOfRange: 0 };
    sums.set(key, task);
    const label = usableLabel(row);
    if (label === null) {
      nUngraded++;
      if (isOutOfRange(row)) task.nOutOfRange++;
    } else {
      task.n++;
      task.sum += label;
    }
  }
  const tasks = new Map(
    [...sums].map(([key, { n, sum, nOutOfRange }]) => {
      const hasRate = n > 0 && nOutOfRange === 0;
      return [key, { n, nOutOfRange, passRate: hasRate ? sum / n : null }];
    }),
  );
  return { tasks, nUngraded, nSkipped };
}
