import { checkOptions, isRecord, type OptionRules, optionRule, type RowLike } from "@whileai/core";
import { endorsedRule } from "../hack-scan/hack-scan-options.js";
import { DEFAULT_LEAK_RULE, LEAK_RULES, type LeakRule } from "../privileged/find-leak.js";
import { type Band, bandRule, DEFAULT_BAND } from "../signal/band.js";

/** Rows a selection aims at. Convention. */
const DEFAULT_TARGET = 1000;
/** Reward from which a completion may be imitated. Convention: only full marks. */
const DEFAULT_MINIMUM_REWARD = 1;
/** Completions kept for each prompt. Convention. */
const DEFAULT_PER_PROMPT = 1;

/** What happens to replies that were cut by the token cap. */
export type TruncatedPolicy = "drop" | "keep" | "penalize";

/** The part of a verifier's audit that a selection reads. */
export interface VerifierFindings {
  /** Rows that the verifier failed: the share of them that are right. */
  readonly fails: { readonly rate: number | null };
}

/** Options of `optimize` for reinforcement learning. */
export interface RlOptions {
  mode?: "rl" | undefined;
  /** Pass rates to train on, edges included. Default [0.2, 0.8]. */
  band?: Band | undefined;
  /**
   * `point` (default) compares the plain pass rate; `posterior` keeps a task when it is more likely inside the band than
   * outside, under a Jeffreys prior.
   */
  bandRule?: "point" | "posterior" | undefined;
  /** Whether tasks outside the band are dropped (default) or only ranked last. */
  enforceBand?: boolean | undefined;
  /** Replies that repeat an earlier one of their prompt: `keep` (default) leaves groups whole. */
  duplicates?: "keep" | "drop" | undefined;
  /** Cut replies: `drop` (default), `keep` without a vote on difficulty, or `penalize` with reward 0. */
  truncated?: TruncatedPolicy | undefined;
  /**
   * What is dropped as a privileged leak: `quoted` (default), any privileged text in what the agent said; `unseen`, only
   * text that neither the prompt nor a tool result had shown to it.
   */
  leakRule?: LeakRule | undefined;
  /**
   * Smallest difference between the best and the worst reward of a group that counts as contrast. Default 0: any. Says
   * something for fractional rewards only.
   */
  minSpread?: number | undefined;
  /** What `auditVerifier` found: a rate of right answers that the verifier failed above 10% is a warning. */
  audit?: VerifierFindings | undefined;
  /** What the reward is meant to pay for, for the hack scan. */
  endorsed?: readonly string[] | undefined;
  /** Graded rows of an earlier round; tasks it saw outside the band are not selected again. */
  prior?: Iterable<RowLike> | undefined;
  /** Stop after the group with which this many rows are reached. Default 1000. */
  target?: number | undefined;
  /** `spread` (default) takes pass rates in turn, `middle` the ones nearest the middle of the band first. */
  order?: "spread" | "middle" | undefined;
  /** Seed of the hash order and of the hack scan. */
  seed?: number | string | undefined;
}

/** Options of `optimize` for supervised fine-tuning. */
export interface SftOptions {
  mode: "sft";
  /** `top` (default): the best of each prompt; `topOverall`: the best of all; `random`: a random one of each prompt. */
  pick?: "top" | "topOverall" | "random" | undefined;
  /** Completions kept for each prompt. Default 1; `topOverall` does not look at prompts. */
  perPrompt?: number | undefined;
  /** Replies that repeat a better or earlier one of their prompt: `drop` (default) or `keep`. */
  duplicates?: "keep" | "drop" | undefined;
  /** Cut replies: `drop` (default), as imitating one teaches to stop in mid-sentence, or `keep`. */
  truncated?: "drop" | "keep" | undefined;
  /** What is dropped as a privileged leak, as for RL. Default `quoted`. */
  leakRule?: LeakRule | undefined;
  /** Lowest reward that may be imitated. Default 1. */
  minReward?: number | undefined;
  /** Rows kept at most. Default 1000. */
  target?: number | undefined;
  /** Seed of the random pick and of the random control. Default 0. */
  seed?: number | string | undefined;
}

