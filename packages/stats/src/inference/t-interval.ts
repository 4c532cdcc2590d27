import { tQuantile } from "@whileai/core";

/** An estimate with its standard error and Student t interval. */
export interface EstimateInterval {
  readonly estimate: number;
  readonly standardError: number;
  /** Degrees of freedom of the t quantile. */
  readonly df: number;
  readonly low: number;
  readonly high: number;
}

/** estimate ± t(df) × standard error. */
export function tInterval(estimate: number, standardError: number, df: number, level: number): EstimateInterval {
  const half = standardError === 0 ? 0 : tQuantile(df, { level }) * standardError;
  return { estimate, standardError, df, low: estimate - half, high: estimate + half };
}
