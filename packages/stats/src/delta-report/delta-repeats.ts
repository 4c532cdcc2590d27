import { compareTaskValues } from "../compare/compare-task-values.js";
import type { TaskClusters } from "../metric/task-clusters.js";
import type { TaskValues } from "../metric/task-values.js";
import { runMeans } from "../variance/run-means.js";
import type { DeltaSettings } from "./delta-report-options.js";
import type { RepeatPair, Repeats, Sides } from "./delta-report-types.js";
import { type DecidedMetric, directionOf, gainVerdictOf } from "./metric-decision.js";
import type { EvalRun, EvalRuns } from "./rerun-spread.js";
import type { TrainArms } from "./training-runs.js";

const seedRuns = (arm: TrainArms["before"]): EvalRun[] =>
  (arm ?? []).map((values, index) => ({ name: `seed ${index + 1}`, values }));

function sourceOf(
  evalRuns: Sides<EvalRuns>,
  arms: TrainArms | null,
): { source: Repeats["source"]; runs: Sides<readonly EvalRun[]> } {
  const { before, after } = evalRuns;
  if (arms === null || before.runs.length > 1 || after.runs.length > 1)
    return { source: "eval_run", runs: { before: before.runs, after: after.runs } };
  return { source: "trainRuns", runs: { before: seedRuns(arms.before), after: seedRuns(arms.after) } };
}

/** Runs side by side: i with i where there are as many, else each of the longer side with all rows of the other. */
function pairUp({ before, after }: Sides<readonly EvalRun[]>, whole: Sides<EvalRun>): Sides<EvalRun>[] {
  if (before.length === after.length)
    return before.map((run, index) => ({ before: run, after: after[index] as EvalRun }));
  return before.length > after.length
    ? before.map((run) => ({ before: run, after: whole.after }))
    : after.map((run) => ({ before: whole.before, after: run }));
}

function rangeOf(runs: readonly EvalRun[], metric: string): number | null {
  const means = runMeans(
    runs.map(({ values }) => values),
    metric,
  );
  return means.length === 0 ? null : Math.max(...means) - Math.min(...means);
}

/** Whether single runs say what all runs together say about the headline metric; null without two runs on a side. */
export function deltaRepeats(
  evalRuns: Sides<EvalRuns>,
  arms: TrainArms | null,
  sides: Sides<Pick<EvalRun, "values">>,
  headline: DecidedMetric,
  settings: DeltaSettings,
  clusters: TaskClusters | null,
): Repeats | null {
  const { metric, lowerIsBetter, gainVerdict } = headline;
  const { source, runs } = sourceOf(evalRuns, arms);
  if (runs.before.length < 2 && runs.after.length < 2) return null;
  const whole = {
    before: { name: "all", values: sides.before.values },
    after: { name: "all", values: sides.after.values },
  };
  const pairs = pairUp(runs, whole).map(({ before, after }): RepeatPair => {
    const [a, b] = [before.values.get(metric) as TaskValues, after.values.get(metric) as TaskValues];
    const seed = `${settings.seed}:${metric}:${before.name}:${after.name}`;
    const { delta, ci95, verdict } = compareTaskValues(a, b, { ...settings, seed, clusters });
    const direction = directionOf(gainVerdictOf(verdict, lowerIsBetter), lowerIsBetter);
    return { before: before.name, after: after.name, delta, ci95, direction };
  });
  const pooled = headline.withinNoise ? "flat" : directionOf(gainVerdict, lowerIsBetter);
  return {
    source,
    pairs,
    agree: pairs.filter(({ direction }) => direction === pooled).length,
    range: { before: rangeOf(runs.before, metric), after: rangeOf(runs.after, metric) },
  };
}
