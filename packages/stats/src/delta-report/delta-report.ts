import { createReport, type RowLike } from "@whileai/core";
import { deltaFields } from "./delta-fields.js";
import { deltaFindings } from "./delta-findings.js";
import type { DeltaReport, DeltaReportOptions } from "./delta-report-types.js";
import { deltaText } from "./delta-text.js";
import { resultNotes } from "./result-notes.js";
import { runNotes } from "./run-notes.js";

/**
 * Whether a change helped: every metric of two runs compared task by task, against the noise of re-runs, with gates.
 *
 * - A difference needs an interval off zero **and** an exact p-value of at most alpha, as in `compareRuns`.
 * - It must also leave the noise band: the larger of t(df)·s·√(1/nA + 1/nB) and 2s, s being the standard deviation of a
 *   run's mean over re-runs (`lineage.eval_run` on the rows of both sides, or `runStd`). A gain without a known s is
 *   "moved_unreplicated", a loss counts at once. Runs that repeat each other row for row count as one.
 * - `target` decides; `proxy` fails the report when it rose and the target did not keep up (Gao et al. 2022,
 *   arXiv:2210.10760); `mustNotRegress` fails it when a guard got worse, or, with `margin`, when a larger loss is not
 *   ruled out. A target, guard or proxy that could not be measured fails it too.
 * - Sides that differ in tasks, grading, users or prompt are "not comparable", unless `changed` says that it was meant.
 *
 * `ok` says that nothing failed, `headline` what was found, `outcome` the same in the words of every comparison.
 *
 * Wrong when: the target was picked after looking; rows of both sides come from one run; runs are looked at until they
 * pass (give `looks`); tasks are restatements of each other (give `clusterBy`). Lambert 2025 (RLHF book, evaluation);
 * Miller 2024, arXiv:2411.00640.
 *
 * Throws an `OptionError` for an unknown option, a bad value, or a guard, proxy, marker, slice or `lowerIsBetter` name that no row
 * carries. An unknown target is no error but a failed report.
 *
 * @param before - Rows of the run to compare with; `{ scenario_id, reward }` is enough. Nothing is changed.
 * @param after - Rows of the run in question.
 *
 * @example
 * const before = [0, 0, 0, 0, 0, 0].map((reward, task) => ({ scenario_id: `t${task}`, reward }));
 * const after = before.map((row) => ({ ...row, reward: 1 }));
 * deltaReport(before, after, { target: "pass_at_1" }).headline; // "INCONCLUSIVE (1 eval run a side, rerun to confirm)"
 */
export function deltaReport(
  before: Iterable<RowLike>,
  after: Iterable<RowLike>,
  options: DeltaReportOptions = {},
): DeltaReport {
  const findings = deltaFindings(before, after, options);
  const notes = [...resultNotes(findings), ...runNotes(findings)];
  return createReport("delta_report", deltaFields(findings, notes), notes, deltaText);
}
