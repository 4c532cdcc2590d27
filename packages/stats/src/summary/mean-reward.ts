import {
  checkOptions,
  createReport,
  DEFAULT_LEVEL,
  exactBootstrapMean,
  isRecord,
  MIN_INTERVAL_VALUES,
  mean,
  openShare,
  optionRule,
  type Row,
  type RowLike,
  requireRows,
} from "@whileai/core";
import { intervalEnds } from "../inference/interval-ends.js";
import { sampleMoments } from "../inference/sample-moments.js";
import { pairedT } from "../inference/t-difference.js";
import { MEAN_REWARD } from "../metric/metric-name.js";
import { type TaskValues, taskValues } from "../metric/task-values.js";
import { meanRewardNotes } from "./mean-reward-notes.js";
import { meanRewardText } from "./mean-reward-text.js";
import type { MeanReward, MeanRewardFields, MeanRewardOptions } from "./mean-reward-types.js";
import { STEP_REDUCTIONS, type StepReduction, stepRewards, withStepReward } from "./step-rewards.js";

/** What a pass over the rows found about steps, beside the rows to read. */
interface ReadSteps {
  readonly rows: readonly Row[];
  readonly nRowsWithStepRewards: number;
  readonly nRewardedSteps: number;
  readonly nUnrewardedSteps: number;
}

function readSteps(rows: Iterable<Row>, reduction: StepReduction | undefined): ReadSteps {
  const read: Row[] = [];
  let [nRowsWithStepRewards, nRewardedSteps, nUnrewardedSteps] = [0, 0, 0];
  for (const row of rows) {
    const { rewards, nUnrewarded } = stepRewards(row);
    if (rewards.length > 0) nRowsWithStepRewards++;
    if (reduction !== undefined) {
      nRewardedSteps += rewards.length;
      nUnrewardedSteps += nUnrewarded;
    }
    read.push(reduction === undefined || !isRecord(row) ? row : withStepReward(row, rewards, reduction));
  }
  return { rows: read, nRowsWithStepRewards, nRewardedSteps, nUnrewardedSteps };
}

function intervals(values: TaskValues, means: readonly number[], level: number) {
  const none = { interval: null, tInterval: null };
  if (means.length < MIN_INTERVAL_VALUES || values.lowest === values.highest) return none;
  return {
    interval: intervalEnds(exactBootstrapMean(means, { level })),
    tInterval: intervalEnds(pairedT(means, level)),
  };
}

/**
 * The mean reward of a run, for rewards that are fractions or lie on steps: the mean over tasks of each task's mean
 * reward, with two intervals over tasks (exact percentile bootstrap, and Student's t for few tasks).
 *
 * `passAt` reads rewards of 0 and 1 only; this reads any finite number (booleans as 0 and 1). Rows without a reward are
 * left out and counted, never read as 0. With `steps` it reads `steps[].reward`: their mean, their sum (the undiscounted
 * return) or the last one of each rollout. Runs that probed tasks and filled some are read from their probe rollouts. The
 * mean of a rubric says nothing about its scale: 0.7 may be good or bad. Miller 2024, arXiv:2411.00640; Hesterberg 2015.
 *
 * Throws an `OptionError` for an unknown option, a bad value, or something that is not a list of rows.
 *
 * @example
 * const report = meanReward([{ scenario_id: "a", reward: 0.5 }, { scenario_id: "b", reward: 0.8 }]);
 * report.meanReward; // 0.65
 */
export function meanReward(rows: Iterable<RowLike>, options: MeanRewardOptions = {}): MeanReward {
  checkOptions("meanReward", options, { steps: optionRule.oneOf(STEP_REDUCTIONS), level: openShare });
  const { steps: reduction, level = DEFAULT_LEVEL } = options;
  const read = readSteps(requireRows("meanReward", rows), reduction);
  const values = taskValues(read.rows, MEAN_REWARD);
  const perTask = new Map([...values.perTask].map(([task, value]) => [task, value.mean]));
  const means = [...perTask.values()];
  const fields: MeanRewardFields = {
    meanReward: mean(means),
    ...intervals(values, means, level),
    level,
    source: reduction ?? "row",
    nTasks: means.length,
    nRows: values.nRows,
    nSkipped: values.nSkipped + values.nNotRows,
    nDuplicates: values.nDuplicates,
    nContradicting: values.nContradicting,
    nFractional: values.nRows - values.nAtZero - values.nAtOne,
    lowest: values.lowest,
    highest: values.highest,
    taskStd: means.length < 2 ? null : Math.sqrt(sampleMoments(means).variance),
    nRewardedSteps: read.nRewardedSteps,
    nUnrewardedSteps: read.nUnrewardedSteps,
    perTask,
  };
  return createReport("mean_reward", fields, meanRewardNotes(fields, read.nRowsWithStepRewards), meanRewardText);
}
