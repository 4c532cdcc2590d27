import { type OptionRules, optionRule } from "@whileai/core";

/** How long a conversation goes on. */
export interface TurnOptions {
  /** Most model calls of one rollout; for agents that are models. Default 8. */
  readonly max?: number | undefined;
}

/** Convention. */
export const DEFAULT_MAX_TURNS = 8;

export const TURN_RULES: OptionRules = { max: optionRule.integer(1) };
