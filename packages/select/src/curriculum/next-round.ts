import {
  checkOptions,
  countText,
  createReport,
  isRecord,
  type Note,
  OptionError,
  optionRule,
  percentText,
  type ReportOf,
  type RowLike,
  renderNotes,
} from "@whileai/core";
import { info, warning } from "../notes/note.js";
import { NO_RATE, outOfRangeNote } from "../notes/out-of-range-note.js";
import type { CarriedRate } from "../optimize/carried-rate.js";
import { promptSetSha, readPrior } from "../optimize/prior-round.js";
import { withRowErrors } from "../rows/with-row-errors.js";
import { taskOf } from "../signal/ask-key.js";
import { type Band, bandRule, DEFAULT_BAND } from "../signal/band.js";

/** Options of `nextRound`. */
export interface NextRoundOptions {
  /** Tasks to choose from: their keys, or rows that name them. Default: the tasks of the prior round. */
  tasks?: Iterable<string | number | RowLike> | undefined;
  /** Pass rates to train on, edges included. Default [0.2, 0.8]. */
  band?: Band | undefined;
}

/** How hard a task was in the prior round, in the form that rows carry as `calibration`. */
export interface PriorCalibration {
  readonly pass_rate: number;
  readonly n: number;
  readonly band: Band;
}

/** A task of the next round; without a calibration when the prior round says nothing about it. */
export interface NextTask {
  readonly taskId: string;
  readonly calibration: PriorCalibration | null;
}

/** The fields of a plan for the next round. */
export interface NextRoundFields {
  readonly nTasks: number;
  readonly nKept: number;
  readonly nSolved: number;
  readonly nUnsolved: number;
  readonly nUnknown: number;
  /** Entries of the prior round that are no rows. */
  readonly nSkipped: number;
  readonly band: Band;
  /** Tasks of the next round in the order given: those in band, and those nothing is known of. */
  readonly tasks: readonly NextTask[];
  /** Tasks that passed more often than the band. */
  readonly solved: readonly string[];
  /** Tasks that passed less often than the band. */
  readonly unsolved: readonly string[];
  /** Tasks without a pass rate; they are among `tasks`. */
  readonly unknown: readonly string[];
  /** Of those, tasks with a reward below 0 or above 1 in the prior round: their other rewards alone are no rate. */
  readonly outOfRange: readonly string[];
  /** Rewards of the prior round below 0 or above 1. */
  readonly nOutOfRange: number;
  /** Policies that the prior round ran. */
  readonly fromPolicy: readonly string[];
  /** 16 hex digits over the keys of `tasks`: equal for equal sets of prompts. */
  readonly promptSetSha: string;
}

/** What `nextRound` gives back. */
export type NextRoundPlan = ReportOf<"next_round", NextRoundFields>;

/**
 * Which tasks to run next, by how often they passed in a prior round: tasks inside the band are kept, solved and unsolved
 * ones are not (those that always or never passed among them), and tasks without a pass rate are kept as unknown. A pass
 * rate comes from graded rollouts, else from one that a row carries (`pass_rate` with `n`, also under `calibration`).
 *
 * @param prior - Rows of the prior round.
 * @throws OptionError for an unknown option, or a band that is not [low, high] with low < high.
 *
 * @example
 * nextRound([{ task_id: "a", reward: 1 }, { task_id: "a", reward: 0 }]).tasks.map((task) => task.taskId); // ["a"]
 */
