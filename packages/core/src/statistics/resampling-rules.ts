import { optionRule } from "../options/check-options.js";

/** How the options of everything that draws at random are checked. */
export const resamplingRules = /* @__PURE__ */ (() => ({
  draws: optionRule.integer(1),
  seed: optionRule.seed,
}))();
