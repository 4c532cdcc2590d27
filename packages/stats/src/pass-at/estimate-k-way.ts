import { DEFAULT_LEVEL, type Interval, mean, resamplingStream, shareAllDrawn } from "@whileai/core";
import { byCluster } from "../inference/cluster-values.js";
import { fitBetaBinomial } from "./beta-binomial.js";
import { biasCorrectedInterval } from "./bias-corrected-interval.js";
import { type OutcomeCells, outcomeCells } from "./outcome-cells.js";
import { fitRateMixture, mixtureWork, type RateMixture } from "./rate-mixture.js";
import type { RateModel } from "./rate-model.js";

/** Resamples of tasks that the model is fitted to again for an interval. Convention. */
const REFITS = 300;
/**
 * How much higher the mixture's log-likelihood must be: a likelihood ratio of about 20. Measured on 200 to 2,000 tasks
 * whose rates do follow a Beta, at k = 8, the gain seldom passes it; tasks of two kinds pass it from 200 on.
 */
const CLEARLY_BETTER = 3;
/** Between these gains the choice of model is itself uncertain, so each refit makes it again. */
const UNSURE = { from: 0.5, to: 20 } as const;
/** Multiplications that all refits of a mixture may take together, and the rounds that bounds it to. */
const REFIT_WORK = 5e8;
const REFIT_ROUNDS = { least: 20, most: 300 } as const;
/** A refit starts near the fit, with this much weight spread evenly so that every rate can come back. */
const EVEN_SHARE = 0.1;

/** One task's graded rollouts. */
export interface TaskOutcome {
  /** The cluster of related tasks that it belongs to; null for one of its own. */
  readonly cluster: string | null;
  readonly rollouts: number;
  readonly passes: number;
}

export const clustersOf = (tasks: readonly TaskOutcome[]): (string | null)[] => tasks.map(({ cluster }) => cluster);

/** pass^k and pass@k of a run whose groups stopped early, from a fitted model of task rates. */
export interface KWayEstimate {
  /** Which model of task rates was used: the beta-binomial, or a mixture where that fits clearly better. */
  readonly model: RateModel["name"];
  readonly passPowK: number;
  readonly passAtK: number;
  /** pass@1 as the model has it; the reported one comes from the probe rollouts alone. */
  readonly passAt1: number;
  readonly passPowKCi95: Interval | null;
  readonly passAtKCi95: Interval | null;
  readonly headroomCi95: Interval | null;
  /** How much higher the mixture's log-likelihood was than the beta-binomial's. */
  readonly mixtureGain: number;
  readonly refits: number;
  /** What the numbers would be if all rollouts that were not run failed, and if all passed. */
  readonly passPowKBounds: Interval;
  readonly passAtKBounds: Interval;
}

/** The cells of the tasks of each cluster, in an order that the rows play no part in. */
function cellsOfClusters(tasks: readonly TaskOutcome[], { rollouts, passes }: OutcomeCells): number[][] {
  const places = new Map(rollouts.map((count, cell) => [`${count}/${passes[cell]}`, cell]));
  const clusters = byCluster(clustersOf(tasks), (index) => {
    const task = tasks[index] as TaskOutcome;
    return places.get(`${task.rollouts}/${task.passes}`) as number;
  });
  for (const members of clusters) members.sort((one, other) => one - other);
  return clusters.sort((one, other) => {
    let index = 0;
    while (index < one.length && one[index] === other[index]) index++;
    return (one[index] ?? -1) - (other[index] ?? -1);
  });
}

/** The model as it comes out for resampled clusters of tasks. */
function refits(
  tasks: readonly TaskOutcome[],
  cells: OutcomeCells,
  fitCells: (cells: OutcomeCells) => RateModel,
  seed: number | string,
): RateModel[] {
  const stream = resamplingStream(seed, "pass-at-refit");
  const clusters = cellsOfClusters(tasks, cells);
  return Array.from({ length: REFITS }, () => {
    const counts = new Float64Array(cells.tasks.length);
    for (let drawn = 0; drawn < clusters.length; drawn++)
      for (const cell of clusters[stream.integer(clusters.length)] as number[])
        counts[cell] = (counts[cell] as number) + 1;
    return fitCells({ ...cells, tasks: counts });
  });
}

