import {
  checkOptions,
  DEFAULT_LEVEL,
  LARGEST_NUMBER,
  MIN_INTERVAL_VALUES,
  OptionError,
  openShare,
  requireFinite,
} from "@whileai/core";
import { sortedSum } from "./sorted-sum.js";
import { pairedT, welchT } from "./t-difference.js";
import { type EstimateInterval, tInterval } from "./t-interval.js";

/** One of several independent estimates of the same number. */
export interface IndependentEstimate {
  readonly estimate: number;
  readonly standardError: number;
  /** Degrees of freedom behind the standard error. Default: infinitely many. */
  readonly df?: number | undefined;
}

/** Estimates combined into one. */
export interface CombinedEstimate extends EstimateInterval {
  /** The share of each estimate, in the order given. */
  readonly weights: readonly number[];
}

function checkEstimates(estimates: readonly IndependentEstimate[]): void {
  for (const [index, { estimate, standardError, df = 1 }] of estimates.entries())
    if (!(Math.abs(estimate) <= LARGEST_NUMBER && standardError >= 0 && standardError <= LARGEST_NUMBER && df > 0))
      throw new OptionError({
        option: "estimates",
        received: estimates[index],
        message: `inverseVarianceCombination: item ${index} needs an estimate, a standard error of at least 0, both up to ${LARGEST_NUMBER}, and df above 0.`,
        fix: "Leave out what could not be estimated.",
      });
}

/**
 * Combines independent estimates of the same number, each weighted by one over its squared standard error. As the
 * standard errors are estimated themselves, the combined one is widened by Meier's factor (1953, Biometrics 9):
 * 1 + 4 Σ w(1-w)/df, with w the shares; the t quantile takes 1 / Σ (w²/df) degrees of freedom (Satterthwaite).
 *
 * Null without estimates, and when a standard error is 0: it would take all the weight. Throws an `OptionError` for
 * numbers out of range.
 *
 * Wrong when: the estimates share tasks; they measure different things (the tasks only one side ran are harder than the
 * shared ones): the result is then a mix of both; df are below about 5, where the weights are mostly noise.
 *
 * @example
 * inverseVarianceCombination([
 *   { estimate: 0.1, standardError: 0.02, df: 19 }, // shared tasks, paired
 *   { estimate: 0.2, standardError: 0.06, df: 30 }, // the others, unpaired
 * ])?.estimate; // 0.11
 */
export function inverseVarianceCombination(
  estimates: readonly IndependentEstimate[],
  options: { readonly level?: number | undefined } = {},
): CombinedEstimate | null {
  checkOptions("inverseVarianceCombination", options, { level: openShare });
  checkEstimates(estimates);
  if (estimates.length === 0 || estimates.some(({ standardError }) => standardError === 0)) return null;
  // In units of the smallest error, whose square may leave the range of doubles.
  const unit = Math.min(...estimates.map(({ standardError }) => standardError));
  const precisions = estimates.map(({ standardError }) => (unit / standardError) ** 2);
  const all = sortedSum(precisions);
  const weights = precisions.map((precision) => precision / all);
  const ofDf = (numerator: (weight: number) => number) =>
    sortedSum(estimates.map(({ df = Number.POSITIVE_INFINITY }, index) => numerator(weights[index] as number) / df));
  const widened = (1 + 4 * ofDf((weight) => weight * (1 - weight))) / all;
  const estimate = sortedSum(estimates.map((one, index) => one.estimate * (weights[index] as number)));
  const df = 1 / ofDf((weight) => weight * weight);
  return { ...tInterval(estimate, unit * Math.sqrt(widened), df, options.level ?? DEFAULT_LEVEL), weights };
}

/** Task values of two runs that share only some tasks. */
export interface PartlyPairedValues {
  /** After minus before, one for each shared task. */
  readonly differences: readonly number[];
  /** Values of the tasks only the first run has. */
  readonly onlyA: readonly number[];
  /** Values of the tasks only the second run has. */
  readonly onlyB: readonly number[];
}

/** A difference from both parts. */
export interface PartlyPairedDifference {
  /** From the shared tasks; null below three. */
  readonly paired: EstimateInterval | null;
  /** From the others, by Welch's t; null when a side has fewer than three. */
  readonly unpaired: EstimateInterval | null;
  /** Both, by {@link inverseVarianceCombination}; what there is where only one is; null where weights say nothing. */
  readonly combined: CombinedEstimate | null;
}

/**
 * The difference of means of two runs that share some tasks and not others: the shared ones paired, the rest unpaired
 * (Welch 1947), and both combined. Dropping the rest wastes it; treating all as unpaired wastes the pairing.
 *
 * @example
 * partlyPairedDifference({ differences: [0.5, 0, 0.25, 0], onlyA: [0, 0.5, 0.25], onlyB: [1, 0.5, 0.75] }).combined;
 */
export function partlyPairedDifference(
  values: PartlyPairedValues,
  options: { readonly level?: number | undefined } = {},
): PartlyPairedDifference {
  checkOptions("partlyPairedDifference", options, { level: openShare });
  const { differences, onlyA, onlyB } = values;
  for (const [name, list] of Object.entries({ differences, onlyA, onlyB }))
    requireFinite("partlyPairedDifference", name, list);
  const { level = DEFAULT_LEVEL } = options;
  const paired = differences.length < MIN_INTERVAL_VALUES ? null : pairedT(differences, level);
  const unpaired = Math.min(onlyA.length, onlyB.length) < MIN_INTERVAL_VALUES ? null : welchT(onlyA, onlyB, level);
  const parts = [paired, unpaired].filter((part) => part !== null);
  return { paired, unpaired, combined: inverseVarianceCombination(parts, { level }) };
}
