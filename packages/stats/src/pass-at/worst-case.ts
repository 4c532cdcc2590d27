import { mean } from "@whileai/core";
import type { TaskTallies } from "./task-tallies.js";

/**
 * Where pass@1 would be if every rollout without a pass or fail had failed, and if every one had passed (Manski 1990):
 * the bounds hold whatever the reason that verdicts are missing. Null without rollouts.
 */
export interface WorstCase {
  readonly allFail: number | null;
  readonly allPass: number | null;
  /** Rollouts without a pass or fail: ungraded ones and fractions. Of probed tasks, those among the probes. */
  readonly nMissing: number;
}

/** The worst cases over all tasks, also those without any pass or fail. */
export function worstCase(tasks: TaskTallies): WorstCase {
  const lows = new Float64Array(tasks.keys.length);
  const highs = new Float64Array(tasks.keys.length);
  let nTasks = 0;
  let nMissing = 0;
  for (const task of tasks.keys.keys()) {
    const { sum, count } = tasks.passSum(task);
    const missing = tasks.nMissing(task);
    nMissing += missing;
    if (count + missing === 0) continue;
    lows[nTasks] = sum / (count + missing);
    highs[nTasks++] = (sum + missing) / (count + missing);
  }
  const allFail = mean(lows.subarray(0, nTasks));
  return { allFail, allPass: nMissing === 0 ? allFail : mean(highs.subarray(0, nTasks)), nMissing };
}
