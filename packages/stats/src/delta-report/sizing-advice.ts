import type { TaskValueDifference } from "../compare/compare-runs-types.js";
import { isRate } from "../metric/is-rate.js";
import { MEAN_REWARD, PASS_AT_1 } from "../metric/metric-name.js";
import type { TaskValue, TaskValues } from "../metric/task-values.js";
import { plainDetectableEffect } from "../power/detectable-effect.js";
import { DEFAULT_BASE, neededErrors, plainTasks } from "../power/sizing-defaults.js";
import { uniformTaskStd } from "../power/task-std.js";
import type { Sides } from "./delta-report-types.js";

/** Fewer shared tasks with room than this, and less than this share of all: too few can still improve. Conventions. */
const FEWEST_WITH_ROOM = 20;
const LEAST_SHARE_WITH_ROOM = 0.5;

/** How large an effect the tasks can show, and how many tasks the seen one needs. */
export interface SizingAdvice {
  readonly ceiling: boolean;
  /** Shared tasks that can still improve. */
  readonly nWithRoom: number;
  readonly detectableEffect: number | null;
  readonly tasksNeeded: number | null;
  readonly tasksNeededSource: "rows" | "model" | null;
}

export const NO_ADVICE: SizingAdvice = {
  ceiling: false,
  nWithRoom: 0,
  detectableEffect: null,
  tasksNeeded: null,
  tasksNeededSource: null,
};

/** What the advice is formed from. */
export interface SizingFacts {
  readonly metric: string;
  readonly lowerIsBetter: boolean;
  readonly values: Sides<TaskValues>;
  readonly difference: TaskValueDifference;
  /** Rollouts a task. */
  readonly k: number;
  readonly alpha: number;
  readonly power: number;
  readonly ceilingPassRate: number;
}

/** Whether all values of both sides lie from 0 to 1. */
export const areRates = ({ before, after }: Sides<TaskValues>): boolean => isRate(before) && isRate(after);

/** The smallest true difference seen with the given power on these tasks; null where that is unknown. */
function detectable(facts: SizingFacts, base: number | null): number | null {
  const { metric, difference, k, alpha, power } = facts;
  const { paired, nPaired, standardError } = difference;
  const errors = neededErrors(alpha, power);
  if (metric === PASS_AT_1 && paired && base !== null) return plainDetectableEffect(nPaired, base, k, errors);
  return standardError ? errors * standardError : null;
}

function needed(facts: SizingFacts, base: number | null): Pick<SizingAdvice, "tasksNeeded" | "tasksNeededSource"> {
  const { difference, lowerIsBetter, ceilingPassRate, k, alpha, power } = facts;
  const { delta, standardError, nUsed, paired } = difference;
  const gain = (delta ?? 0) * (lowerIsBetter ? -1 : 1);
  const errors = neededErrors(alpha, power);
  if (!(gain > 0 && gain < 1) || base === null) return { tasksNeeded: null, tasksNeededSource: null };
  if (paired && standardError && base < ceilingPassRate)
    return { tasksNeeded: plainTasks(standardError * Math.sqrt(nUsed), gain, errors), tasksNeededSource: "rows" };
  // Rows with too little room say nothing about tasks that have some.
  const modelBase = base < ceilingPassRate ? base : DEFAULT_BASE;
  if (gain > 1 - modelBase) return { tasksNeeded: null, tasksNeededSource: null };
  return { tasksNeeded: plainTasks(uniformTaskStd(modelBase, gain, k), gain, errors), tasksNeededSource: "model" };
}

/** Sizing advice for one metric whose values lie from 0 to 1; for others only what their spread tells. */
export function sizingAdvice(facts: SizingFacts): SizingAdvice {
  const { metric, lowerIsBetter, values, difference, ceilingPassRate } = facts;
  if (!areRates(values)) return { ...NO_ADVICE, detectableEffect: detectable(facts, null) };
  const goodness = (rate: number) => (lowerIsBetter ? 1 - rate : rate);
  const meanBefore = difference.paired ? difference.meanASharedTasks : difference.meanA;
  const base = meanBefore === null ? null : goodness(meanBefore);
  const shared = [...values.before.perTask].filter(([task]) => values.after.perTask.has(task));
  const hasRoom = ([, { mean }]: readonly [string, TaskValue]) => goodness(mean) < 1;
  const nWithRoom = shared.filter(hasRoom).length;
  const isFew = nWithRoom < FEWEST_WITH_ROOM && nWithRoom < shared.length * LEAST_SHARE_WITH_ROOM;
  const isReward = metric === PASS_AT_1 || metric === MEAN_REWARD;
  return {
    // A marker that every reply has is as it should be; a pass rate without room is a test that is too easy.
    ceiling: isReward && base !== null && (base >= ceilingPassRate || isFew),
    nWithRoom,
    detectableEffect: detectable(facts, base),
    ...needed(facts, base),
  };
}
