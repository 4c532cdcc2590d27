import {
  checkOptions,
  DEFAULT_LEVEL,
  type Interval,
  LARGEST_NUMBER,
  MIN_INTERVAL_VALUES,
  mean,
  openShare,
  optionRule,
  requireFinite,
} from "@whileai/core";
import { sumsByCluster } from "./cluster-sums.js";
import type { ClusterKey } from "./cluster-values.js";
import { requireSameLength } from "./same-length.js";
import { sortedSum } from "./sorted-sum.js";
import { type EstimateInterval, tInterval } from "./t-interval.js";

/** Options of {@link predictionPoweredMean}. */
export interface PredictionPoweredOptions {
  /** Default 0.95. */
  readonly level?: number | undefined;
  /** How much the judge counts: 1 is the plain method, 0 the labels alone. Default: what makes the error smallest. */
  readonly lambda?: number | undefined;
  /** The task of each item, unlabelled ones first, for items of shared tasks. */
  readonly clusters?: {
    readonly unlabelled: readonly ClusterKey[];
    readonly labelled: readonly ClusterKey[];
  };
  /** The smallest mean possible. Default 0. */
  readonly lowest?: number | undefined;
  /** The largest mean possible. Default 1. */
  readonly highest?: number | undefined;
}

/** A mean of human labels, helped by a judge. */
export interface PredictionPoweredMean extends EstimateInterval {
  readonly lambda: number;
  /** From the human labels alone, for comparison. */
  readonly labelledOnly: EstimateInterval;
  readonly nLabelled: number;
  readonly nUnlabelled: number;
  /** Judge and human agree on all labelled items: one disagreement was assumed for the standard error. */
  readonly allAgree: boolean;
}

/** Items' parts in the error of an estimate, added up inside clusters and squared. */
const squaredError = (parts: readonly number[], clusters: readonly ClusterKey[]): number =>
  sortedSum(sumsByCluster(parts, clusters, 0).map((cluster) => cluster.sum ** 2));

/** Each value's part in the error of their mean, with the small-sample factor of `units` independent units. */
const partsOf = (deviations: readonly number[], units: number): number[] =>
  deviations.map((value) => (value / deviations.length) * Math.sqrt(units / (units - 1)));

const centred = (values: readonly number[]): number[] => {
  const centre = mean(values) as number;
  return values.map((value) => value - centre);
};

const covariance = (one: readonly number[], other: readonly number[]): number =>
  sortedSum(one.map((value, index) => value * (other[index] as number))) / (one.length - 1);

/** The weight of the judge that makes the error smallest (Angelopoulos, Duchi and Zrnic 2023), from 0 to 1. */
function tunedLambda(judge: readonly number[], human: readonly number[], unlabelled: readonly number[]): number {
  const spread = covariance(judge, judge);
  if (spread === 0) return 0;
  const best = covariance(judge, human) / (spread * (1 + human.length / unlabelled.length));
  return Math.min(Math.max(best, 0), 1);
}

const clipInterval = <T extends Interval>(interval: T, lowest: number, highest: number): T => ({
  ...interval,
  low: Math.min(Math.max(interval.low, lowest), highest),
  high: Math.min(Math.max(interval.high, lowest), highest),
});

/**
 * The mean that humans would give all items, from many items a judge rated and few that humans labelled too:
 * mean(human - λ judge) on the labelled plus λ mean(judge) on the rest. Unbiased however bad the judge is, and the
 * narrower the better it is. Prediction-powered inference (Angelopoulos et al. 2023, Science 382, arXiv:2301.09633) with
 * λ = 1; by default λ is tuned (PPI++, arXiv:2311.01453), which is never worse than the labels alone, for many labels.
 *
 * The standard error is cluster-robust where `clusters` are given; the t quantile takes the labelled items (or clusters)
 * minus one. When judge and human agree on all labelled items, one disagreement is assumed for the standard error, as
 * perfect agreement on few says little. Estimate and ends are clipped to `lowest` and `highest`.
 *
 * Null below three labelled items (or their clusters) or two unlabelled ones. Throws an `OptionError` for values that
 * are not finite and lists of unequal length.
 *
 * Wrong when: the labelled items are not a random part of all; labels are few (below about 30 the tuned λ is noisy).
 *
 * @param judgeOnUnlabelled - The judge's scores of the items without a human label.
 * @param judgeOnLabelled - The judge's scores of the labelled items.
 * @param humanOnLabelled - The human labels, in the same order.
 *
 * @example
 * predictionPoweredMean([1, 1, 0, 1, 1, 0, 1, 1], [1, 0, 1, 1], [1, 0, 0, 1])?.estimate;
 */
