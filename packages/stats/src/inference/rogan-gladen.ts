import {
  checkOptions,
  DEFAULT_LEVEL,
  type Interval,
  normalQuantile,
  type OptionRule,
  openShare,
  optionRule,
  requireOptions,
} from "@whileai/core";

/** A judged pass rate and how good the judge was found to be. */
export interface RoganGladenInput {
  /** The pass rate by the judge, in [0, 1]. */
  readonly observed: number;
  /** Independent items behind it. For rollouts of shared tasks, the effective number. */
  readonly n: number;
  /** Share of truly passing labelled items that the judge passed. */
  readonly sensitivity: number;
  /** Share of truly failing labelled items that the judge failed. */
  readonly specificity: number;
  /** Labelled items that truly pass. */
  readonly positives: number;
  /** Labelled items that truly fail. */
  readonly negatives: number;
  /** Default 0.95. */
  readonly level?: number | undefined;
}

/** A pass rate corrected for the judge's errors, clipped to [0, 1]; all null with the reason where there is none. */
export interface RoganGladenResult {
  readonly estimate: number | null;
  /** Before clipping; outside [0, 1] when the judge's rates do not fit the observed one. */
  readonly unclipped: number | null;
  /** By the delta method. */
  readonly standardError: number | null;
  /** Lang and Reiczigel's interval: the one to use. */
  readonly interval: Interval | null;
  /** The delta-method (Wald) interval; too narrow for few labels. */
  readonly deltaInterval: Interval | null;
  /** Sensitivity plus specificity is at most 1: the judge's word says nothing about passing. */
  readonly reason: "judge_no_better_than_chance" | null;
}

/** Added to the labelled items of a class, one right and one wrong (Lang and Reiczigel 2014). */
const PSEUDO_LABELS = 2;

const share = /* @__PURE__ */ optionRule.number(0, 1);
const atLeastOne: OptionRule = (value) =>
  Number.isFinite(value) && (value as number) >= 1 ? undefined : "a number of at least 1";

const NEEDED = /* @__PURE__ */ (() => ({
  observed: share,
  n: atLeastOne,
  sensitivity: share,
  specificity: share,
  positives: atLeastOne,
  negatives: atLeastOne,
}))();

const clip = (value: number): number => Math.min(Math.max(value, 0), 1);

/** One class of labelled items: the judge's rate on it and the variance of that rate. */
interface Rate {
  readonly rate: number;
  readonly variance: number;
}

const binomial = (rate: number, n: number): Rate => ({ rate, variance: (rate * (1 - rate)) / n });

function correct(observed: Rate, sensitivity: Rate, specificity: Rate): { estimate: number; error: number } {
  const power = sensitivity.rate + specificity.rate - 1;
  const estimate = (observed.rate + specificity.rate - 1) / power;
  const variance =
    observed.variance + estimate ** 2 * sensitivity.variance + (1 - estimate) ** 2 * specificity.variance;
  return { estimate, error: Math.sqrt(variance) / power };
}

/**
 * The true pass rate behind a judge's verdicts, from the judge's sensitivity and specificity on human-labelled items:
 * (observed + specificity - 1) / (sensitivity + specificity - 1) (Rogan and Gladen 1978, American Journal of
 * Epidemiology 107). The interval is Lang and Reiczigel's (2014, Preventive Veterinary Medicine 113), which adds
 * pseudo-items before the delta method and shifts the centre, and so holds its level for few labels and for judges
 * without an error among them.
 *
 * Throws an `OptionError` for shares outside [0, 1], for classes without labelled items, and for what is missing.
 *
 * Wrong when: the labelled items are not a random part of each class (hard cases picked for labelling); the judge errs
 * more on one side of a comparison than on the other: correct each side with its own labels.
 *
 * @example
 * roganGladen({ observed: 0.7, n: 200, sensitivity: 0.9, specificity: 0.8, positives: 50, negatives: 50 }).estimate; // 0.714...
 */
export function roganGladen(input: RoganGladenInput): RoganGladenResult {
  checkOptions("roganGladen", input, { ...NEEDED, level: openShare });
  requireOptions("roganGladen", input, NEEDED);
  const { observed, n, sensitivity, specificity, positives, negatives, level = DEFAULT_LEVEL } = input;
  if (sensitivity + specificity <= 1)
    return {
      estimate: null,
      unclipped: null,
      standardError: null,
      interval: null,
      deltaInterval: null,
      reason: "judge_no_better_than_chance",
    };
  const z = normalQuantile((1 + level) / 2);
  const plain = correct(binomial(observed, n), binomial(sensitivity, positives), binomial(specificity, negatives));
  const padded = (rate: number, items: number, added: number) =>
    binomial((rate * items + added / 2) / (items + added), items + added);
  const [ofPositives, ofNegatives] = [
    padded(sensitivity, positives, PSEUDO_LABELS),
    padded(specificity, negatives, PSEUDO_LABELS),
  ];
  // The added items pull towards chance; below it the correction has no direction any more.
  const informative = ofPositives.rate + ofNegatives.rate > 1;
  const better = correct(padded(observed, n, z * z), ofPositives, ofNegatives);
  const shift = 2 * z * z * (better.estimate * ofPositives.variance - (1 - better.estimate) * ofNegatives.variance);
  const around = (centre: number, half: number): Interval => ({ low: clip(centre - half), high: clip(centre + half) });
  return {
    estimate: clip(plain.estimate),
    unclipped: plain.estimate,
    standardError: plain.error,
    interval: informative ? around(better.estimate + shift, z * better.error) : { low: 0, high: 1 },
    deltaInterval: around(plain.estimate, z * plain.error),
    reason: null,
  };
}
