import { createReport, type Note, type Row } from "@whileai/core";
import type { TaskValues } from "../metric/task-values.js";
import { sliceMinTasks } from "../power/slice-min-tasks.js";
import { balanceRollouts } from "./balance-rollouts.js";
import { comparability } from "./comparability.js";
import { clusterOfTask, decideMetrics } from "./decide-metrics.js";
import { deltaGates, headlineVerdict } from "./delta-gates.js";
import { deltaHeadline } from "./delta-headline.js";
import { deltaOutcome, overallOutcome } from "./delta-outcome.js";
import { deltaRepeats } from "./delta-repeats.js";
import { type DeltaSettings, deltaSettings } from "./delta-report-options.js";
import type { DeltaMetric, DeltaReport, DeltaReportFields, DeltaReportOptions, Sides } from "./delta-report-types.js";
import { deltaSlices, sliceRule } from "./delta-slices.js";
import { deltaText } from "./delta-text.js";
import { judgeGuard } from "./guards.js";
import type { DecidedMetric } from "./metric-decision.js";
import { metricPlan } from "./metric-plan.js";
import { proxyGate } from "./proxy-gate.js";
import { readSide, type Side } from "./read-side.js";
import { readEvalRuns } from "./rerun-spread.js";
import { resultNotes } from "./result-notes.js";
import { runNotes } from "./run-notes.js";
import { isRate, NO_ADVICE, type SizingFacts, sizingAdvice } from "./sizing-advice.js";
import { type RowSurvey, surveyRows } from "./survey-rows.js";
import { readTrainRuns, trainSpread } from "./training-runs.js";

const valuesOf = ({ before, after }: Sides<Side>, metric: string): Sides<TaskValues> => ({
  before: before.values.get(metric) as TaskValues,
  after: after.values.get(metric) as TaskValues,
});

function sizingFacts(decided: DecidedMetric, sides: Sides<Side>, settings: DeltaSettings): SizingFacts {
  const { metric, lowerIsBetter } = decided;
  const { levelAlpha: alpha, power, ceilingPassRate } = settings;
  const values = valuesOf(sides, metric);
  return {
    metric,
    lowerIsBetter,
    values,
    difference: decided,
    k: sides.before.config.k,
    alpha,
    power,
    ceilingPassRate,
  };
}

