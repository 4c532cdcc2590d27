import type { ReportOf } from "@whileai/core";

/** What an eval set is good for. */
export type EvalPowerVerdict = "empty" | "floored" | "saturated" | "underpowered" | "usable";

/** Options of `evalPower`. */
export interface EvalPowerOptions {
  /** The gain to prove. Default 0.05. */
  readonly effect?: number | undefined;
  /** Default 0.8. */
  readonly power?: number | undefined;
  /** Default 0.05, two-sided. */
  readonly alpha?: number | undefined;
  /** Task rates, borders included, that count as neither solved nor hopeless. Default 0.2 to 0.8. */
  readonly band?: { readonly low: number; readonly high: number } | undefined;
}

/** The data of an {@link EvalPower}. */
export interface EvalPowerFields {
  readonly verdict: EvalPowerVerdict;
  /** The verdict's reason, as a sentence. */
  readonly reason: string;
  readonly effect: number;
  readonly nTasks: number;
  /** Graded rollouts. */
  readonly nRollouts: number;
  /** The smallest group; null without one. */
  readonly k: number | null;
  /** Mean task rate; null without one. */
  readonly base: number | null;
  /** Standard deviation of task rates. */
  readonly taskSpread: number | null;
  readonly band: { readonly low: number; readonly high: number };
  /** Tasks whose rate lies in the band. */
  readonly inBand: number;
  /** Tasks on which every rollout passed, and failed. */
  readonly tiedPass: number;
  readonly tiedFail: number;
  /** Tasks with one rollout. */
  readonly singleRollout: number;
  /** Standard deviation of one task's difference behind `nNeeded`. */
  readonly taskStd: number | null;
  /** The smallest gain this set shows; 0 where every task is tied the same way, null where no gain is enough. */
  readonly resolvable: number | null;
  /** Tasks that the gain needs, by `holdoutSize`'s two numbers. */
  readonly nNeeded: number | null;
  readonly nNeededForVerdict: number | null;
}

/** What `evalPower` gives. */
export type EvalPower = ReportOf<"eval_power", EvalPowerFields>;
