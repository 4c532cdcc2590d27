import { countText, createReport, fixedText, type Note, type ReportOf, type RowLike, renderNotes } from "@whileai/core";
import { info, warning } from "../notes/note.js";
import { outOfRangeNote } from "../notes/out-of-range-note.js";
import { skippedNote } from "../notes/row-notes.js";
import { compareText } from "../optimize/compare-text.js";
import { withRowErrors } from "../rows/with-row-errors.js";
import { type Band, inBand } from "../signal/band.js";
import { type CurriculumOptions, type CurriculumSettings, curriculumSettings } from "./curriculum-options.js";
import { type TaskRate, type TaskRates, taskRates } from "./task-rates.js";
import { comparedRate, standingOf, type TaskStanding } from "./task-standing.js";

/** One task of a curriculum. */
export interface CurriculumTask {
  readonly taskId: string;
  /** Graded rollouts. */
  readonly n: number;
  /** Mean reward; null when none is graded, and beside rewards below 0 or above 1. */
  readonly passRate: number | null;
}

/** A task that is worth training on, with its place. */
export interface TrainableTask extends CurriculumTask {
  readonly passRate: number;
  readonly inBand: boolean;
  /** Step of the schedule, from 1. */
  readonly tier: number;
}

/** The fields of a curriculum. */
export interface CurriculumFields {
  readonly nTasks: number;
  readonly nTrainable: number;
  readonly nSolved: number;
  readonly nNotReady: number;
  readonly nThin: number;
  /** Tasks without a pass rate because a reward of theirs lies below 0 or above 1. */
  readonly nOutOfRange: number;
  /** Trainable tasks inside the band. */
  readonly nInBand: number;
  /** Rows without a usable reward. */
  readonly nUngraded: number;
  /** Of those, rows with a reward below 0 or above 1. */
  readonly nRowsOutOfRange: number;
  /** Entries that are no rows. */
  readonly nSkipped: number;
  readonly solved: number;
  readonly floor: number;
  readonly band: Band;
  readonly minRollouts: number;
  /** The trainable tasks, easy first. */
  readonly schedule: readonly string[];
  readonly trainable: readonly TrainableTask[];
  /** Solved tasks. */
  readonly retired: readonly CurriculumTask[];
  readonly notReady: readonly CurriculumTask[];
  /** Tasks with too few graded rollouts to judge. */
  readonly thin: readonly CurriculumTask[];
  /** Tasks with a reward below 0 or above 1: their other rewards alone would call them out of reach. */
  readonly outOfRange: readonly CurriculumTask[];
  /** The schedule in steps. */
  readonly tiers: readonly (readonly string[])[];
}

/** What `curriculum` gives back. */
export type CurriculumReport = ReportOf<"curriculum", CurriculumFields>;

/**
 * Orders graded tasks from easy to hard: solved tasks are retired, tasks below the floor wait, the rest is scheduled
 * easy first and cut into steps of equal size.
 *
 * @param rows - Graded rollouts; rewards may be fractions.
 * @throws OptionError for an unknown option, a bad value, or a floor above `solved`.
 *
 * @example
 * curriculum([{ task_id: "a", reward: 1 }, { task_id: "a", reward: 0 }]).schedule; // ["a"]
 */
export function curriculum(rows: Iterable<RowLike>, options: CurriculumOptions = {}): CurriculumReport {
  const settings = curriculumSettings(options);
  const rates = withRowErrors("curriculum", rows, taskRates, { once: true });
  const fields = curriculumFields(rates, settings);
  return createReport("curriculum", fields, curriculumNotes(fields), render);
}

