import {
  checkOptions,
  createReport,
  MIN_INTERVAL_VALUES,
  mean,
  type OptionRules,
  optionRule,
  type RowLike,
  resamplingRules,
} from "@whileai/core";
import { byCluster, clusterValues } from "../inference/cluster-values.js";
import { notesLine } from "../notes/note-parts.js";
import { clustersOf, estimateKWay, type TaskOutcome } from "./estimate-k-way.js";
import { groupKWay } from "./group-k-way.js";
import { INTERVAL_METHODS, meanInterval } from "./mean-interval.js";
import { passAtLine } from "./pass-at-line.js";
import { passAtNotes } from "./pass-at-notes.js";
import type { PassAt, PassAtFields, PassAtOptions } from "./pass-at-types.js";
import { recommendedInterval } from "./recommended-interval.js";
import { RowTally } from "./row-tally.js";
import type { RolloutSum } from "./task-tallies.js";
import { worstCase } from "./worst-case.js";

/** Below this k, pass^k and pass@k say little more than pass@1. Convention. */
const DEFAULT_MIN_K = 4;
const DEFAULT_SEED = 0;

const OPTIONS: OptionRules = /* @__PURE__ */ (() => ({
  k: optionRule.integer(1),
  minK: optionRule.integer(0),
  unanimousShort: optionRule.flag,
  interval: optionRule.either(optionRule.oneOf(INTERVAL_METHODS), optionRule.callable),
  clusterBy: optionRule.either(optionRule.text, optionRule.callable),
  seed: resamplingRules.seed,
}))();

/** Takes rows one at a time and reports on all of them at any moment. */
export interface PassAtAccumulator {
  /** Counts one row; anything that is not a row is skipped and counted. */
  add(row: RowLike): PassAtAccumulator;
  report(): PassAt;
}

/** The k-way part of a report, whichever way it was obtained. */
type KWayFields = Pick<
  PassAtFields,
  | "passPowK"
  | "passAtK"
  | "headroom"
  | "headroomAllTasks"
  | "nGroupsAtK"
  | "nGroupsImputed"
  | "passPowKCi95"
  | "passAtKCi95"
  | "headroomCi95"
  | "estimate"
>;

const NO_K_WAY: KWayFields = {
  passPowK: null,
  passAtK: null,
  headroom: null,
  headroomAllTasks: null,
  nGroupsAtK: 0,
  nGroupsImputed: 0,
  passPowKCi95: null,
  passAtKCi95: null,
  headroomCi95: null,
  estimate: null,
};

/** Smallest and largest group of at least two; infinity and 0 when there is none. */
function groupSizes(tasks: readonly TaskOutcome[]): { smallest: number; largest: number } {
  let [smallest, largest] = [Number.POSITIVE_INFINITY, 0];
  for (const { rollouts } of tasks) {
    if (rollouts < 2) continue;
    smallest = Math.min(smallest, rollouts);
    largest = Math.max(largest, rollouts);
  }
  return { smallest, largest };
}

const clusterCount = (tasks: readonly TaskOutcome[]): number => byCluster(clustersOf(tasks), (index) => index).length;

/**
 * `passAt` for rows that do not fit in memory or arrive over time: memory grows with the number of tasks, not of rows.
 *
 * Throws an `OptionError` for an unknown option or a bad value, before any row is read.
 *
 * @example
 * const tally = createPassAt({ k: 4 });
 * for await (const row of readRows("runs/today/rows.jsonl")) tally.add(row);
 * console.log(`${tally.report()}`);
 */
