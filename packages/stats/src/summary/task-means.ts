import type { RowLike } from "@whileai/core";
import { PASS_AT_1 } from "../metric/metric-name.js";
import { readTaskValues } from "../metric/metric-tally.js";
import type { TaskValues } from "../metric/task-values.js";

/**
 * Each task's mean of a metric over its rollouts, by task key, in the order of first appearance. Tasks without a
 * readable rollout are absent.
 *
 * Throws an `OptionError` for a metric that is not `pass_at_1` (default), `mean_reward` or `marker:<name>`.
 *
 * @example
 * taskMeans([{ scenario_id: "a", reward: 1 }, { scenario_id: "a", reward: 0 }]); // Map { "a" => 0.5 }
 */
export function taskMeans(rows: Iterable<RowLike>, metric: string = PASS_AT_1): ReadonlyMap<string, number> {
  return new Map(
    [...(readTaskValues("taskMeans", rows, [metric]).get(metric) as TaskValues).perTask].map(([task, { mean }]) => [
      task,
      mean,
    ]),
  );
}
