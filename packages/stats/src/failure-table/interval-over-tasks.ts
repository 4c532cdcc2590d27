import type { Interval } from "@whileai/core";
import type { TaskClusters } from "../metric/task-clusters.js";
import { recommendedInterval } from "../pass-at/recommended-interval.js";
import type { RolloutCount } from "./cell-board.js";
import { rateOf } from "./rest-comparison.js";

/** The ends of {@link recommendedInterval} for the mean fail rate of tasks, or of clusters of them. */
export function intervalOverTasks(
  { tasks }: Pick<RolloutCount, "tasks">,
  level: number,
  clusters: TaskClusters | null,
): Interval | null {
  const rates = [...tasks.values()].map(rateOf);
  const found = recommendedInterval(clusters?.values([...tasks.keys()], rates) ?? rates, { level });
  return found && { low: found.low, high: found.high };
}