export function predictionPoweredMean(
  judgeOnUnlabelled: readonly number[],
  judgeOnLabelled: readonly number[],
  humanOnLabelled: readonly number[],
  options: PredictionPoweredOptions = {},
): PredictionPoweredMean | null {
  const call = "predictionPoweredMean";
  const anyNumber = optionRule.number(-LARGEST_NUMBER, LARGEST_NUMBER);
  checkOptions(call, options, {
    level: openShare,
    lambda: optionRule.number(0, 1),
    clusters: { unlabelled: optionRule.listOf(optionRule.any), labelled: optionRule.listOf(optionRule.any) },
    lowest: anyNumber,
    highest: anyNumber,
  });
  for (const [name, values] of Object.entries({ judgeOnUnlabelled, judgeOnLabelled, humanOnLabelled }))
    requireFinite(call, name, values);
  requireSameLength(call, "humanOnLabelled", humanOnLabelled.length, judgeOnLabelled.length);
  const { level = DEFAULT_LEVEL, lowest = 0, highest = 1, clusters } = options;
  checkOptions(call, { lowest }, { lowest: optionRule.number(-LARGEST_NUMBER, highest) });
  const [n, rest] = [humanOnLabelled.length, judgeOnUnlabelled.length];
  const labelledClusters = clusters?.labelled ?? new Array<ClusterKey>(n).fill(null);
  const unlabelledClusters = clusters?.unlabelled ?? new Array<ClusterKey>(rest).fill(null);
  requireSameLength(call, "clusters.labelled", labelledClusters.length, n);
  requireSameLength(call, "clusters.unlabelled", unlabelledClusters.length, rest);
  const units = sumsByCluster(humanOnLabelled, labelledClusters, 0).length;
  if (units < MIN_INTERVAL_VALUES || rest < 2) return null;
  const [judge, human, unlabelled] = [centred(judgeOnLabelled), centred(humanOnLabelled), centred(judgeOnUnlabelled)];
  const lambda = options.lambda ?? tunedLambda(judge, human, unlabelled);
  const gaps = humanOnLabelled.map((label, index) => label - lambda * (judgeOnLabelled[index] as number));
  const estimate = (mean(gaps) as number) + lambda * (mean(judgeOnUnlabelled) as number);
  const restUnits = sumsByCluster(judgeOnUnlabelled, unlabelledClusters, 0).length;
  const parts = [
    ...partsOf(centred(gaps), units),
    ...partsOf(unlabelled, Math.max(restUnits, 2)).map((part) => lambda * part),
  ];
  const allAgree = humanOnLabelled.every((label, index) => label === judgeOnLabelled[index]);
  const assumed = allAgree ? lambda ** 2 * ((highest - lowest) / (n + 1)) ** 2 : 0;
  const error = Math.sqrt(squaredError(parts, [...labelledClusters, ...unlabelledClusters]) + assumed);
  const labelledError = Math.sqrt(squaredError(partsOf(human, units), labelledClusters));
  const labelledMean = mean(humanOnLabelled) as number;
  const clippedEstimate = Math.min(Math.max(estimate, lowest), highest);
  return {
    ...clipInterval(tInterval(estimate, error, units - 1, level), lowest, highest),
    estimate: clippedEstimate,
    lambda,
    labelledOnly: clipInterval(tInterval(labelledMean, labelledError, units - 1, level), lowest, highest),
    nLabelled: n,
    nUnlabelled: rest,
    allAgree,
  };
}