export function nextRound(prior: Iterable<RowLike>, options: NextRoundOptions = {}): NextRoundPlan {
  checkOptions("nextRound", options, { tasks: iterable, band: strictBandRule });
  const band = options.band ?? DEFAULT_BAND;
  const { summary, rates, verdictOf } = withRowErrors("nextRound", prior, (rows) => readPrior(rows, band), {
    once: true,
  });
  const candidates =
    options.tasks === undefined
      ? [...rates.keys()]
      : withRowErrors("nextRound, `tasks`", options.tasks as Iterable<RowLike>, taskKeys, { once: true });
  const verdicts = candidates.map((taskId) => ({ taskId, verdict: verdictOf(taskId) }));
  const keysOf = (verdict: string) => verdicts.filter((task) => task.verdict === verdict).map((task) => task.taskId);
  const [solved, unsolved, unknown] = [keysOf("solved"), keysOf("unsolved"), keysOf("unknown")];
  const isOutOfRange = new Set(summary.outOfRange);
  const kept = verdicts.filter(({ verdict }) => verdict === "kept" || verdict === "unknown");
  const fields = {
    nTasks: candidates.length,
    nKept: kept.length - unknown.length,
    nSolved: solved.length,
    nUnsolved: unsolved.length,
    nUnknown: unknown.length,
    nSkipped: summary.nSkipped,
    band,
    tasks: kept.map(({ taskId }) => ({ taskId, calibration: calibrationOf(rates.get(taskId) ?? null, band) })),
    solved,
    unsolved,
    unknown,
    outOfRange: unknown.filter((taskId) => isOutOfRange.has(taskId)),
    nOutOfRange: summary.nOutOfRange,
    fromPolicy: summary.fromPolicy,
    promptSetSha: promptSetSha(kept.map(({ taskId }) => taskId)),
  };
  return createReport("next_round", fields, planNotes(fields), render);
}

const iterable = (value: unknown) =>
  typeof value === "object" && value !== null && Symbol.iterator in value ? undefined : "a list of task keys or rows";

/** A band of no width would keep next to nothing. */
const strictBandRule = (value: unknown) => {
  const [low, high] = bandRule(value) === undefined ? (value as Band) : [1, 0];
  return low < high ? undefined : "two different shares between 0 and 1, the lower one first, such as [0.2, 0.8]";
};

/** The keys of the tasks, each once. */
function taskKeys(tasks: Iterable<unknown>): string[] {
  const keys = new Set<string>();
  let index = -1;
  for (const task of tasks) {
    index++;
    const key = isRecord(task) ? taskOf(task) : Number.isFinite(task) ? String(task) : task;
    if (typeof key !== "string" || optionRule.notBlank(key) !== undefined)
      throw new OptionError({
        option: "tasks",
        received: task,
        message: `nextRound: \`tasks[${index}]\` names no task.`,
        fix: "Give task keys, or rows with a scenario_id, a task_id or a prompt.",
      });
    keys.add(key);
  }
  return [...keys];
}

function calibrationOf(rate: CarriedRate | null, band: Band): PriorCalibration | null {
  return rate === null ? null : { pass_rate: rate.passRate, n: rate.n, band };
}

function planNotes(fields: NextRoundFields): Note[] {
  return [
    outOfRangeNote(
      fields.nOutOfRange,
      fields.outOfRange.length === 0
        ? NO_RATE
        : `${countText(fields.outOfRange.length, "task has no pass rate and is", "tasks have no pass rate and are")} kept`,
    ),
    fields.nUnknown > 0 &&
      info(
        "unknown_tasks",
        `${countText(fields.nUnknown, "task without a pass rate is", "tasks without a pass rate are")} kept.`,
      ),
    fields.nSkipped > 0 &&
      warning(
        "skipped_entries",
        `${countText(fields.nSkipped, "entry of the prior round is no row and was", "entries of the prior round are no rows and were")} left out.`,
      ),
    fields.nTasks > 0 &&
      fields.tasks.length === 0 &&
      warning("nothing_left", "No task is left for the next round.", "Add new tasks, or widen the band."),
  ].filter((note) => note !== false);
}

function render(plan: NextRoundPlan): string {
  const [low, high] = plan.band;
  return [
    `next round: ${plan.tasks.length} of ${countText(plan.nTasks, "task")} (in band ${plan.nKept}, unknown ${plan.nUnknown})`,
    `  band ${percentText(low)}..${percentText(high)} pass rate: ${plan.nSolved} solved and ${plan.nUnsolved} unsolved dropped`,
    `  prompt set ${plan.promptSetSha}`,
    ...renderNotes(plan.notes),
  ].join("\n");
}
