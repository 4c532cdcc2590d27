import { type RowLike, requireRows } from "@whileai/core";
import { createFailureTable } from "./create-failure-table.js";
import type { FailureTable, FailureTableOptions } from "./failure-table-types.js";

/**
 * Where the agent fails: rollouts grouped by tool, rule, stance, fault, marker, state of the world, history, or anything
 * else that rows say, each group with its fail rate over tasks, the recommended interval, how much more it fails than the
 * rollouts outside it, and what share of all failures it holds. The worst group comes first.
 *
 * A rate is the mean over tasks of the share of a task's rollouts that fail (reward 0); rollouts without a pass or fail
 * are counted and in no rate. Groups are compared task by task where half of their tasks, and five, have rollouts on both
 * sides (sign-flip test; with unequal numbers also the exact test of Cochran, Mantel and Haenszel, and the larger p), else
 * with the tasks outside (two-sample permutation test; stricter where one side has one or two rollouts a task). The p-values are
 * adjusted over all ranked groups (Benjamini and Hochberg 1995). The order of the rows changes nothing.
 *
 * Wrong when: read as a cause (a tool that is only called in trouble fails often); tasks are related to each other (give
 * `clusterBy`); a group was made after looking at the failures. Rows that do not fit in memory: `createFailureTable`.
 *
 * @param rows - Graded rows. `{scenario_id, reward}` and something to group by are enough.
 * @throws OptionError for an unknown option, or a field in `by` that no row has.
 *
 * @example
 * const table = failureTable(rows, { by: ["tool", "scenario_dimensions.channel"] });
 * console.log(`${table}`);
 */
export function failureTable(rows: Iterable<RowLike>, options: FailureTableOptions = {}): FailureTable {
  const table = createFailureTable(options);
  for (const row of requireRows("failureTable", rows)) table.add(row);
  return table.report();
}
