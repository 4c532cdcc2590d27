import { type OptionRules, optionRule } from "@whileai/core";

/** What a run may use. */
export interface LimitOptions {
  /** Rollouts in flight. The rows do not depend on it. Default 32. */
  readonly concurrency?: number | undefined;
  /** Longest time of one rollout. Default 300 000. */
  readonly timeoutMs?: number | undefined;
  /** How often a rollout whose agent failed is tried again. Default 2. */
  readonly retries?: number | undefined;
}

/** Conventions of the Python package. */
export const DEFAULT_CONCURRENCY = 32;
export const DEFAULT_TIMEOUT_MS = 300_000;
export const DEFAULT_RETRIES = 2;

export const LIMIT_RULES: OptionRules = {
  concurrency: optionRule.integer(1),
  timeoutMs: optionRule.positive,
  retries: optionRule.integer(0),
};
