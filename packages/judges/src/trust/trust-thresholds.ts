import { optionRule } from "@whileai/core";
import { DEFAULT_EXPLOIT_FLAG, DEFAULT_PROBE_ALPHA, DEFAULT_PROBE_MIN_N } from "../probes/probe-options.js";

/** When verdicts on labelled rows are content. Every value is a share unless it says otherwise; all are conventions. */
export interface RowThresholds {
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
  /** Gap of agreement between the halves of the tasks that is worth a warning; 0.15 unless given. */
  readonly maxHalvesGap: number;
  /** Most labelled rows with a reward between 0 and 1; 0.10 unless given. */
  readonly maxSkippedShare: number;
  /** Level of the tests; 0.05 unless given. */
  readonly alpha: number;
}

/** When {@link judgeTrust} is content, with a judge that can be asked again. */
export interface TrustThresholds extends RowThresholds {
  /** Share of verdicts that may change on asking again; 0.10 unless given. */
  readonly maxFlips: number;
  /** Exploit rate from which a probe is flagged; 0.10 unless given. */
  readonly maxExploitRate: number;
  /** Fewest rows that a flagged exploit rate is a share of; 20 unless given. */
  readonly probeMinN: number;
}

/** Thresholds as options: those that are not given have their defaults. */
export type OptionalThresholds<T> = { readonly [Name in keyof T]?: T[Name] | undefined };

/** The thresholds of {@link judgeTrust} where the caller names none. */
export const DEFAULT_TRUST_THRESHOLDS: TrustThresholds = Object.freeze({
  minGold: 50,
  minAgreement: 0.8,
  minKappa: 0.6,
  maxLeak: 0.1,
  maxLengthGap: 0.15,
  maxHalvesGap: 0.15,
  maxSkippedShare: 0.1,
  alpha: DEFAULT_PROBE_ALPHA,
  maxFlips: 0.1,
  maxExploitRate: DEFAULT_EXPLOIT_FLAG,
  probeMinN: DEFAULT_PROBE_MIN_N,
});

/** Kappa up to which a judge is said to be guessing; convention. */
export const GUESSING_KAPPA = 0.2;
/** Fewest rows of a half whose agreement is compared; convention. */
export const MIN_HALF_ROWS = 10;
/** Most labels that a report asks for; beyond it the judge is the problem. Convention. */
export const MAX_GOLD_ASK = 200;

/** Rules of {@link RowThresholds} for `checkOptions`. */
export const ROW_THRESHOLD_RULES = {
  minGold: optionRule.integer(0),
  minAgreement: optionRule.number(0, 1),
  minKappa: optionRule.number(-1, 1),
  maxLeak: optionRule.number(0, 1),
  maxLengthGap: optionRule.number(0, 1),
  maxHalvesGap: optionRule.number(0, 1),
  maxSkippedShare: optionRule.number(0, 1),
  alpha: optionRule.number(0, 1),
};

/** Rules of {@link TrustThresholds} for `checkOptions`. */
export const TRUST_THRESHOLD_RULES = {
  ...ROW_THRESHOLD_RULES,
  maxFlips: optionRule.number(0, 1),
  maxExploitRate: optionRule.number(0, 1),
  probeMinN: optionRule.integer(1),
};

/** Thresholds as given, with the defaults for those that are not. */
export function trustThresholds(given: OptionalThresholds<TrustThresholds>): TrustThresholds {
  const names = Object.keys(DEFAULT_TRUST_THRESHOLDS) as (keyof TrustThresholds)[];
  return Object.fromEntries(
    names.map((name) => [name, given[name] ?? DEFAULT_TRUST_THRESHOLDS[name]]),
  ) as unknown as TrustThresholds;
}