/** Rows of both sides, evened out where that was asked for. */
function rowsOf({ before, after }: Sides<RowSurvey>, options: DeltaReportOptions, { seed }: DeltaSettings) {
  const all = { before: before.rows, after: after.rows };
  const rows = options.balanceRollouts ? balanceRollouts(all, seed) : all;
  const nBalancedOut = {
    before: before.rows.length - rows.before.length,
    after: after.rows.length - rows.after.length,
  };
  return { rows, nBalancedOut };
}

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
  before: Iterable<Row>,
  after: Iterable<Row>,
  options: DeltaReportOptions = {},
): DeltaReport {
  const settings = deltaSettings(options);
  const surveys = { before: surveyRows(before), after: surveyRows(after) };
  const plan = metricPlan(options, surveys);
  const rule = sliceRule(options.by, surveys);
  const { rows, nBalancedOut } = rowsOf(surveys, options, settings);
  const arms = readTrainRuns(options.trainRuns, plan.metrics);
  const evalRuns = {
    before: readEvalRuns(surveys.before, rows.before, plan.metrics),
    after: readEvalRuns(surveys.after, rows.after, plan.metrics),
  };
  const runs = {
    before: Math.max(evalRuns.before.runs.length, arms?.before?.length ?? 0),
    after: Math.max(evalRuns.after.runs.length, arms?.after?.length ?? 0),
  };
  const sides = {
    before: readSide(rows.before, plan.metrics, options.clusterBy),
    after: readSide(rows.after, plan.metrics, options.clusterBy),
  };
  const clusterOf = clusterOfTask(sides, options.clusterBy !== undefined);
  const decision = decideMetrics(plan, sides, evalRuns, runs, settings, { runStdRuns: options.runStdRuns, clusterOf });
  const decided = decision.metrics;
  const headline = (plan.headline === null ? undefined : decided.get(plan.headline)) ?? null;
  const train =
    arms === null || headline === null ? null : trainSpread(arms, headline.metric, headline, settings.level);
  const verdict = headlineVerdict(headline, train);
  const compared = comparability(sides, headline, settings);
  const sizingOf = (metric: DecidedMetric) => sizingFacts(metric, sides, settings);
  const sizing = headline === null ? NO_ADVICE : sizingAdvice(sizingOf(headline));
  const guards = plan.guards.map((metric) => {
    const own = decided.get(metric) ?? null;
    const margin = plan.margins.get(metric) ?? null;
    return judgeGuard({ metric, decided: own, margin, guardDrop: settings.guardDrop, sizing: own && sizingOf(own) });
  });
  const proxyMetric = (plan.proxy === null ? undefined : decided.get(plan.proxy)) ?? null;
  const sameScale = [headline, proxyMetric].every(
    (metric) => metric !== null && isRate(valuesOf(sides, metric.metric)),
  );
  const proxy =
    plan.proxy === null
      ? null
      : proxyGate(proxyMetric, headline, plan.proxy === (plan.target ?? plan.headline), sameScale);
  const gates = deltaGates(decided, verdict, guards, proxy, compared);
  const slices =
    headline === null || rule.groupOf === null
      ? null
      : deltaSlices(rows, rule.groupOf, headline.metric, headline.lowerIsBetter, settings, clusterOf);
  const outcomeFacts = { settings, causes: compared.causes, runs, nFamily: decision.nFamily };
  const metrics = new Map(
    [...decided.values()].map((metric): [string, DeltaMetric] => {
      const own = metric === headline ? verdict.verdict : metric.deltaVerdict;
      return [metric.metric, { ...metric, ...deltaOutcome(metric, own, outcomeFacts) }];
    }),
  );
  const familyError = 1 - settings.level ** decided.size;
  const overOptimized = proxy?.overOptimized ?? false;
  const spreadSource = decision.floors.size === 0 ? null : plan.runStd === null ? "eval_run" : "given";
  const measuredRuns = Math.min(evalRuns.before.runs.length, evalRuns.after.runs.length);
  const notes: Note[] = [
    ...resultNotes({
      ...{ plan, settings, decided, headline, verdict: verdict.verdict, familyError, guards, overOptimized, train },
      ...{ sizing, slices, spreadSource, improved: gates.improved, regressions: gates.regressions },
      slipped: gates.slipped,
      isCorrected: decision.correction !== "none",
      holmInstead: settings.correction === "max-t" && decision.correction === "holm",
      proxyVerdict: proxy?.verdict ?? null,
      spreadRuns: spreadSource === "eval_run" ? measuredRuns : (options.runStdRuns ?? null),
    }),
    ...runNotes({
      ...{ sides, headline, evalRuns, settings, nBalancedOut, comparability: compared },
      nNotRows: surveys.before.nNotRows + surveys.after.nNotRows,
      isTrained: arms !== null,
      isBalanced: options.balanceRollouts ?? false,
    }),
  ];
  const fields: DeltaReportFields = {
    ok: gates.ok,
    headline: deltaHeadline({
      ...{ ok: gates.ok, failed: gates.failed, causes: compared.causes, verdict: verdict.verdict, guards, runs },
      proxyVerdict: proxy?.verdict ?? null,
    }),
    ...overallOutcome({
      ...{ target: plan.target, nearTarget: plan.nearTarget, causes: compared.causes, guards, overOptimized },
      headline: (headline && metrics.get(headline.metric)) ?? null,
      regressions: gates.regressions,
      proxy: plan.proxy,
    }),
    notComparable: compared.causes,
    target: plan.target,
    targetVerdict: plan.target === null ? null : verdict.verdict,
    headlineMetric: plan.headline,
    headlineVerdict: verdict.verdict,
    targetDelta: plan.target === null ? null : (headline?.delta ?? null),
    targetCi95: plan.target === null ? null : (headline?.ci95 ?? null),
    nMetrics: decided.size,
    alpha: settings.alpha,
    level: settings.level,
    familyError,
    correction: decision.correction,
    nPairedTasks: headline?.nPaired ?? 0,
    nUnpairedTasks: (headline?.nOnlyA ?? 0) + (headline?.nOnlyB ?? 0),
    improved: gates.improved,
    regressions: gates.regressions,
    slipped: gates.slipped,
    guards,
    lowerIsBetter: plan.metrics.filter((metric) => plan.lower.has(metric)),
    withinNoise: [...decided.values()].filter(({ withinNoise }) => withinNoise).map(({ metric }) => metric),
    runStd: headline?.runStd ?? null,
    runStdByMetric: new Map(plan.metrics.map((metric) => [metric, decided.get(metric)?.runStd ?? null])),
    runStdSource: spreadSource,
    runStdRuns: options.runStdRuns ?? null,
    runStdDf: headline?.runStdDf ?? null,
    noiseBand: headline?.noiseBand ?? null,
    noiseRule: (headline && decision.floors.get(headline.metric)?.rule) ?? null,
    bandRule: settings.bandRule,
    evalRuns: {
      before: Math.max(evalRuns.before.found, arms?.before?.length ?? 0),
      after: Math.max(evalRuns.after.found, arms?.after?.length ?? 0),
    },
    replayedRuns: { before: evalRuns.before.replayed, after: evalRuns.after.replayed },
    replicated: headline !== null && headline.runStd !== null,
    trainRuns: train?.counts ?? null,
    trainStd: train?.std ?? null,
    trainDf: train?.df ?? null,
    trainDelta: train?.delta ?? null,
    trainCi95: train?.ci95 ?? null,
    trainRule: train?.rule ?? null,
    ceiling: sizing.ceiling,
    detectableEffect: sizing.detectableEffect,
    tasksNeeded: sizing.tasksNeeded,
    tasksNeededSource: sizing.tasksNeededSource,
    degenerateGuards: plan.guards.filter((metric) => decided.get(metric)?.degenerate),
    proxy: plan.proxy,
    proxyVerdict: proxy?.verdict ?? null,
    proxyDelta: proxyMetric?.delta ?? null,
    proxyCi95: proxyMetric?.ci95 ?? null,
    overOptimized,
    metrics,
    warnings: notes.filter(({ severity }) => severity !== "info").map(({ message }) => message),
    config: { before: sides.before.config, after: sides.after.config },
    balanced: options.balanceRollouts ?? false,
    nBalancedOut,
    by: rule.by,
    bySource: rule.source,
    groups: slices?.groups ?? new Map(),
    groupsDown: slices?.down ?? [],
    groupsWeak: slices?.weak ?? [],
    repeats:
      headline &&
      deltaRepeats(
        evalRuns,
        arms,
        { before: sides.before.values, after: sides.after.values },
        headline,
        settings,
        clusterOf,
      ),
    sliceMinTasks: sliceMinTasks(settings.levelAlpha),
    looks: options.looks ?? null,
  };
  return createReport("delta_report", fields, notes, deltaText);
}
