import { WhileaiError } from "../errors/whileai-error.js";
import { checkOptions, type OptionRules, optionRule } from "../options/check-options.js";

/** An amount of work: tokens, and what they cost; null where there is no price. */
export interface Spend {
  readonly tokens: number;
  readonly usd: number | null;
}

export interface SpendLimits {
  /** Most US dollars. Default: no limit. */
  readonly maxUsd?: number | undefined;
  /** Most tokens, read and written. Default: no limit. */
  readonly maxTokens?: number | undefined;
}

/** The limit that was met. */
export type SpendStop = "max_usd" | "max_tokens";

export const SPEND_LIMIT_RULES: OptionRules = {
  maxUsd: optionRule.positive,
  maxTokens: optionRule.integer(1),
};

/** Sums of prices miss by a few of the last bits of a number: what fits but for those fits. */
const ROUNDING_SHARE = 1e-9;

/**
 * A purse for money and tokens, shared by whoever spends from it. Work reserves what it expects to use before it starts and
 * gives the reservation back when it has paid what it did use, so that work in flight cannot add up to more than there is.
 *
 * @example
 * const budget = new SpendBudget({ maxUsd: 2 });
 * const release = budget.reserve({ tokens: 900, usd: 0.01 }); // undefined when that would be too much
 * budget.pay({ tokens: 850, usd: 0.009 });
 * release?.();
 */
export class SpendBudget {
  readonly #limits: SpendLimits;
  #tokens = 0;
  #usd = 0;
  #reservedTokens = 0;
  #reservedUsd = 0;

  constructor(limits: SpendLimits) {
    checkOptions("SpendBudget", limits, SPEND_LIMIT_RULES);
    this.#limits = { ...limits };
  }

  /** What was paid. Work without a price counts its tokens only. */
  get spent(): { readonly tokens: number; readonly usd: number } {
    return { tokens: this.#tokens, usd: this.#usd };
  }

  get limits(): SpendLimits {
    return this.#limits;
  }

  /** The limit that so much more would break, or undefined when it fits. */
  stopFor(expected: Spend): SpendStop | undefined {
    const { maxUsd = Number.POSITIVE_INFINITY, maxTokens = Number.POSITIVE_INFINITY } = this.#limits;
    if (this.#usd + this.#reservedUsd + (expected.usd ?? 0) > maxUsd * (1 + ROUNDING_SHARE)) return "max_usd";
    if (this.#tokens + this.#reservedTokens + expected.tokens > maxTokens) return "max_tokens";
    return undefined;
  }

  /** Sets an amount aside; gives the way to free it again, or undefined when it does not fit. */
  reserve(expected: Spend): (() => void) | undefined {
    if (this.stopFor(expected) !== undefined) return undefined;
    const usd = expected.usd ?? 0;
    this.#reservedTokens += expected.tokens;
    this.#reservedUsd += usd;
    let isFree = false;
    return () => {
      if (isFree) return;
      isFree = true;
      this.#reservedTokens -= expected.tokens;
      this.#reservedUsd -= usd;
    };
  }

  pay(amount: Spend): void {
    this.#tokens += amount.tokens;
    this.#usd += amount.usd ?? 0;
  }
}

/** The error of a call that a spending limit does not allow; its code is `spend_limit`. */
export function spendLimitError(stop: SpendStop, { spent, limits }: SpendBudget): WhileaiError {
  const isMoney = stop === "max_usd";
  const limit = isMoney ? `$${limits.maxUsd}` : `${limits.maxTokens} tokens`;
  const used = isMoney ? `$${Math.round(spent.usd * 10_000) / 10_000}` : `${spent.tokens} tokens`;
  return new WhileaiError("spend_limit", {
    message: `The limit of ${limit} does not allow another call: ${used} are spent.`,
    fix: `Raise limits.${isMoney ? "maxUsd" : "maxTokens"}; finished work is kept.`,
  });
}
