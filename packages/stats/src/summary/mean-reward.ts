import {
  checkOptions,
  createReport,
  DEFAULT_LEVEL,
  exactBootstrapMean,
  fixedText,
  type Interval,
  isRecord,
  MIN_INTERVAL_VALUES,
  mean,
  type Note,
  openShare,
  optionRule,
  type ReportOf,
  type Row,
  renderNotes,
  requireRows,
  tQuantile,
} from "@whileai/core";
import { MEAN_REWARD } from "../metric/metric-name.js";
import { type TaskValues, taskValues } from "../metric/task-values.js";
import { sampleStd } from "../power/task-std.js";
import { STEP_REDUCTIONS, type StepReduction, stepRewards, withStepReward } from "./step-rewards.js";

/** Below this many tasks the bootstrap interval is too narrow and Student's is the one to read. Hesterberg 2015. */
const FEW_TASKS = 20;
const DIGITS = 3;

/** Options of {@link meanReward}. */
export interface MeanRewardOptions {
  /** Read `steps[].reward` in place of the row's `reward`, and make one number of a rollout's step rewards so. */
  readonly steps?: StepReduction | undefined;
  /** Default 0.95. */
  readonly level?: number | undefined;
}

/** The data of a {@link MeanReward}. */
export interface MeanRewardFields {
  /** Mean of task means; null without a readable reward. */
  readonly meanReward: number | null;
  /** Exact bootstrap interval over tasks; null below three tasks and when all rewards are equal. */
  readonly interval: Interval | null;
  /** Student's t interval over task means: the one to read for few tasks. */
  readonly tInterval: Interval | null;
  readonly level: number;
  /** What was read: the row's reward, or step rewards reduced to their mean, sum or last. */
  readonly source: "row" | StepReduction;
  readonly nTasks: number;
  /** Rows with a readable reward. */
  readonly nRows: number;
  /** Rows without one (null, text, NaN), and entries that are not rows. */
  readonly nSkipped: number;
  readonly nDuplicates: number;
  /** Rows whose reward is neither 0 nor 1: what `passAt` leaves out. */
  readonly nFractional: number;
  readonly lowest: number | null;
  readonly highest: number | null;
  /** Standard deviation of task means. */
  readonly taskStd: number | null;
  /** Steps with a reward, and steps of the agent without one beside them; 0 when the row's reward was read. */
  readonly nRewardedSteps: number;
  readonly nUnrewardedSteps: number;
  readonly perTask: ReadonlyMap<string, number>;
}

/** What {@link meanReward} gives. */
export type MeanReward = ReportOf<"mean_reward", MeanRewardFields>;

const count = (number: number, one: string): string => `${number} ${one}${number === 1 ? "" : "s"}`;

function spreadNotes({ nRows, nTasks, lowest, highest }: MeanRewardFields): Note[] {
  const notes: Note[] = [];
  if (nRows >= 2 && lowest === highest)
    notes.push({
      code: "degenerate",
      severity: "warning",
      message: `all ${nRows} rewards are ${lowest}: nothing separates the tasks, and no interval is given.`,
      fix: "Check the judge on rows that must differ.",
    });
  if (nRows > 0 && nTasks < MIN_INTERVAL_VALUES)
    notes.push({
      code: "no_interval",
      severity: "info",
      message: `${count(nTasks, "task")}, and an interval needs ${MIN_INTERVAL_VALUES}.`,
    });
  else if (nTasks < FEW_TASKS && lowest !== highest)
    notes.push({
      code: "few_tasks",
      severity: "info",
      message: `${nTasks} tasks: read the wider of the two intervals.`,
    });
  if (lowest !== null && highest !== null && (lowest < 0 || highest > 1))
    notes.push({
      code: "outside_unit",
      severity: "info",
      message: `rewards run from ${fixedText(lowest, DIGITS)} to ${fixedText(highest, DIGITS)}, not from 0 to 1.`,
    });
  return notes;
}

function notesOf(fields: MeanRewardFields, nRowsWithStepRewards: number): Note[] {
  const { source, nRows, nDuplicates, nRewardedSteps, nUnrewardedSteps } = fields;
  const notes: Note[] = [];
  if (nRows === 0)
    notes.push({
      code: "not_graded",
      severity: "error",
      message: source === "row" ? "no row has a numeric `reward`." : "no step has a numeric `reward`.",
      fix:
        source === "row" && nRowsWithStepRewards > 0
          ? 'Steps have rewards: read them with `steps: "mean"`, "sum" or "last".'
          : "Grade the rows first.",
    });
  else if (source === "row" && nRowsWithStepRewards > 0)
    notes.push({
      code: "step_rewards_unread",
      severity: "info",
      message: `${count(nRowsWithStepRewards, "row")} with rewards on steps, which \`steps\` reads.`,
    });
  notes.push(...spreadNotes(fields));
  if (nUnrewardedSteps > 0)
    notes.push({
      code: "unrewarded_steps",
      severity: "info",
      message: `${nUnrewardedSteps} of ${nUnrewardedSteps + nRewardedSteps} steps have no reward and count as none, not as 0.`,
    });
  if (nDuplicates > 0)
    notes.push({
      code: "duplicate_rollouts",
      severity: "warning",
      message: `${count(nDuplicates, "row")} repeating a task's rollout_index left out.`,
      fix: "Stamp `lineage.eval_run` when the same tasks were run again.",
    });
  return notes;
}

const band = (interval: Interval | null): string =>
  interval === null ? "" : `[${fixedText(interval.low, DIGITS)}..${fixedText(interval.high, DIGITS)}]`;

function meanRewardText(report: MeanReward): string {
  const { meanReward: value, interval, tInterval, nTasks, nRows, source, nFractional, nSkipped } = report;
  const what = source === "row" ? "mean reward" : `mean reward (${source} over steps)`;
  const head = `${what} ${value === null ? "n/a" : fixedText(value, DIGITS)} ${band(interval)}`.trimEnd();
  const t = tInterval === null ? "" : `, t interval ${band(tInterval)}`;
  const parts = [count(nTasks, "task"), count(nRows, "row")];
  if (nFractional > 0) parts.push(`${nFractional} neither 0 nor 1`);
  if (nSkipped > 0) parts.push(`${count(nSkipped, "row")} without a reward`);
  return [`${head}${t} (${parts.join(", ")})`, ...renderNotes(report.notes)].join("\n");
}

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
  const exact = exactBootstrapMean(means, { level });
  const centre = mean(means) as number;
  const half = (tQuantile(means.length - 1, { level }) * sampleStd(means)) / Math.sqrt(means.length);
  return {
    interval: exact && { low: exact.low, high: exact.high },
    tInterval: { low: centre - half, high: centre + half },
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
export function meanReward(rows: Iterable<Row>, options: MeanRewardOptions = {}): MeanReward {
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
    nFractional: values.nRows - values.nAtZero - values.nAtOne,
    lowest: values.lowest,
    highest: values.highest,
    taskStd: means.length < 2 ? null : sampleStd(means),
    nRewardedSteps: read.nRewardedSteps,
    nUnrewardedSteps: read.nUnrewardedSteps,
    perTask,
  };
  return createReport("mean_reward", fields, notesOf(fields, read.nRowsWithStepRewards), meanRewardText);
}