export function createPassAt(options: PassAtOptions = {}): PassAtAccumulator {
  checkOptions("passAt", options, OPTIONS);
  const { minK = DEFAULT_MIN_K, unanimousShort = false, interval = "exact", clusterBy, seed = DEFAULT_SEED } = options;
  const tally = new RowTally(clusterBy);
  const { keys } = tally.tasks;
  const independent = (tasks: readonly TaskOutcome[], values: Float64Array): Float64Array =>
    clusterBy === undefined ? values : Float64Array.from(clusterValues(clustersOf(tasks), values));
  const intervalOf = (tasks: readonly TaskOutcome[], values: Float64Array, method = interval, isShare = true) =>
    meanInterval(independent(tasks, values), method, isShare);

  function kWayFields(tasks: readonly TaskOutcome[], k: number, passAt1: number | null): KWayFields {
    if (k < minK) return NO_K_WAY;
    if (tally.planK > 0) {
      const estimate = estimateKWay(tasks, { k, seed, withIntervals: clusterCount(tasks) >= MIN_INTERVAL_VALUES });
      if (estimate === null) return NO_K_WAY;
      const { passPowK, passAtK, passPowKCi95, passAtKCi95, headroomCi95 } = estimate;
      const headroom = passAt1 === null ? null : passAtK - passAt1;
      return {
        ...NO_K_WAY,
        ...{ passPowK, passAtK, headroom, headroomAllTasks: headroom },
        ...{ passPowKCi95, passAtKCi95, headroomCi95, estimate },
        nGroupsAtK: tasks.filter(({ rollouts }) => rollouts >= k).length,
      };
    }
    const groups = groupKWay(tasks, k, unanimousShort);
    const passAtK = mean(groups.passAtK);
    if (passAtK === null) return NO_K_WAY;
    return {
      passPowK: mean(groups.passPowK),
      passAtK,
      headroom: mean(groups.headroom),
      headroomAllTasks: passAt1 === null ? null : passAtK - passAt1,
      nGroupsAtK: groups.passAtK.length,
      nGroupsImputed: groups.nGroupsImputed,
      passPowKCi95: intervalOf(groups.tasks, groups.passPowK),
      passAtKCi95: intervalOf(groups.tasks, groups.passAtK),
      headroomCi95: intervalOf(groups.tasks, groups.headroom),
      estimate: null,
    };
  }

  /** The mean of each task that has one and, where clusters count, what these tasks showed. */
  function taskMeans(sumOf: (task: number) => RolloutSum): { tasks: TaskOutcome[]; means: Float64Array } {
    const tasks: TaskOutcome[] = [];
    const means = new Float64Array(keys.length);
    let nTasks = 0;
    for (const task of keys.keys()) {
      const { sum, count } = sumOf(task);
      if (count === 0) continue;
      means[nTasks++] = sum / count;
      if (clusterBy !== undefined) tasks.push(tally.outcome(task));
    }
    return { tasks, means: means.subarray(0, nTasks) };
  }

  // Tasks may be millions: each part of a report drops its lists of values before the next one makes its own.

  function passFields() {
    const { tasks, means } = taskMeans((task) => tally.tasks.passSum(task));
    const smallSampleCi95 = recommendedInterval(independent(tasks, means));
    return { passAt1: mean(means), ci95: intervalOf(tasks, means), smallSampleCi95 };
  }

  function rewardFields() {
    const { tasks, means } = taskMeans((task) => tally.tasks.rewardSum(task));
    const areShares = means.every((reward) => reward >= 0 && reward <= 1);
    const meanRewardCi95 = intervalOf(tasks, means, areShares ? "recommended" : "t", areShares);
    return { meanReward: mean(means), meanRewardCi95 };
  }

  function report(): PassAt {
    const tasks: TaskOutcome[] = [];
    for (const task of keys.keys()) if (tally.tasks.rollouts(task) > 0) tasks.push(tally.outcome(task));
    const { passAt1, ...intervals } = passFields();
    const sizes = groupSizes(tasks);
    const k = options.k ?? (tally.planK || (sizes.largest && sizes.smallest) || 1);
    const fields: PassAtFields = {
      k,
      passAt1,
      ...kWayFields(tasks, k, passAt1),
      nGroups: tasks.length,
      ...tally.counts,
      nContradicting: tally.tasks.nContradicting,
      nClusters: clusterBy === undefined ? null : clusterCount(tasks),
      ...rewardFields(),
      worstCase: worstCase(tally.tasks),
      perTask: tally.tasks.passRates(),
      note: null,
      ...intervals,
      config: tally.config.config(tasks.length, k),
    };
    const notes = passAtNotes(fields, {
      tally,
      minK,
      kGiven: options.k !== undefined,
      sizes,
      unanimousShort,
      nWithoutProbe: tasks.length - fields.perTask.size,
      nWithoutCluster: clusterBy === undefined ? 0 : tasks.filter(({ cluster }) => cluster === null).length,
    });
    return createReport("pass_at", { ...fields, note: notesLine(notes) }, notes, passAtLine);
  }

  const accumulator: PassAtAccumulator = {
    add(row) {
      tally.add(row);
      return accumulator;
    },
    report,
  };
  return accumulator;
}
