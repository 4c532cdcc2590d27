import { normalQuantile } from "@whileai/core";
import { gainInterval } from "../compare/gain-interval.js";
import { judgeMargin } from "../inference/non-inferiority.js";
import { plainDetectableEffect } from "../power/detectable-effect.js";
import { neededErrors } from "../power/sizing-defaults.js";
import { sliceMinTasks } from "../power/slice-min-tasks.js";
import type { GuardResult, GuardStatus } from "./delta-report-types.js";
import { type DecidedMetric, hasSlipped } from "./metric-decision.js";
import { areRates, type SizingFacts } from "./sizing-advice.js";

/** What a guard is judged by. */
export interface GuardFacts {
  readonly metric: string;
  /** The guarded metric; null when one side's rows do not carry it. */
  readonly decided: DecidedMetric | null;
  readonly margin: number | null;
  /** The drop that the guard should be able to see. */
  readonly guardDrop: number;
  readonly sizing: SizingFacts | null;
}

/** Whether there are tasks enough for any p-value to reach alpha. */
const canFail = ({ nUsed }: DecidedMetric, { alpha }: SizingFacts): boolean => nUsed >= sliceMinTasks(alpha);

/** The smallest drop seen beyond chance over tasks; null where that is unknown. */
function dropOverTasks({ standardError, paired, nPaired, meanA }: DecidedMetric, sizing: SizingFacts): number | null {
  const errors = neededErrors(sizing.alpha, sizing.power);
  if (standardError) return errors * standardError;
  // Nothing differed. A drop from p is the mirror image of a gain from 1 - p.
  if (!paired || meanA === null || !areRates(sizing.values)) return null;
  return plainDetectableEffect(nPaired, sizing.lowerIsBetter ? meanA : 1 - meanA, sizing.k, errors);
}

/** The smallest drop that would have been seen: beyond chance over tasks, and beyond the noise of re-runs. */
function detectableDrop(decided: DecidedMetric, sizing: SizingFacts): number | null {
  const { noiseBand, standardError } = decided;
  const overTasks = canFail(decided, sizing) ? dropOverTasks(decided, sizing) : null;
  if (overTasks === null) return null;
  const overRuns = noiseBand === null ? 0 : noiseBand + normalQuantile(sizing.power) * (standardError ?? 0);
  return Math.max(overTasks, overRuns);
}

function statusOf(decided: DecidedMetric, margin: number | null, isShown: boolean): GuardStatus {
  if (decided.deltaVerdict === "insufficient_data") return "not measured";
  if (margin !== null && isShown) return "held";
  if (hasSlipped(decided)) return "regressed";
  return margin === null ? "held" : "not shown";
}

/**
 * Judges one guard. Without a margin it fails on a significant drop beyond noise, and `blind` says whether it could have
 * seen one; with a margin it passes only when a larger loss is ruled out (`nonInferiority`).
 */
export function judgeGuard({ metric, decided, margin, guardDrop, sizing }: GuardFacts): GuardResult {
  if (decided === null || sizing === null)
    return { metric, status: "not measured", margin, worstCase: null, detectableDrop: null, blind: true };
  const gain = gainInterval(decided.ci95, decided.lowerIsBetter);
  const { outcome, worstCase } = judgeMargin(gain, margin ?? 0);
  const drop = detectableDrop(decided, sizing);
  return {
    metric,
    status: statusOf(decided, margin, outcome === "shown"),
    margin,
    worstCase,
    detectableDrop: drop,
    blind: margin === null && (drop === null || drop > guardDrop),
  };
}
