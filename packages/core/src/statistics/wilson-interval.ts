import { OptionError } from "../errors/option-error.js";
import { checkOptions } from "../options/check-options.js";
import { openShare } from "./check-numbers.js";
import type { Interval } from "./interval.js";
import { normalQuantile } from "./normal-quantile.js";

/** The 95% normal quantile, rounded as the field writes it. Convention; moves an end by less than 1e-5. */
const DEFAULT_Z = 1.96;

/** Options of {@link wilsonInterval}. */
export interface WilsonOptions {
  /** Half-width in standard errors. Default 1.96, or the exact quantile of `level` when that is given. */
  readonly z?: number | undefined;
  /** Confidence level in (0, 1), as another way to give `z`. */
  readonly level?: number | undefined;
}

const nonNegative = (value: unknown): string | undefined =>
  typeof value === "number" && value >= 0 && value < Number.POSITIVE_INFINITY ? undefined : "a number of at least 0";

/**
 * Wilson's score interval (1927) for a proportion of independent successes, clipped to [0, 1]. Null when `n` is 0 or
 * less. `n` and `successes` may be fractions (an effective sample size).
 *
 * Throws an `OptionError` when `successes` is outside [0, n] or a number is not finite. Rows of one task are not
 * independent: do not use it on rollouts of shared tasks.
 *
 * @example
 * wilsonInterval(10, 10); // { low: 0.7224598..., high: 1 }
 */
export function wilsonInterval(successes: number, n: number, options: WilsonOptions = {}): Interval | null {
  checkOptions("wilsonInterval", options, { z: nonNegative, level: openShare });
  const { level } = options;
  const z = options.z ?? (level === undefined ? DEFAULT_Z : normalQuantile((1 + level) / 2));
  if (!Number.isFinite(n) || !Number.isFinite(successes) || (n > 0 && (successes < 0 || successes > n)))
    throw new OptionError({
      option: "successes",
      received: successes,
      message: `wilsonInterval: \`successes\` must be from 0 to n, got ${successes} of ${n}.`,
      fix: "Pass how many of the n items succeeded.",
    });
  if (n <= 0) return null;
  return wilsonEnds(successes / n, n, z);
}

/** {@link wilsonInterval} of a share of n, for callers who know that it lies in [0, 1] and that n is above 0. */
export function wilsonEnds(share: number, n: number, z: number): Interval {
  const z2 = z * z;
  const scale = 1 + z2 / n;
  const centre = (share + z2 / (2 * n)) / scale;
  const half = (z * Math.sqrt((share * (1 - share)) / n + z2 / (4 * n * n))) / scale;
  // At the borders the formula is exactly 0 or 1; the subtraction may leave a last bit.
  return {
    low: share === 0 ? 0 : Math.max(0, centre - half),
    high: share === 1 ? 1 : Math.min(1, centre + half),
  };
}
