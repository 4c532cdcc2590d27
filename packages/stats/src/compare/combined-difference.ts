import { checkOptions, openShare, optionRule, type RowLike } from "@whileai/core";
import { type PartlyPairedDifference, partlyPairedDifference } from "../inference/inverse-variance-combination.js";
import { PASS_AT_1 } from "../metric/metric-name.js";
import { readTaskValues } from "../metric/metric-tally.js";
import type { TaskValues } from "../metric/task-values.js";
import { difference } from "./compare-task-values.js";

/** Options of {@link combinedDifference}. */
export interface CombinedDifferenceOptions {
  /** `pass_at_1` (default), `mean_reward` or `marker:<name>`. */
  readonly metric?: string | undefined;
  /** Default 0.95. */
  readonly level?: number | undefined;
}

/**
 * The difference of two runs whose task sets only overlap, from all their tasks: the shared ones in pairs, the others as
 * two samples, and both combined by the inverse of their variances. `compareRuns` uses the shared tasks alone, and says
 * how many it left out.
 *
 * Wrong when: the tasks that only one side has are of another kind: the combination then mixes two questions. Look at
 * `paired` and `unpaired` before reading `combined`.
 *
 * Throws an `OptionError` for an unknown option or metric, or something that is not a list of rows.
 *
 * @example
 * combinedDifference(before, after).combined?.estimate;
 */
export function combinedDifference(
  a: Iterable<RowLike>,
  b: Iterable<RowLike>,
  options: CombinedDifferenceOptions = {},
): PartlyPairedDifference {
  checkOptions("combinedDifference", options, { metric: optionRule.any, level: openShare });
  const { metric = PASS_AT_1, level } = options;
  const [ofA, ofB] = [a, b].map(
    (rows) => (readTaskValues("combinedDifference", rows, [metric]).get(metric) as TaskValues).perTask,
  ) as [TaskValues["perTask"], TaskValues["perTask"]];
  const differences: number[] = [];
  const onlyA: number[] = [];
  for (const [task, { mean }] of ofA) {
    const other = ofB.get(task);
    if (other === undefined) onlyA.push(mean);
    else differences.push(difference(mean, other.mean));
  }
  const onlyB = [...ofB].filter(([task]) => !ofA.has(task)).map(([, { mean }]) => mean);
  return partlyPairedDifference({ differences, onlyA, onlyB }, { level });
}
