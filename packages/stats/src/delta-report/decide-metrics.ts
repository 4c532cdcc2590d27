import { compareTaskValues } from "../compare/compare-task-values.js";
import type { TaskClusters } from "../metric/task-clusters.js";
import type { TaskValues } from "../metric/task-values.js";
import type { DeltaSettings } from "./delta-report-options.js";
import type { Correction, Sides } from "./delta-report-types.js";
import { type DecidedMetric, decideMetric } from "./metric-decision.js";
import { type MetricPlan, rolesOf } from "./metric-plan.js";
import { type NoiseFloor, noiseFloor } from "./noise-floor.js";
import type { Side } from "./read-side.js";
import { type EvalRuns, pooledSpread, type Spread } from "./rerun-spread.js";
import { adjustFamily, type FamilyMember } from "./secondary-correction.js";

/** All metrics, decided one by one. */
export interface DecidedMetrics {
  readonly metrics: ReadonlyMap<string, DecidedMetric>;
  readonly floors: ReadonlyMap<string, NoiseFloor>;
  /** The correction that was used; Holm's where max-T was asked for and could not be. */
  readonly correction: Correction;
  /** Metrics whose p-values were adjusted together. */
  readonly nFamily: number;
  /** 1 - level^metrics. */
  readonly familyError: number;
}

/** Where a metric's re-run spread comes from: what was given, else the eval runs. */
function spreadsOf(plan: MetricPlan, evalRuns: Sides<EvalRuns>, runStdRuns: number | undefined): Map<string, Spread> {
  const spreads = new Map<string, Spread>();
  for (const metric of plan.metrics) {
    const std = plan.runStd?.get(metric) ?? null;
    const given = std === null ? null : { std, df: runStdRuns === undefined ? null : runStdRuns - 1 };
    const spread = plan.runStd === null ? pooledSpread(evalRuns, metric) : given;
    if (spread !== null) spreads.set(metric, spread);
  }
  return spreads;
}

/** Compares and decides every metric of a plan. */
export function decideMetrics(
  plan: MetricPlan,
  sides: Sides<Side>,
  evalRuns: Sides<EvalRuns>,
  runs: Sides<number>,
  settings: DeltaSettings,
  options: { readonly runStdRuns: number | undefined; readonly clusters: TaskClusters | null },
): DecidedMetrics {
  const members = plan.metrics.map((metric): FamilyMember => {
    const valuesOf = (side: Side) => side.values.get(metric) as TaskValues;
    const values = { before: valuesOf(sides.before), after: valuesOf(sides.after) };
    const seed = `${settings.seed}:${metric}`;
    const difference = compareTaskValues(values.before, values.after, {
      ...settings,
      seed,
      clusters: options.clusters,
    });
    return { metric, difference, values };
  });
  // The headline and the proxy are named beforehand, one each: adjusting them would only make their gates blinder.
  const family = members.filter(({ metric }) => metric !== plan.headline && metric !== plan.proxy);
  const adjusted = adjustFamily(family, settings.correction, settings);
  const spreads = spreadsOf(plan, evalRuns, options.runStdRuns);
  const counting = { before: Math.max(1, runs.before), after: Math.max(1, runs.after) };
  const floors = new Map(
    [...spreads].map(([metric, spread]) => [metric, noiseFloor(spread, settings.bandRule, counting, settings.level)]),
  );
  const metrics = members.map(({ metric, difference, values }) =>
    decideMetric(difference, {
      metric,
      values,
      roles: rolesOf(metric, plan),
      lowerIsBetter: plan.lower.has(metric),
      noise: floors.get(metric) ?? null,
      isReplicated: spreads.size > 0,
      adjustedPValue: adjusted.pValues.get(metric) ?? null,
      alpha: settings.alpha,
    }),
  );
  return {
    metrics: new Map(metrics.map((metric) => [metric.metric, metric])),
    floors,
    correction: adjusted.used,
    nFamily: adjusted.pValues.size,
    familyError: 1 - settings.level ** metrics.length,
  };
}
