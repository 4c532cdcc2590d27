import { exactBootstrapMean, type Interval, mean, type Row } from "@whileai/core";
import { taskOf } from "../signal/ask-key.js";

/** A share of rows as the mean over tasks. */
export interface TaskShare {
  /** Mean of the tasks' shares; null when no row could be read. */
  readonly share: number | null;
  /** Bootstrap over tasks, 95%; null below three tasks. */
  readonly interval: Interval | null;
  readonly nTasks: number;
  /** Rows that could be read. */
  readonly nRead: number;
}

/** The share of rows with a value of 1, by task, with its interval. Rows with null are left out. */
export function taskShare(rows: readonly Row[], measure: (row: Row) => number | null): TaskShare {
  const tasks = new Map<string, { sum: number; count: number }>();
  let nRead = 0;
  for (const row of rows) {
    const value = measure(row);
    if (value === null) continue;
    nRead++;
    const key = taskOf(row);
    const task = tasks.get(key);
    if (task === undefined) tasks.set(key, { sum: value, count: 1 });
    else {
      task.sum += value;
      task.count++;
    }
  }
  const shares = [...tasks.values()].map(({ sum, count }) => sum / count);
  const found = exactBootstrapMean(shares);
  return {
    share: mean(shares),
    interval: found && { low: found.low, high: found.high },
    nTasks: tasks.size,
    nRead,
  };
}
