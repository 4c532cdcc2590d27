import { OptionError, optionRule } from "@whileai/core";
import type { PlannedLook } from "./compare-runs-types.js";

/** How the option `looks` is checked, field by field. */
export const lookRules = /* @__PURE__ */ (() => ({
  look: optionRule.integer(1),
  of: optionRule.integer(1),
  alpha: optionRule.number(0, 1),
}))();

/** Throws an `OptionError`, in the name of `call`, for a look that lacks something or was not planned; rules see one field each. */
export function requirePlanned(call: string, looks: PlannedLook | undefined): void {
  if (looks === undefined || (looks.look <= looks.of && looks.alpha < 1)) return;
  throw new OptionError({
    option: "looks",
    received: looks,
    message: `${call}: \`looks\` must be { look, of, alpha }.`,
    fix: "Give look at most of, alpha below 1.",
  });
}
