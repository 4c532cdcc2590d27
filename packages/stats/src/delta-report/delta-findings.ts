import type { RowLike } from "@whileai/core";
import { taskClusters } from "../metric/task-clusters.js";
import type { TaskValues } from "../metric/task-values.js";
import { balanceRollouts } from "./balance-rollouts.js";
import { type Comparability, comparability } from "./comparability.js";
import { type DecidedMetrics, decideMetrics } from "./decide-metrics.js";
import { deltaGates, type Gates, type HeadlineVerdict, headlineVerdict } from "./delta-gates.js";
import { deltaRepeats } from "./delta-repeats.js";
import { type DeltaSettings, deltaSettings } from "./delta-report-options.js";
import type { DeltaReportOptions, GuardResult, Repeats, Sides } from "./delta-report-types.js";
import { type DeltaSlices, deltaSlices, type SliceRule, sliceRule } from "./delta-slices.js";
import { judgeGuard } from "./guards.js";
import type { DecidedMetric } from "./metric-decision.js";
import { type MetricPlan, metricPlan } from "./metric-plan.js";
import { type ProxyResult, proxyGate } from "./proxy-gate.js";
import { readSide, type Side } from "./read-side.js";
import { type EvalRuns, readEvalRuns } from "./rerun-spread.js";
import { areRates, NO_ADVICE, type SizingAdvice, type SizingFacts, sizingAdvice } from "./sizing-advice.js";
import { type RowSurvey, surveyRows, type WireRow } from "./survey-rows.js";
import { readTrainRuns, type TrainArms, type TrainSpread, trainSpread } from "./training-runs.js";

/** Everything that a report is made of, before it is put into fields and words. */
export interface DeltaFindings {
  readonly options: DeltaReportOptions;
  readonly settings: DeltaSettings;
  readonly plan: MetricPlan;
  readonly sides: Sides<Side>;
  readonly nNotRows: number;
  readonly nBalancedOut: Sides<number>;
  readonly evalRuns: Sides<EvalRuns>;
  readonly arms: TrainArms | null;
  /** Runs that count on each side: evaluation runs, or training seeds where these are more. */
  readonly runs: Sides<number>;
  readonly decision: DecidedMetrics;
  /** The headline metric; null when the target is not measured. */
  readonly headline: DecidedMetric | null;
  readonly verdict: HeadlineVerdict;
  readonly train: TrainSpread | null;
  readonly compared: Comparability;
  readonly sizing: SizingAdvice;
  readonly guards: readonly GuardResult[];
  /** Guards of which every row has the same value. */
  readonly degenerateGuards: readonly string[];
  readonly proxyMetric: DecidedMetric | null;
  readonly proxy: ProxyResult | null;
  readonly gates: Gates;
  readonly rule: SliceRule;
  readonly slices: DeltaSlices | null;
  readonly repeats: Repeats | null;
}

const valuesOf = ({ before, after }: Sides<Side>, metric: string): Sides<TaskValues> => ({
  before: before.values.get(metric) as TaskValues,
  after: after.values.get(metric) as TaskValues,
});

const sizingFacts = (decided: DecidedMetric, sides: Sides<Side>, settings: DeltaSettings): SizingFacts => ({
  metric: decided.metric,
  lowerIsBetter: decided.lowerIsBetter,
  values: valuesOf(sides, decided.metric),
  difference: decided,
  k: sides.before.k,
  alpha: settings.levelAlpha,
  power: settings.power,
  ceilingPassRate: settings.ceilingPassRate,
});

/** Rows of both sides, evened out where that was asked for. */
function rowsOf(
  { before, after }: Sides<RowSurvey>,
  { balanceRollouts: isBalanced }: DeltaReportOptions,
  { seed }: DeltaSettings,
): Sides<readonly WireRow[]> {
  const all = { before: before.rows, after: after.rows };
  return isBalanced ? balanceRollouts(all, seed) : all;
}

const countingRuns = ({ before, after }: Sides<EvalRuns>, arms: TrainArms | null): Sides<number> => ({
  before: Math.max(before.runs.length, arms?.before?.length ?? 0),
  after: Math.max(after.runs.length, arms?.after?.length ?? 0),
});

/** Reads both sides and decides on every metric and gate. Throws an `OptionError` for what `deltaReport` refuses. */
export function deltaFindings(
  before: Iterable<RowLike>,
  after: Iterable<RowLike>,
  options: DeltaReportOptions,
): DeltaFindings {
  const settings = deltaSettings(options);
  const surveys = { before: surveyRows(before), after: surveyRows(after) };
  const plan = metricPlan(options, surveys);
  const rule = sliceRule(options.by, surveys);
  const rows = rowsOf(surveys, options, settings);
  const arms = readTrainRuns(options.trainRuns, plan.metrics);
  const evalRuns = {
    before: readEvalRuns(surveys.before, rows.before, plan.metrics),
    after: readEvalRuns(surveys.after, rows.after, plan.metrics),
  };
  const runs = countingRuns(evalRuns, arms);
  const clusters = taskClusters(options.clusterBy);
  const sides = {
    before: readSide(rows.before, plan.metrics, clusters),
    after: readSide(rows.after, plan.metrics, clusters),
  };
  const decision = decideMetrics(plan, sides, evalRuns, runs, settings, { runStdRuns: options.runStdRuns, clusters });
  const decided = (metric: string | null): DecidedMetric | null =>
    (metric === null ? undefined : decision.metrics.get(metric)) ?? null;
  const [headline, proxyMetric] = [decided(plan.headline), decided(plan.proxy)];
  const train = arms && headline && trainSpread(arms, headline.metric, headline, settings.level);
  const verdict = headlineVerdict(headline, train);
  const compared = comparability(sides, headline, settings);
  const guards = plan.guards.map((metric) => {
    const own = decided(metric);
    const margin = plan.margins.get(metric) ?? null;
    const sizing = own && sizingFacts(own, sides, settings);
    return judgeGuard({ metric, decided: own, margin, guardDrop: settings.guardDrop, sizing });
  });
  const sameScale = [headline, proxyMetric].every((own) => own !== null && areRates(valuesOf(sides, own.metric)));
  const isTarget = plan.proxy === (plan.target ?? plan.headline);
  const proxy = plan.proxy === null ? null : proxyGate(proxyMetric, headline, isTarget, sameScale);
  const { groupOf } = rule;
  return {
    options,
    settings,
    plan,
    sides,
    evalRuns,
    arms,
    runs,
    decision,
    headline,
    verdict,
    train,
    compared,
    guards,
    degenerateGuards: plan.guards.filter((metric) => decided(metric)?.degenerate),
    proxyMetric,
    proxy,
    rule,
    nNotRows: surveys.before.nNotRows + surveys.after.nNotRows,
    nBalancedOut: {
      before: surveys.before.rows.length - rows.before.length,
      after: surveys.after.rows.length - rows.after.length,
    },
    sizing: headline === null ? NO_ADVICE : sizingAdvice(sizingFacts(headline, sides, settings)),
    gates: deltaGates(decision.metrics, verdict, guards, proxy, compared),
    slices: headline && groupOf && deltaSlices(rows, groupOf, headline, settings, clusters),
    repeats: headline && deltaRepeats(evalRuns, arms, sides, headline, settings, clusters),
  };
}