/** Options of RL selection with the defaults filled in. */
export interface RlSettings {
  readonly band: Band;
  readonly bandRule: "point" | "posterior";
  readonly enforceBand: boolean;
  readonly duplicates: "keep" | "drop";
  readonly truncated: TruncatedPolicy;
  readonly leakRule: LeakRule;
  readonly minSpread: number;
  readonly audit: VerifierFindings | null;
  readonly endorsed: readonly string[];
  readonly prior: Iterable<RowLike> | null;
  readonly target: number;
  readonly order: "spread" | "middle";
  readonly seed: number | string | undefined;
}

/** Options of SFT selection with the defaults filled in. */
export interface SftSettings {
  readonly pick: "top" | "topOverall" | "random";
  readonly perPrompt: number;
  readonly duplicates: "keep" | "drop";
  readonly truncated: "drop" | "keep";
  readonly leakRule: LeakRule;
  readonly minReward: number;
  readonly target: number;
  readonly seed: number | string;
}

const mode = optionRule.oneOf(["rl", "sft"]);
const finite = (value: unknown) => (Number.isFinite(value) ? undefined : "a finite number");
const share = optionRule.number(0, 1);
const auditRule = (value: unknown) => {
  const fails = isRecord(value) && isRecord(value.fails) ? value.fails : {};
  return fails.rate === null || share(fails.rate) === undefined ? undefined : "what auditVerifier gave back";
};
const iterable = (value: unknown) =>
  typeof value === "object" && value !== null && Symbol.iterator in value ? undefined : "rows";

const rlRules: OptionRules = {
  mode,
  band: bandRule,
  bandRule: optionRule.oneOf(["point", "posterior"]),
  enforceBand: optionRule.flag,
  duplicates: optionRule.oneOf(["keep", "drop"]),
  truncated: optionRule.oneOf(["drop", "keep", "penalize"]),
  leakRule: optionRule.oneOf(LEAK_RULES),
  minSpread: share,
  audit: auditRule,
  endorsed: endorsedRule,
  prior: iterable,
  target: optionRule.integer(1),
  order: optionRule.oneOf(["spread", "middle"]),
  seed: optionRule.seed,
};

const sftRules: OptionRules = {
  mode,
  pick: optionRule.oneOf(["top", "topOverall", "random"]),
  perPrompt: optionRule.integer(1),
  duplicates: optionRule.oneOf(["keep", "drop"]),
  truncated: optionRule.oneOf(["drop", "keep"]),
  leakRule: optionRule.oneOf(LEAK_RULES),
  minReward: finite,
  target: optionRule.integer(1),
  seed: optionRule.seed,
};

/** True for the options of SFT selection. */
export function isSft(options: RlOptions | SftOptions): options is SftOptions {
  return options?.mode === "sft";
}

/** Checks the options of RL selection and fills in the defaults. */
export function rlSettings(options: RlOptions): RlSettings {
  checkOptions("optimize", options, rlRules);
  return {
    band: options.band ?? DEFAULT_BAND,
    bandRule: options.bandRule ?? "point",
    enforceBand: options.enforceBand ?? true,
    duplicates: options.duplicates ?? "keep",
    truncated: options.truncated ?? "drop",
    leakRule: options.leakRule ?? DEFAULT_LEAK_RULE,
    minSpread: options.minSpread ?? 0,
    audit: options.audit ?? null,
    endorsed: options.endorsed ?? [],
    prior: options.prior ?? null,
    target: options.target ?? DEFAULT_TARGET,
    order: options.order ?? "spread",
    seed: options.seed,
  };
}

/** Checks the options of SFT selection and fills in the defaults. */
export function sftSettings(options: SftOptions): SftSettings {
  checkOptions("optimize", options, sftRules);
  return {
    pick: options.pick ?? "top",
    perPrompt: options.perPrompt ?? DEFAULT_PER_PROMPT,
    duplicates: options.duplicates ?? "drop",
    truncated: options.truncated ?? "drop",
    leakRule: options.leakRule ?? DEFAULT_LEAK_RULE,
    minReward: options.minReward ?? DEFAULT_MINIMUM_REWARD,
    target: options.target ?? DEFAULT_TARGET,
    seed: options.seed ?? 0,
  };
}
