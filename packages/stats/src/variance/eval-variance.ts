import { checkOptions, createReport, isRecord, mean, optionRule } from "@whileai/core";
import { isRate } from "../metric/is-rate.js";
import { MEAN_REWARD, markerMetric, PASS_AT_1, requireMetric } from "../metric/metric-name.js";
import { requireMeasured } from "../metric/require-measured.js";
import { manyTaskValues, type TaskValues } from "../metric/task-values.js";
import { sampleStd } from "../power/task-std.js";
import { markerNames } from "../summary/marker-names.js";
import { evalVarianceNotes } from "./eval-variance-notes.js";
import { evalVarianceText } from "./eval-variance-text.js";
import type { EvalVariance, EvalVarianceFields, EvalVarianceOptions, Stability } from "./eval-variance-types.js";
import { noiseBand } from "./noise-band.js";
import { FEWEST_RUNS, type RunValues, runMean, runMeans } from "./run-means.js";
import { sameRuns } from "./same-runs.js";
import { samplingStd } from "./sampling-std.js";
import { type NamedRun, type RunsInput, splitRuns } from "./split-runs.js";

/** Re-run spread in points below which a metric counts as very stable, and as stable. Convention. */
const VERY_STABLE_BELOW = 0.35;
const STABLE_BELOW = 0.7;
const POINTS = 100;

function stabilityOf(points: number): Stability {
  if (points < VERY_STABLE_BELOW) return "very_stable";
  return points < STABLE_BELOW ? "stable" : "high_variance";
}

/** The spread of a metric's run means, which must be told by at least two runs. */
function spreadOf(runs: readonly RunValues[], metric: string): number | null {
  const means = runMeans(runs, metric);
  return means.length < FEWEST_RUNS ? null : sampleStd(means);
}

/** Markers that rows of every run carry. */
function sharedMarkers(runs: readonly NamedRun[]): string[] {
  const [first, ...others] = runs.filter(({ rows }) => rows.some(isRecord)).map(({ rows }) => markerNames(rows));
  return (first ?? []).filter((name) => others.every((names) => names.includes(name)));
}

function taskCounts(runs: readonly TaskValues[]): { inEvery: number; inAny: number } {
  const counts = new Map<string, number>();
  for (const { perTask } of runs) for (const task of perTask.keys()) counts.set(task, (counts.get(task) ?? 0) + 1);
  const inEvery = runs.length === 0 ? 0 : [...counts.values()].filter((count) => count === runs.length).length;
  return { inEvery, inAny: counts.size };
}

/**
 * How much an eval's mean moves when nothing but chance changes: the standard deviation of a run's mean over re-runs of
 * one agent on one task set, and the noise band that follows from it.
 *
 * A run's mean is the mean of its tasks' means. `runStd` is the sample standard deviation of the run means; `noiseBand`
 * is the difference that two single runs of an unchanged agent stay below 95% of the time. Two runs give a number and
 * hardly any knowledge: use three or more. It says nothing about tasks that were not drawn (`passAt`'s interval does)
 * and is too small when runs share rollouts or seeds, which is looked for (`replayedRuns`, `rescoredRuns`).
 * Lambert 2025 (RLHF book, evaluation); Miller 2024, arXiv:2411.00640.
 *
 * Throws an `OptionError` for an unknown option or metric and for anything that is not rows or runs.
 *
 * @param runs - Lists of rows, one for each run; or one list whose rows say their run.
 *
 * @example
 * const first = [{ scenario_id: "a", reward: 1 }, { scenario_id: "b", reward: 0 }];
 * const second = [{ scenario_id: "a", reward: 1 }, { scenario_id: "b", reward: 1 }];
 * evalVariance([first, second]).runStd; // 0.3535…
 */
export function evalVariance(runs: RunsInput, options: EvalVarianceOptions = {}): EvalVariance {
  checkOptions("evalVariance", options, { metric: optionRule.text, by: optionRule.notBlank });
  const { metric = PASS_AT_1, by } = options;
  requireMetric("evalVariance", metric);
  const split = splitRuns(runs, by);
  const shared = sharedMarkers(split.runs);
  const metrics = [...new Set([PASS_AT_1, MEAN_REWARD, ...shared.map(markerMetric), metric])];
  const read = split.runs.map(({ rows }) => manyTaskValues(rows, metrics));
  requireMeasured(
    "evalVariance",
    read.map((values) => values.get(metric) as TaskValues),
  );
  const means = new Map(split.runs.map(({ name }, index) => [name, runMean(read[index] as RunValues, metric)]));
  const readable = read.map((values) => values.get(metric) as TaskValues).filter(({ perTask }) => perTask.size > 0);
  const runStd = spreadOf(read, metric);
  const points = runStd === null ? null : runStd * POINTS;
  const df = runStd === null ? null : readable.length - 1;
  const band = runStd === null ? null : noiseBand(runStd, { df }).band;
  const { inEvery, inAny } = taskCounts(readable);
  const { replayed, rescored, sameOutcomes } = sameRuns(split.runs);
  const fields: EvalVarianceFields = {
    metric,
    nRuns: readable.length,
    means,
    mean: mean(runMeans(read, metric)),
    runStd,
    runStdPoints: points,
    noiseBand: band,
    noiseBandDf: df,
    bandExceedsScale: band !== null && band >= 1 && readable.every(isRate),
    stability: points === null ? null : stabilityOf(points),
    samplingStd: metric === PASS_AT_1 ? samplingStd(readable) : null,
    runStdByMetric: new Map(metrics.map((name) => [name, spreadOf(read, name)])),
    tasksInEveryRun: inEvery,
    tasksInAnyRun: inAny,
    nUnkeyed: split.nUnkeyed,
    replayedRuns: replayed,
    rescoredRuns: rescored,
    sameOutcomes,
  };
  return createReport("eval_variance", fields, evalVarianceNotes(fields), evalVarianceText);
}
