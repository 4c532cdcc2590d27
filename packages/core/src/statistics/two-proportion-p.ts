import { OptionError } from "../errors/option-error.js";
import { requireCounts } from "./check-numbers.js";
import { normalTwoSidedTail } from "./normal-tail.js";

/**
 * The pooled two-proportion z test, two-sided: could both counts come from one rate? Null when a side is empty or the
 * pooled share is 0 or 1. Throws an `OptionError` unless all four are counts with successes up to n.
 *
 * @example
 * twoProportionP(30, 40, 20, 40); // 0.0209...
 */
export function twoProportionP(successesA: number, nA: number, successesB: number, nB: number): number | null {
  requireCounts("twoProportionP", { successesA, nA, successesB, nB });
  if (successesA > nA || successesB > nB)
    throw new OptionError({
      option: successesA > nA ? "successesA" : "successesB",
      received: [successesA, nA, successesB, nB],
      message: `twoProportionP: successes must not exceed n, got ${successesA} of ${nA} and ${successesB} of ${nB}.`,
      fix: "Pass counts in the order successesA, nA, successesB, nB.",
    });
  if (nA === 0 || nB === 0) return null;
  const pooled = (successesA + successesB) / (nA + nB);
  if (pooled === 0 || pooled === 1) return null;
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / nA + 1 / nB));
  return normalTwoSidedTail((successesA / nA - successesB / nB) / error);
}
