import { optionRule } from "@whileai/core";

/** When {@link judgeTrust} is content. Every value is a share unless it says otherwise; all are conventions. */
export interface TrustThresholds {
  /** Labels below which a pass is provisional; 50 unless given. */
  readonly minGold: number;
  /** Least lower end of the 95% interval of agreement; 0.8 unless given. */
  readonly minAgreement: number;
  /** Least Cohen's kappa; 0.6 unless given. */
  readonly minKappa: number;
  /** Most wrong rows that may pass; 0.10 unless given. */
  readonly maxLeak: number;
  /** Gap of pass rates between long and short replies of one label that is a bias; 0.15 unless given. */
  readonly maxLengthGap: number;
  /** Share of verdicts that may change on asking again; 0.10 unless given. */
  readonly maxFlips: number;
  /** Gap of agreement between the halves of the tasks that is worth a warning; 0.15 unless given. */
  readonly maxHalvesGap: number;
  /** Most labelled rows with a reward between 0 and 1; 0.10 unless given. */
  readonly maxSkippedShare: number;
  /** Exploit rate from which a probe is flagged; 0.10 unless given. */
  readonly maxExploitRate: number;
  /** Fewest rows that a flagged exploit rate is a share of; 20 unless given. */
  readonly probeMinN: number;
  /** Level of the tests; 0.05 unless given. */
  readonly alpha: number;
}

/** The thresholds of {@link judgeTrust} where the caller names none. */
export const DEFAULT_TRUST_THRESHOLDS: TrustThresholds = Object.freeze({
  minGold: 50,
  minAgreement: 0.8,
  minKappa: 0.6,
  maxLeak: 0.1,
  maxLengthGap: 0.15,
  maxFlips: 0.1,
  maxHalvesGap: 0.15,
  maxSkippedShare: 0.1,
  maxExploitRate: 0.1,
  probeMinN: 20,
  alpha: 0.05,
});

/** Kappa up to which a judge is said to be guessing; convention. */
export const GUESSING_KAPPA = 0.2;
/** Fewest rows of a half whose agreement is compared; convention. */
export const MIN_HALF_ROWS = 10;
/** Most labels that a report asks for; beyond it the judge is the problem. Convention. */
export const MAX_GOLD_ASK = 200;

/** Rules of {@link TrustThresholds} for `checkOptions`. */
export const TRUST_THRESHOLD_RULES = {
  minGold: optionRule.integer(0),
  minAgreement: optionRule.number(0, 1),
  minKappa: optionRule.number(-1, 1),
  maxLeak: optionRule.number(0, 1),
  maxLengthGap: optionRule.number(0, 1),
  maxFlips: optionRule.number(0, 1),
  maxHalvesGap: optionRule.number(0, 1),
  maxSkippedShare: optionRule.number(0, 1),
  maxExploitRate: optionRule.number(0, 1),
  probeMinN: optionRule.integer(1),
  alpha: optionRule.number(0, 1),
};

/** Thresholds as given, with the defaults for those that are not. */
export function trustThresholds(
  given: { readonly [Name in keyof TrustThresholds]?: TrustThresholds[Name] | undefined },
): TrustThresholds {
  const names = Object.keys(DEFAULT_TRUST_THRESHOLDS) as (keyof TrustThresholds)[];
  return Object.fromEntries(
    names.map((name) => [name, given[name] ?? DEFAULT_TRUST_THRESHOLDS[name]]),
  ) as unknown as TrustThresholds;
}
