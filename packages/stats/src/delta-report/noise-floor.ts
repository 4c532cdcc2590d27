import { noiseBand, quantileText } from "../variance/noise-band.js";
import type { BandRule, Sides } from "./delta-report-types.js";
import type { Spread } from "./rerun-spread.js";

/** What a difference must reach before re-runs alone do not explain it. */
export interface NoiseFloor {
  readonly spread: Spread;
  readonly band: number;
  /** How `band` was formed, as a formula. */
  readonly rule: string;
}

/**
 * The noise floor of one metric: "t" is t(df) × run_std × √(1/nA + 1/nB), "twice" is 2 × run_std, "max" the larger.
 *
 * @param runs - Runs behind the means of each side, at least 1.
 */
export function noiseFloor(spread: Spread, bandRule: BandRule, runs: Sides<number>, level: number): NoiseFloor {
  const { std, df } = spread;
  const { band, twiceRunStd, quantile } = noiseBand(std, { nA: runs.before, nB: runs.after, df, level });
  if (bandRule === "twice" || (bandRule === "max" && twiceRunStd > band))
    return { spread, band: twiceRunStd, rule: "2 x run_std" };
  return { spread, band, rule: `${quantileText(quantile, df)} x run_std x sqrt(1/${runs.before} + 1/${runs.after})` };
}