/** How a resample is fitted: as the run itself was, with the choice of model made again where it was close. */
function refitter(cells: OutcomeCells, mixture: RateMixture, gain: number): (sample: OutcomeCells) => RateModel {
  if (gain < UNSURE.from) return fitBetaBinomial;
  const start = mixture.weights.map((weight, _, all) => weight * (1 - EVEN_SHARE) + EVEN_SHARE / all.length);
  const affordable = Math.floor(REFIT_WORK / (REFITS * mixtureWork(cells)));
  const rounds = Math.min(Math.max(affordable, REFIT_ROUNDS.least), REFIT_ROUNDS.most);
  const refitMixture = (sample: OutcomeCells) => fitRateMixture(sample, { start, rounds });
  return gain > UNSURE.to ? refitMixture : (sample) => betterModel(fitBetaBinomial(sample), refitMixture(sample));
}

/** The mixture where it fits clearly better, else the beta-binomial. */
const betterModel = (betaBinomial: RateModel, mixture: RateModel): RateModel =>
  mixture.logLikelihood - betaBinomial.logLikelihood > CLEARLY_BETTER ? mixture : betaBinomial;

/** The mean over tasks when each group is completed to k rollouts with only fails, and with only passes. */
function bounds(tasks: readonly TaskOutcome[], k: number, ofGroup: (n: number, passes: number) => number): Interval {
  const meanWith = (passesOf: (task: TaskOutcome, n: number) => number) =>
    mean(
      tasks.map((task) => {
        const n = Math.max(k, task.rollouts);
        return ofGroup(n, passesOf(task, n));
      }),
    ) as number;
  return {
    low: meanWith(({ passes }) => passes),
    high: meanWith(({ rollouts, passes }, n) => passes + n - rollouts),
  };
}

/** What {@link estimateKWay} needs besides the tasks. */
export interface EstimateOptions {
  readonly k: number;
  readonly seed: number | string;
  /** Whether there are enough tasks for intervals. */
  readonly withIntervals: boolean;
}

/**
 * Estimates pass^k and pass@k of a run that filled only some groups. Averaging the groups would be biased, because
 * which groups grew depends on what they showed; that rule drops out of the likelihood of task rates, so the rates'
 * distribution is fitted instead: Beta by maximum likelihood, or any mixture of rates where that fits clearly better.
 *
 * Null when no task has two graded rollouts: one rollout a task says nothing about how rates vary.
 */
export function estimateKWay(tasks: readonly TaskOutcome[], options: EstimateOptions): KWayEstimate | null {
  const { k, seed, withIntervals } = options;
  if (!tasks.some(({ rollouts }) => rollouts >= 2)) return null;
  const cells = outcomeCells(tasks);
  const betaBinomial = fitBetaBinomial(cells);
  const mixture = fitRateMixture(cells);
  const mixtureGain = mixture.logLikelihood - betaBinomial.logLikelihood;
  const model = betterModel(betaBinomial, mixture);
  const models = withIntervals ? refits(tasks, cells, refitter(cells, mixture, mixtureGain), seed) : [];
  const passPowK = (fitted: RateModel) => fitted.passPowK(k);
  const passAtK = (fitted: RateModel) => fitted.passAtK(k);
  const interval = (of: (fitted: RateModel) => number) =>
    withIntervals ? biasCorrectedInterval(Float64Array.from(models, of), of(model), DEFAULT_LEVEL) : null;
  return {
    model: model.name,
    passPowK: passPowK(model),
    passAtK: passAtK(model),
    passAt1: model.mean,
    passPowKCi95: interval(passPowK),
    passAtKCi95: interval(passAtK),
    headroomCi95: interval((fitted) => passAtK(fitted) - fitted.mean),
    mixtureGain,
    refits: models.length,
    passPowKBounds: bounds(tasks, k, (n, passes) => shareAllDrawn(n, passes, k)),
    passAtKBounds: bounds(tasks, k, (n, passes) => 1 - shareAllDrawn(n, n - passes, k)),
  };
}
