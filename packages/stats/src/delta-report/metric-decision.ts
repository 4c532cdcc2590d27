import type { CompareVerdict, TaskValueDifference } from "../compare/compare-runs-types.js";
import { reachesAlpha } from "../inference/reaches-alpha.js";
import type { TaskValues } from "../metric/task-values.js";
import type { DeltaMetric, DeltaVerdict, Direction, Sides } from "./delta-report-types.js";
import type { NoiseFloor } from "./noise-floor.js";

/** A metric's numbers and its verdict, before what they mean is put into words. */
export type DecidedMetric = Omit<DeltaMetric, "outcome" | "outcomeReason" | "whatWouldChangeIt">;

/** A verdict with better meaning a gain. */
export function gainVerdictOf(verdict: CompareVerdict, lowerIsBetter: boolean): CompareVerdict {
  if (!lowerIsBetter || (verdict !== "b_better" && verdict !== "a_better")) return verdict;
  return verdict === "b_better" ? "a_better" : "b_better";
}

/** The printed direction: capitals when the metric went the bad way. */
export function directionOf(gainVerdict: CompareVerdict, lowerIsBetter: boolean, withinNoise = false): Direction {
  if (gainVerdict === "insufficient_data") return "n/a";
  if (withinNoise) return "noise";
  if (gainVerdict === "no_difference_detected") return "flat";
  if (gainVerdict === "b_better") return lowerIsBetter ? "down" : "up";
  return lowerIsBetter ? "UP" : "DOWN";
}

/** What decides on a metric besides its difference. */
export interface DecisionFacts {
  readonly metric: string;
  readonly roles: DeltaMetric["roles"];
  readonly lowerIsBetter: boolean;
  readonly values: Sides<TaskValues>;
  /** The metric's re-run spread and its band; null without. */
  readonly noise: NoiseFloor | null;
  /** Whether any metric has a re-run spread. */
  readonly isReplicated: boolean;
  readonly adjustedPValue: number | null;
  readonly alpha: number;
}

function verdictOf(gainVerdict: CompareVerdict, withinNoise: boolean, hasFloor: boolean): DeltaVerdict {
  if (gainVerdict === "insufficient_data") return "insufficient_data";
  if (gainVerdict === "no_difference_detected") return "no_change_detected";
  if (withinNoise) return "within_eval_noise";
  if (gainVerdict === "a_better") return "moved_the_wrong_way";
  return hasFloor ? "moved" : "moved_unreplicated";
}

function isDegenerate({ before, after }: Sides<TaskValues>): boolean {
  const rows = before.nRows + after.nRows;
  const [low, high] = [before.lowest, after.lowest];
  return rows >= 2 && low !== null && low === high && before.highest === low && after.highest === low;
}

/** Decides on one metric. A wrong-way move needs no re-runs; a gain without them is only "moved_unreplicated". */
export function decideMetric(difference: TaskValueDifference, facts: DecisionFacts): DecidedMetric {
  const { metric, roles, lowerIsBetter, noise, adjustedPValue, alpha } = facts;
  const { delta, verdict } = difference;
  const isOverruled =
    adjustedPValue !== null && !reachesAlpha(adjustedPValue, alpha) && verdict !== "insufficient_data";
  const gainVerdict = isOverruled ? "no_difference_detected" : gainVerdictOf(verdict, lowerIsBetter);
  const withinNoise = noise !== null && delta !== null && Math.abs(delta) < noise.band;
  return {
    metric,
    roles,
    lowerIsBetter,
    ...difference,
    gainVerdict,
    deltaVerdict: verdictOf(gainVerdict, withinNoise, noise !== null),
    adjustedPValue,
    runStd: noise?.spread.std ?? null,
    runStdDf: noise?.spread.df ?? null,
    noiseBand: noise?.band ?? null,
    withinNoise,
    noiseNote: noise === null && facts.isReplicated ? "no_replicate_floor" : null,
    degenerate: isDegenerate(facts.values),
  };
}

/** Whether a metric got better, or worse, beyond noise. */
export const hasImproved = ({ gainVerdict, withinNoise }: DecidedMetric): boolean =>
  gainVerdict === "b_better" && !withinNoise;
export const hasSlipped = ({ gainVerdict, withinNoise }: DecidedMetric): boolean =>
  gainVerdict === "a_better" && !withinNoise;