function curriculumFields({ tasks, nUngraded, nSkipped }: TaskRates, settings: CurriculumSettings): CurriculumFields {
  const standing = new Map<TaskStanding, [string, TaskRate][]>();
  for (const entry of tasks) {
    const place = standingOf(entry[1], settings);
    const peers = standing.get(place);
    if (peers) peers.push(entry);
    else standing.set(place, [entry]);
  }
  const listed = (place: TaskStanding): CurriculumTask[] =>
    (standing.get(place) ?? [])
      .map(([taskId, { n, passRate }]) => ({ taskId, n, passRate }))
      .sort((left, right) => compareText(left.taskId, right.taskId));
  const ranked = listed("trainable").sort((left, right) => rateOf(right) - rateOf(left));
  const perTier = ranked.length / settings.tiers;
  const trainable = ranked.map((task, index) => ({
    ...task,
    passRate: task.passRate as number,
    inBand: inBand(rateOf(task), settings.band),
    tier: Math.min(settings.tiers - 1, Math.floor(index / perTier)) + 1,
  }));
  const [retired, notReady, thin] = [listed("solved"), listed("not_ready"), listed("thin")];
  const outOfRange = listed("out_of_range");
  return {
    nTasks: tasks.size,
    nTrainable: trainable.length,
    nSolved: retired.length,
    nNotReady: notReady.length,
    nThin: thin.length,
    nOutOfRange: outOfRange.length,
    nInBand: trainable.filter((task) => task.inBand).length,
    nUngraded,
    nRowsOutOfRange: [...tasks.values()].reduce((sum, task) => sum + task.nOutOfRange, 0),
    nSkipped,
    solved: settings.solved,
    floor: settings.floor,
    band: settings.band,
    minRollouts: settings.minRollouts,
    schedule: trainable.map((task) => task.taskId),
    trainable,
    retired,
    notReady,
    thin,
    outOfRange,
    tiers: byTier(trainable, settings.tiers).map((tasks) => tasks.map((task) => task.taskId)),
  };
}

/** The tasks of each step; a step may be empty where there are more of them than tasks. */
function byTier(trainable: readonly TrainableTask[], tiers: number): TrainableTask[][] {
  const steps = Array.from({ length: tiers }, (): TrainableTask[] => []);
  for (const task of trainable) steps[task.tier - 1]?.push(task);
  return steps;
}

const rateOf = (task: CurriculumTask): number => comparedRate(task.passRate as number);

function curriculumNotes(fields: CurriculumFields): Note[] {
  const ungraded = fields.nUngraded - fields.nRowsOutOfRange;
  return [
    outOfRangeNote(
      fields.nRowsOutOfRange,
      `${countText(fields.nOutOfRange, "task has no pass rate and is", "tasks have no pass rate and are")} not scheduled`,
    ),
    ungraded > 0 &&
      info(
        "ungraded_rows",
        `${countText(ungraded, "row without a usable reward was", "rows without a usable reward were")} left out.`,
      ),
    skippedNote(fields.nSkipped),
    // Tasks spread over more tiers than there are of them skip numbers.
    (fields.trainable.at(-1)?.tier ?? 0) > fields.nTrainable &&
      info(
        "empty_tiers",
        `${fields.tiers.length} tiers are more than the ${countText(fields.nTrainable, "task")} to train on, so ${fields.tiers.length - fields.nTrainable} of them are empty.`,
        "Ask for fewer tiers.",
      ),
    fields.nTrainable === 0 &&
      fields.nTasks > fields.nOutOfRange &&
      warning(
        "nothing_trainable",
        "No task is between solved and out of reach.",
        "Add easier or harder tasks, or grade more rollouts of the thin ones.",
      ),
  ].filter((note) => note !== false);
}

function render(report: CurriculumReport): string {
  const tiers = byTier(report.trainable, report.tiers.length).flatMap((tasks, index) => {
    const [first, last] = [tasks[0], tasks.at(-1)];
    if (first === undefined || last === undefined) return [];
    const rates = `${fixedText(first.passRate, 2)} -> ${fixedText(last.passRate, 2)}`;
    return [`  tier ${index + 1}: ${tasks.length} tasks, pass ${rates}`];
  });
  return [
    `tasks ${report.nTasks}  trainable ${report.nTrainable} (in band ${report.nInBand})  retired ${report.nSolved}  not ready ${report.nNotReady}  thin ${report.nThin}${report.nOutOfRange > 0 ? `  out of range ${report.nOutOfRange}` : ""}`,
    ...tiers,
    ...renderNotes(report.notes),
  ].join("\n");
}
