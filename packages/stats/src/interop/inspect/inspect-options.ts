import { optionRule } from "@whileai/core";
import { passValueRule, READING_RULES } from "../reading-rules.js";
import type { ReadingOptions } from "../results-tally.js";

/** Options of `inspectRows`. */
export interface InspectOptions extends ReadingOptions {
  /** Whose score is the reward; `scorer/key` for one value of a scorer that gives several. Default: the log's first scorer. */
  readonly scorer?: string | undefined;
  /** The one score that counts as passed; every other one is 0. Default: `C` 1, `P` 0.5, `I` and `N` 0, numbers as they are. */
  readonly passValue?: string | number | boolean | undefined;
}

/** What the options must be. */
export const INSPECT_RULES = { ...READING_RULES, scorer: optionRule.text, passValue: passValueRule };
