import type { Note } from "@whileai/core";
import { sliceMinTasks } from "../power/slice-min-tasks.js";
import type { DeltaFindings } from "./delta-findings.js";
import { deltaHeadline } from "./delta-headline.js";
import { deltaOutcome, overallOutcome } from "./delta-outcome.js";
import type { DeltaMetric, DeltaReportFields } from "./delta-report-types.js";

type MetricFields = Pick<DeltaReportFields, "metrics" | "runStdByMetric" | "withinNoise" | "lowerIsBetter">;

function metricFields({ decision, headline, verdict, settings, compared, runs }: DeltaFindings): MetricFields {
  const decided = [...decision.metrics.values()];
  const facts = { settings, causes: compared.causes, runs, nFamily: decision.nFamily };
  const named = (metrics: typeof decided) => metrics.map(({ metric }) => metric);
  return {
    metrics: new Map(
      decided.map((metric): [string, DeltaMetric] => {
        const own = metric === headline ? verdict.verdict : metric.deltaVerdict;
        return [metric.metric, { ...metric, ...deltaOutcome(metric, own, facts) }];
      }),
    ),
    runStdByMetric: new Map(decided.map(({ metric, runStd }) => [metric, runStd])),
    withinNoise: named(decided.filter(({ withinNoise }) => withinNoise)),
    lowerIsBetter: named(decided.filter(({ lowerIsBetter }) => lowerIsBetter)),
  };
}

type NoiseFields = Pick<
  DeltaReportFields,
  | "runStd"
  | "runStdSource"
  | "runStdRuns"
  | "runStdDf"
  | "noiseBand"
  | "noiseRule"
  | "bandRule"
  | "evalRuns"
  | "replayedRuns"
  | "replicated"
>;

function noiseFields({ headline, decision, evalRuns, arms, settings, options, plan }: DeltaFindings): NoiseFields {
  const source = plan.runStd === null ? "eval_run" : "given";
  return {
    runStd: headline?.runStd ?? null,
    runStdSource: decision.floors.size === 0 ? null : source,
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
  };
}

type TrainFields = Pick<
  DeltaReportFields,
  "trainRuns" | "trainStd" | "trainDf" | "trainDelta" | "trainCi95" | "trainRule"
>;

const trainFields = ({ train }: DeltaFindings): TrainFields => ({
  trainRuns: train?.counts ?? null,
  trainStd: train?.std ?? null,
  trainDf: train?.df ?? null,
  trainDelta: train?.delta ?? null,
  trainCi95: train?.ci95 ?? null,
  trainRule: train?.rule ?? null,
});

/** The fields of a report. */
export function deltaFields(findings: DeltaFindings, notes: readonly Note[]): DeltaReportFields {
  const { plan, settings, headline, verdict, compared, guards, proxy, proxyMetric, gates, runs, options } = findings;
  const { sides, decision, sizing, rule, slices, repeats, nBalancedOut, degenerateGuards } = findings;
  const { ok, failed, blind, improved, regressions, slipped } = gates;
  const ofMetrics = metricFields(findings);
  const { causes } = compared;
  const overOptimized = proxy?.overOptimized ?? false;
  const isTargeted = plan.target !== null;
  return {
    ok,
    headline: deltaHeadline({ ok, failed, causes, verdict: verdict.verdict, blind, runs }),
    ...overallOutcome({
      headline: (headline && ofMetrics.metrics.get(headline.metric)) ?? null,
      target: plan.target,
      nearTarget: plan.nearTarget,
      causes,
      regressions,
      blind,
      proxy: plan.proxy,
      overOptimized,
    }),
    notComparable: causes,
    target: plan.target,
    targetVerdict: isTargeted ? verdict.verdict : null,
    headlineMetric: plan.headline,
    headlineVerdict: verdict.verdict,
    targetDelta: isTargeted ? (headline?.delta ?? null) : null,
    targetCi95: isTargeted ? (headline?.ci95 ?? null) : null,
    nMetrics: decision.metrics.size,
    alpha: settings.alpha,
    level: settings.level,
    familyError: decision.familyError,
    correction: decision.correction,
    nPairedTasks: headline?.nPaired ?? 0,
    nUnpairedTasks: (headline?.nOnlyA ?? 0) + (headline?.nOnlyB ?? 0),
    improved,
    regressions,
    slipped,
    guards,
    degenerateGuards,
    ...ofMetrics,
    ...noiseFields(findings),
    ...trainFields(findings),
    ceiling: sizing.ceiling,
    detectableEffect: sizing.detectableEffect,
    tasksNeeded: sizing.tasksNeeded,
    tasksNeededSource: sizing.tasksNeededSource,
    proxy: plan.proxy,
    proxyVerdict: proxy?.verdict ?? null,
    proxyDelta: proxyMetric?.delta ?? null,
    proxyCi95: proxyMetric?.ci95 ?? null,
    overOptimized,
    warnings: notes.filter(({ severity }) => severity !== "info").map(({ message }) => message),
    config: { before: sides.before.config, after: sides.after.config },
    balanced: options.balanceRollouts ?? false,
    nBalancedOut,
    by: rule.by,
    bySource: rule.source,
    groups: slices?.groups ?? new Map(),
    groupsDown: slices?.down ?? [],
    groupsWeak: slices?.weak ?? [],
    repeats,
    sliceMinTasks: sliceMinTasks(settings.levelAlpha),
    looks: options.looks ? { ...options.looks } : null,
  };
}
