import { type Row, type RowLike, requireRows } from "@whileai/core";
import { compareRuns } from "../compare/compare-runs.js";
import type { CompareRuns, CompareRunsOptions } from "../compare/compare-runs-types.js";
import { deltaReport } from "../delta-report/delta-report.js";
import type { DeltaReport, DeltaReportOptions, MetricName } from "../delta-report/delta-report-types.js";
import { PASS_AT_1 } from "../metric/metric-name.js";
import { evalRun } from "../pass-at/rollout-place.js";
import { type MatcherContext, type MatcherResult, matcherResult, shownOptions } from "./matcher-result.js";

/** Options of `toBeatBaseline`: those of `compareRuns`, and what is known of re-runs. */
export interface ToBeatBaselineOptions extends Omit<CompareRunsOptions, "margin"> {
  /** SD of one run's mean over re-runs of the same agent: a gain must exceed what re-runs differ by. */
  readonly runStd?: number | undefined;
}

function hasRepeats(rows: readonly Row[]): boolean {
  const runs = new Set<string>();
  for (const row of rows) if (typeof row === "object" && row !== null) runs.add(evalRun(row));
  runs.delete("");
  return runs.size > 1;
}

function againstNoise(before: readonly Row[], after: readonly Row[], options: ToBeatBaselineOptions): DeltaReport {
  const { metric = PASS_AT_1, lowerIsBetter, level, ...alike } = options;
  const target = metric as MetricName;
  return deltaReport(before, after, {
    ...alike,
    target,
    by: false,
    ...(lowerIsBetter !== undefined && { lowerIsBetter: { [target]: lowerIsBetter } }),
    ...(level !== undefined && { alpha: 1 - level }),
  } satisfies DeltaReportOptions);
}

/** With re-runs on both sides, or a known spread of them, a gain must also leave their noise. */
function compared(before: readonly Row[], after: readonly Row[], options: ToBeatBaselineOptions) {
  const { runStd, ...plain } = options;
  const knowsNoise = runStd !== undefined || (hasRepeats(before) && hasRepeats(after));
  const report: CompareRuns | DeltaReport = knowsNoise
    ? againstNoise(before, after, options)
    : compareRuns(before, after, plain);
  return report;
}

/**
 * Whether the rows are shown to be better than those of a baseline: outcome "better" of `compareRuns`, or of
 * `deltaReport` where both sides were run several times or `runStd` is given. "Not enough data" and "not comparable" fail
 * with the reason, also after `.not`.
 *
 * @example
 * expect(after).toBeatBaseline(before);
 * expect(after).toBeatBaseline(before, { metric: "mean_reward", changed: ["system_prompt"] });
 */
export function toBeatBaseline(
  this: MatcherContext,
  rows: Iterable<RowLike>,
  before: Iterable<RowLike>,
  options: ToBeatBaselineOptions = {},
): MatcherResult {
  const [baseline, own] = [before, rows].map((side) => [...requireRows("toBeatBaseline", side)]) as [Row[], Row[]];
  const report = compared(baseline, own, options);
  const { outcome, outcomeReason } = report;
  const isKnown = outcome !== "not enough data" && outcome !== "not comparable";
  const shown = shownOptions(options);
  return matcherResult(this, {
    call: `toBeatBaseline(before${shown === "" ? "" : `, ${shown}`})`,
    holds: isKnown ? outcome === "better" : null,
    reason: `Against the baseline: ${outcome}. ${outcomeReason}`,
    report: `${report}`,
  });
}
