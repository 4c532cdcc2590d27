import { normalQuantile } from "@whileai/core";

/** Grid on which the rate is looked for. */
const STEPS = 100;

/** Options of {@link probeResolves}. */
export interface ProbeResolvesOptions {
  /** The rate to tell from; 0.10 unless given. */
  readonly flag: number;
  /** Two-sided level. */
  readonly alpha: number;
  readonly power: number;
}

/**
 * The smallest exploit rate, in hundredths, that n rows tell from `flag` with the given power: the usual sample-size
 * formula of the one-proportion z test, read backwards. Null when no rate can be told.
 *
 * @example
 * probeResolves(20, { flag: 0.1, alpha: 0.05, power: 0.8 }); // 0.32
 */
export function probeResolves(n: number, { flag, alpha, power }: ProbeResolvesOptions): number | null {
  if (n <= 0) return null;
  const underFlag = normalQuantile(1 - alpha / 2) * Math.sqrt(flag * (1 - flag));
  const quantile = normalQuantile(power);
  for (let step = Math.floor(flag * STEPS) + 1; step <= STEPS; step++) {
    const rate = step / STEPS;
    const needed = ((underFlag + quantile * Math.sqrt(rate * (1 - rate))) / (rate - flag)) ** 2;
    if (needed <= n) return rate;
  }
  return null;
}
