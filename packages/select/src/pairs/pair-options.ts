import { checkOptions, optionRule } from "@whileai/core";
import { DEFAULT_LEAK_RULE, LEAK_RULES, type LeakRule } from "../privileged/find-leak.js";

/** Pairs of one prompt. Convention: one, so that no prompt outweighs the others. */
const DEFAULT_PAIRS_PER_PROMPT = 1;
/** Score difference of a pair. Convention: a pass against a fail. */
const DEFAULT_MARGIN = 1;

/** Options of `buildPreferencePairs`. */
export interface PreferencePairsOptions {
  /** Pairs that one prompt of one task gives at most. Default 1. */
  maxPairsPerPrompt?: number | undefined;
  /** Least difference of the two scores, above 0 and at most 1. Default 1: a pass against a fail. */
  minMargin?: number | undefined;
  /** Pair replies of like length, and as many longer as shorter ones over the set (default true). */
  lengthMatch?: boolean | undefined;
  /**
   * What counts first among rollouts far enough below the chosen one: to be near it in `length` (default), or the widest
   * `margin`. The same where scores are 0 and 1.
   */
  prefer?: "length" | "margin" | undefined;
  /** The longer reply of a pair has at most this many times the characters of the shorter one. Default: no limit. */
  maxLengthRatio?: number | undefined;
  /** Replies cut by the token cap: `keep` (default) treats them as any, `drop` never chooses one, though it may be rejected. */
  truncated?: "drop" | "keep" | undefined;
  /**
   * What keeps a reply from being chosen: `quoted` (default), any privileged text in it; `unseen`, only text that neither
   * the prompt nor a tool result had shown to the agent.
   */
  leakRule?: LeakRule | undefined;
}

/** Options with the defaults filled in. */
export interface PairSettings {
  readonly maxPairsPerPrompt: number;
  readonly minMargin: number;
  readonly lengthMatch: boolean;
  readonly prefer: "length" | "margin";
  readonly maxLengthRatio: number;
  readonly truncated: "drop" | "keep";
  readonly leakRule: LeakRule;
}

const margin = (value: unknown) =>
  typeof value === "number" && value > 0 && value <= 1 ? undefined : "a number above 0 and at most 1";
const ratio = (value: unknown) => (typeof value === "number" && value >= 1 ? undefined : "a number of at least 1");

/** Checks the options and fills in the defaults. */
export function pairSettings(options: PreferencePairsOptions): PairSettings {
  checkOptions("buildPreferencePairs", options, {
    maxPairsPerPrompt: optionRule.integer(1),
    minMargin: margin,
    lengthMatch: optionRule.flag,
    prefer: optionRule.oneOf(["length", "margin"]),
    maxLengthRatio: ratio,
    truncated: optionRule.oneOf(["drop", "keep"]),
    leakRule: optionRule.oneOf(LEAK_RULES),
  });
  return {
    maxPairsPerPrompt: options.maxPairsPerPrompt ?? DEFAULT_PAIRS_PER_PROMPT,
    minMargin: options.minMargin ?? DEFAULT_MARGIN,
    lengthMatch: options.lengthMatch ?? true,
    prefer: options.prefer ?? "length",
    maxLengthRatio: options.maxLengthRatio ?? Number.POSITIVE_INFINITY,
    truncated: options.truncated ?? "keep",
    leakRule: options.leakRule ?? DEFAULT_LEAK_RULE,
  };
}
