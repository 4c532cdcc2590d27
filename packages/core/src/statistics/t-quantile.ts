import { OptionError } from "../errors/option-error.js";
import { checkOptions } from "../options/check-options.js";
import { openShare } from "./check-numbers.js";
import { incompleteBeta } from "./incomplete-beta.js";
import { DEFAULT_LEVEL } from "./interval.js";
import { invertTail } from "./invert-tail.js";
import { normalTwoSidedTail } from "./normal-tail.js";

/** From here on the series around the normal quantile has more digits than the inversion. */
const NEARLY_NORMAL_DF = 1e5;

/** P(|T| > t) with `df` degrees of freedom. */
function twoSidedTail(t: number, df: number): number {
  const whole = df + t * t;
  return incompleteBeta(df / whole, df / 2, 0.5, (t * t) / whole);
}

/** The Cornish-Fisher series for a t quantile; the next term is in its 16th digit at these degrees of freedom. */
function nearlyNormal(z: number, df: number): number {
  return z + (z ** 3 + z) / (4 * df) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * df ** 2);
}

/**
 * The two-sided Student t quantile: the t with P(-t ≤ T ≤ t) = `level`, for any degrees of freedom above 0 (fractions
 * too; Infinity is the normal distribution). Found by inverting the incomplete beta function.
 *
 * Throws an `OptionError` when `df` is not above 0 or `level` is outside (0, 1). `level` is 0.95 by default.
 *
 * @example
 * tQuantile(4); // 2.776445105197...
 * tQuantile(1, { level: 0.9999 }); // 6366.197671...
 */
export function tQuantile(df: number, options: { readonly level?: number | undefined } = {}): number {
  checkOptions("tQuantile", options, { level: openShare });
  const { level = DEFAULT_LEVEL } = options;
  if (!(df > 0))
    throw new OptionError({
      option: "df",
      received: df,
      message: `tQuantile: \`df\` must be a number above 0, got ${df}.`,
      fix: "Of a mean they are one fewer than its values.",
    });
  if (df >= NEARLY_NORMAL_DF) return nearlyNormal(invertTail(normalTwoSidedTail, 1 - level), df);
  return invertTail((t) => twoSidedTail(t, df), 1 - level);
}
