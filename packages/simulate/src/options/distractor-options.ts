import { type OptionRules, optionRule } from "@whileai/core";
import type { Distraction } from "../distractors/tool-view.js";

/** Most distractors that can be asked for. */
const MOST_DISTRACTORS = 24;

/** Unrelated tools that are to make the agent's choice harder. */
export interface DistractorOptions {
  /** How many, 0 to 24. */
  readonly count: number;
  /** Show all tools under names that tell nothing, such as `tool_7f3a`. Default false. */
  readonly scramble?: boolean | undefined;
}

/** The rule of a count given alone. */
export const DISTRACTOR_RULE = optionRule.integer(0, MOST_DISTRACTORS);

export const DISTRACTOR_RULES: OptionRules = { count: DISTRACTOR_RULE, scramble: optionRule.flag };

/** The option with its defaults; undefined where nothing is to be distracted from. */
export function readDistraction(given: number | DistractorOptions | undefined): Distraction | undefined {
  const { count, scramble = false } = typeof given === "object" ? given : { count: given ?? 0 };
  return count === 0 && !scramble ? undefined : { count, scramble };
}
