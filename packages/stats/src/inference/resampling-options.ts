import { optionRule } from "@whileai/core";

/** Options of everything that draws at random. */
export interface ResamplingOptions {
  /** Draws, where draws are needed. Default 2000. */
  readonly draws?: number | undefined;
  /** Same seed, same result. Default 0. */
  readonly seed?: number | string | undefined;
}

/** How {@link ResamplingOptions} are checked. */
export const resamplingRules = /* @__PURE__ */ (() => ({
  draws: optionRule.integer(1),
  seed: optionRule.either(optionRule.number(-Number.MAX_VALUE, Number.MAX_VALUE), optionRule.text),
}))();
