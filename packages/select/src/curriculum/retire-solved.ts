import { isRecord, type Row, type RowFields } from "@whileai/core";
import { withRowErrors } from "../rows/with-row-errors.js";
import { taskOf } from "../signal/ask-key.js";
import { type RetireOptions, retireSettings } from "./curriculum-options.js";
import { taskRates } from "./task-rates.js";
import { isSolved } from "./task-standing.js";

/**
 * The rows without those of solved tasks: tasks that pass more often than `solved` over at least `minRollouts` graded
 * rollouts. Everything else stays as it came, ungraded rows too; entries that are no rows are left out (`curriculum`
 * counts them).
 *
 * @throws OptionError for an unknown option or a bad value.
 *
 * @example
 * retireSolved([{ task_id: "a", reward: 1 }, { task_id: "a", reward: 1 }, { task_id: "b", reward: 0 }]).length; // 1
 */
export function retireSolved<R extends Row>(rows: Iterable<R>, options?: RetireOptions): R[];
export function retireSolved<R extends RowFields>(rows: Iterable<R>, options?: RetireOptions): (R & Row)[];
export function retireSolved<R extends Row>(rows: Iterable<R>, options: RetireOptions = {}): R[] {
  const settings = retireSettings(options);
  return withRowErrors<R, R[]>("retireSolved", rows, (all) => {
    const given = [...all].filter((row) => isRecord(row));
    const { tasks } = taskRates(given);
    const solved = new Set([...tasks].filter(([, task]) => isSolved(task, settings)).map(([key]) => key));
    return given.filter((row) => !solved.has(taskOf(row)));
  });
}
