import { type OptionRules, optionRule } from "@whileai/core";

/** What a run may use. */
export interface LimitOptions {
  /** Rollouts in flight. The rows do not depend on it. Default 32. */
  readonly concurrency?: number | undefined;
  /** Longest time of one rollout. Default 300 000. */
  readonly timeoutMs?: number | undefined;
  /**
   * How often a rollout whose agent failed is tried again. Default 2. Given, it is also how often a model is called again for
   * one answer, where the backend was not made with a number of its own; that default is 3. What a limiter or a backend has
   * tried again is not tried again as a rollout.
   */
  readonly retries?: number | undefined;
  /** Requests to one endpoint. Default: what the endpoint allows, learned from its refusals. */
  readonly requestsPerMinute?: number | undefined;
  /** Tokens to and from one endpoint. Default: what the endpoint allows, learned from its refusals. */
  readonly tokensPerMinute?: number | undefined;
  /**
   * Most US dollars for all models of the run; each needs a price (`setPrices`). No rollout begins that would go beyond it,
   * rollouts in flight are played to their end, and the rows so far are the result. Default: no limit.
   */
  readonly maxUsd?: number | undefined;
  /** Most tokens, read and written, of all models of the run; ends it as `maxUsd` does. Default: no limit. */
  readonly maxTokens?: number | undefined;
}

/** The limits on what models may be asked. */
export type ResolvedLimits = Pick<
  LimitOptions,
  "requestsPerMinute" | "tokensPerMinute" | "maxUsd" | "maxTokens" | "retries"
>;

/** Conventions of the Python package. */
export const DEFAULT_CONCURRENCY = 32;
export const DEFAULT_TIMEOUT_MS = 300_000;
export const DEFAULT_RETRIES = 2;

export const LIMIT_RULES: OptionRules = {
  concurrency: optionRule.integer(1),
  timeoutMs: optionRule.positive,
  retries: optionRule.integer(0),
  requestsPerMinute: optionRule.positive,
  tokensPerMinute: optionRule.positive,
  maxUsd: optionRule.positive,
  maxTokens: optionRule.integer(1),
};
