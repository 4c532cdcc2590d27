import { bootstrapInterval } from "@whileai/core";
import type { EvalScores } from "./eval-scores.js";
import { gainBetween, SHARED_TASKS, sharedGains } from "./gain-interval.js";
import type { EvalComparison } from "./monitor-entry.js";

/** Resamples behind the interval of the unseen score's gain. Convention. */
const DRAWS = 500;
/** Level of that interval. Convention. */
const GOLD_LEVEL = 0.95;

/** An eval that later ones are compared with. */
export interface PastEval {
  readonly step: number;
  readonly scores: EvalScores;
}

/**
 * How an eval stands to an earlier one.
 *
 * @param excessLevel - Two-sided level of the interval that divergence is decided by.
 */
export function compareEvals(
  past: PastEval,
  now: EvalScores,
  excessLevel: number,
  seed: number | string,
): EvalComparison {
  const then = past.scores;
  const gold = gainBetween(then.goldByTask, now.goldByTask, GOLD_LEVEL);
  const shared = sharedGains(then.goldByTask, now.goldByTask);
  const resampled =
    shared.length >= SHARED_TASKS ? bootstrapInterval(shared, { draws: DRAWS, level: GOLD_LEVEL, seed }) : null;
  return {
    since: past.step,
    proxyGain: difference(now.proxy, then.proxy),
    goldGain: difference(now.gold, then.gold),
    goldInterval: resampled ?? gold?.interval ?? null,
    excess: gainBetween(then.excessByTask, now.excessByTask, excessLevel),
    lengthGrowth: now.length === null || then.length === null ? null : growth(now.length, then.length),
  };
}

function difference(now: number | null, then: number | null): number | null {
  return now === null || then === null ? null : now - then;
}

/** Growth from nothing is measured from one character. */
function growth(now: number, then: number): number {
  return (now - then) / Math.max(then, 1);
}
