import { type RowLike, requireRows } from "@whileai/core";
import { createPassAt } from "./create-pass-at.js";
import type { PassAt, PassAtOptions } from "./pass-at-types.js";

/**
 * Pass rates of a run, one task one vote, with intervals over tasks.
 *
 * - pass@1: chance that one rollout passes (mean over tasks of each task's pass rate).
 * - pass^k: chance that k rollouts of a task all pass (Yao et al. 2024, arXiv:2406.12045).
 * - pass@k: chance that at least one of k passes (Chen et al. 2021, arXiv:2107.03374).
 * - headroom: pass@k - pass@1 over the tasks that have k rollouts.
 *
 * A row counts when its `reward` is 0 or 1 (a boolean or numeric text too); fractions are counted apart and read by
 * `meanReward` only. Rows of a run that probed each task and filled only some groups (`sampling_plan`) are recognised:
 * pass@1 then comes from the probe rollouts, and the k-way numbers are estimated (see `estimate`), because plain
 * averages over such groups are biased.
 *
 * Defaults: k is the smallest group (a probing plan's k), minK 4, the exact bootstrap over tasks for intervals.
 * Throws an `OptionError` for an unknown option, a bad value, or something that is not a list of rows.
 *
 * @param rows - Any iterable of rows; `{ scenario_id, reward }` is enough. Entries that are not rows are skipped and
 *   counted. Nothing is changed.
 *
 * @example
 * const report = passAt([
 *   { scenario_id: "refund", reward: 1 },
 *   { scenario_id: "refund", reward: 0 },
 * ]);
 * console.log(`${report}`); // pass@1 0.50 | pass^2 (pass_pow_k) n/a | …
 */
export function passAt(rows: Iterable<RowLike>, options: PassAtOptions = {}): PassAt {
  const tally = createPassAt(options);
  for (const row of requireRows("passAt", rows)) tally.add(row);
  return tally.report();
}
