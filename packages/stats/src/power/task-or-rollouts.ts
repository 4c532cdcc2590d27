import {
  checkOptions,
  createReport,
  fixedText,
  MIN_INTERVAL_VALUES,
  type Note,
  normalQuantile,
  openShare,
  optionRule,
  percentText,
  type ReportOf,
  type Row,
  renderNotes,
} from "@whileai/core";
import { PASS_AT_1 } from "../metric/metric-name.js";
import { type TaskValue, taskValues } from "../metric/task-values.js";
import { repairModel } from "./difference-model.js";
import { DEFAULT_POWER, isAttainable, neededErrors } from "./sizing-defaults.js";
import { DEFAULT_ALPHA } from "./slice-min-tasks.js";
import { type VarianceComponents, varianceComponents } from "./variance-components.js";
import { tasksForVerdict } from "./verdict-power.js";

/** The gain that plans are made for where none is named: five points. Convention. */
const DEFAULT_EFFECT = 0.05;
/** Rollouts a task and side that plans are made for. */
const PLANNED_ROLLOUTS = [1, 2, 4, 8, 16];
/** Where tasks seem not to differ at all, they are taken to differ by this share of a rollout's variance. */
const LEAST_SPREAD = 0.02;
/** Where they seem to be all or nothing, rates are still taken to be spread like this. */
const LEAST_CONCENTRATION = 0.1;
/** Fewer tasks than this split the variance only roughly. Convention. */
const FEW_TASKS = 20;

/** Options of {@link taskOrRollouts}. */
export interface TaskOrRolloutsOptions {
  /** The other side of a comparison on the same tasks: the answer is then about the difference. */
  readonly after?: Iterable<Row> | undefined;
  /** What another task costs (writing it, labelling it), in rollouts. Default 0. */
  readonly taskCost?: number | undefined;
  /** The gain that the plans are to show. Default 0.05. */
  readonly effect?: number | undefined;
  /** Default 0.8. */
  readonly power?: number | undefined;
  /** Default 0.05, two-sided. */
  readonly alpha?: number | undefined;
}

/** A way to show the effect: tasks and rollouts a task and side. */
export interface SizePlan {
  readonly k: number;
  readonly nTasks: number;
  /** Rollouts of all sides together. */
  readonly nRollouts: number;
}

/** The data of a {@link TaskOrRollouts}. Standard errors are of the mean rate, or of the difference. */
export interface TaskOrRolloutsFields {
  /** What lowers the error most for its cost; "either" when tasks do not differ, null when it cannot be told. */
  readonly answer: "tasks" | "rollouts" | "either" | null;
  readonly components: VarianceComponents | null;
  /** Share of the variance that more rollouts can remove: (σ²/k)/(ω² + σ²/k). */
  readonly rolloutShare: number | null;
  readonly standardError: number | null;
  readonly withTwiceTheTasks: number | null;
  readonly withTwiceTheRollouts: number | null;
  /** What no number of rollouts goes below: √(ω²/n). */
  readonly withEndlessRollouts: number | null;
  /** Rollouts a task and side with the least error for the cost, at least 1; null without limit. */
  readonly bestRollouts: number | null;
  readonly taskCost: number;
  readonly effect: number;
  readonly plans: readonly SizePlan[];
}

/** What {@link taskOrRollouts} gives. */
export type TaskOrRollouts = ReportOf<"task_or_rollouts", TaskOrRolloutsFields>;

type Sides = readonly [before: readonly TaskValue[], after: readonly TaskValue[] | null];

function readSides(rows: Iterable<Row>, after: Iterable<Row> | undefined): Sides {
  const before = taskValues(rows, PASS_AT_1).perTask;
  if (after === undefined) return [[...before.values()], null];
  const other = taskValues(after, PASS_AT_1).perTask;
  const pairs = [...before].flatMap(([task, value]) => {
    const matched = other.get(task);
    return matched === undefined ? [] : [{ value, matched }];
  });
  return [pairs.map(({ value }) => value), pairs.map(({ matched }) => matched)];
}

const COMPARED_SIDES = 2;

/** The least of ω² + σ²/K for a cost of taskCost + sides·K a task: K = √(σ²·taskCost/(sides·ω²)). */
function bestOf({ betweenTasks, withinTasks }: VarianceComponents, taskCost: number, sides: number): number | null {
  if (taskCost === 0 || withinTasks === 0) return 1;
  if (betweenTasks === 0) return null;
  return Math.max(1, Math.round(Math.sqrt((withinTasks * taskCost) / (sides * betweenTasks))));
}

function answerOf({ betweenTasks, k }: VarianceComponents, best: number | null, taskCost: number) {
  if (betweenTasks === 0 && taskCost === 0) return "either";
  return best === null || k < best ? "rollouts" : "tasks";
}

interface PlanGoal {
  readonly effect: number;
  readonly alpha: number;
  readonly power: number;
}

/** With both sides measured: n = (z + z)²·(ω² + σ²/k)/effect², and z²/2 tasks more for the tails of the t test. */
function measuredPlan(
  { betweenTasks, withinTasks }: VarianceComponents,
  { effect, alpha, power }: PlanGoal,
  k: number,
) {
  const spread = (neededErrors(alpha, power) / effect) ** 2 * (betweenTasks + withinTasks / k);
  return Math.ceil(spread + normalQuantile(1 - alpha / 2) ** 2 / 2);
}

/** With one side measured: the verdict's number under the repair model with the side's rate and spread of rates. */
function modelPlan({ betweenTasks }: VarianceComponents, base: number, goal: PlanGoal, k: number): number | null {
  if (base <= 0 || !isAttainable(base, goal.effect)) return null;
  const spread = Math.max(betweenTasks, LEAST_SPREAD * base * (1 - base));
  const concentration = Math.max(LEAST_CONCENTRATION, (base * (1 - base)) / spread - 1);
  return tasksForVerdict(repairModel(base, goal.effect, k, concentration), goal.power, goal.alpha);
}

function plansFor(components: VarianceComponents, goal: PlanGoal, base: number | null): SizePlan[] {
  return PLANNED_ROLLOUTS.flatMap((k) => {
    const nTasks = base === null ? measuredPlan(components, goal, k) : modelPlan(components, base, goal, k);
    return nTasks === null ? [] : [{ k, nTasks, nRollouts: nTasks * k * COMPARED_SIDES }];
  });
}

const UNKNOWN = {
  answer: null,
  rolloutShare: null,
  standardError: null,
  withTwiceTheTasks: null,
  withTwiceTheRollouts: null,
  withEndlessRollouts: null,
  bestRollouts: null,
  plans: [],
};

function unknownNote(nTasks: number): Note {
  return nTasks < MIN_INTERVAL_VALUES
    ? {
        code: "too_few_tasks",
        severity: "error",
        message: `${nTasks} graded tasks, and splitting the variance needs ${MIN_INTERVAL_VALUES}.`,
        fix: "Run more tasks.",
      }
    : {
        code: "single_rollout",
        severity: "error",
        message: "no task has two graded rollouts, so nothing tells noise from difficulty.",
        fix: "Run each task at least twice.",
      };
}

const error = (value: number | null): string => (value === null ? "n/a" : fixedText(value, 3));

function taskOrRolloutsText(report: TaskOrRollouts): string {
  const { answer, components, rolloutShare, bestRollouts, effect, plans } = report;
  const notes = renderNotes(report.notes);
  if (answer === null || components === null || rolloutShare === null)
    return ["tasks or rollouts: cannot be told", ...notes].join("\n");
  const word = answer === "either" ? "either will do" : `more ${answer}`;
  const best = bestRollouts === null ? "as many rollouts as can be had" : `${bestRollouts} a task is best for the cost`;
  const sized =
    plans.length === 0
      ? "more room than there is"
      : plans.map(({ k, nTasks }) => `${nTasks} tasks at k=${k}`).join(", ");
  return [
    `tasks or rollouts: ${word} (${components.nTasks} tasks, k=${fixedText(components.k, 1)}, ${best})`,
    `  standard error ${error(report.standardError)}, ${percentText(rolloutShare)} of its square from rollouts; twice the tasks ` +
      `${error(report.withTwiceTheTasks)}, twice the rollouts ${error(report.withTwiceTheRollouts)}, endless rollouts ${error(report.withEndlessRollouts)}`,
    `  a gain of ${fixedText(effect, 3)} needs ${sized}`,
    ...notes,
  ].join("\n");
}

/**
 * Whether an eval gains more from more tasks or from more rollouts of each.
 *
 * The variance of a mean over n tasks with k rollouts is (ω² + σ²/k)/n: ω² is how much tasks differ (or, with `after`,
 * how much the change differs between tasks), σ² the chance within a task. Rollouts shrink only σ². For the same number
 * of rollouts more tasks never do worse; rollouts win when a task costs more than its rollouts (`taskCost`), up to
 * k = √(σ²·taskCost/(sides·ω²)). `plans` says how many tasks each k needs to show
 * `effect` in a paired comparison: from the components with `after`, else as `holdoutSize` models it. Miller 2024, arXiv:2411.00640, section 5.
 *
 * ω² is estimated by subtraction and rough below 20 tasks. Throws an `OptionError` for a bad option.
 *
 * @example
 * const rows = ["a", "b", "c"].flatMap((task, index) => [1, 0, index % 2].map((reward) => ({ task_id: task, reward })));
 * console.log(`${taskOrRollouts(rows, { taskCost: 20 })}`);
 */
export function taskOrRollouts(rows: Iterable<Row>, options: TaskOrRolloutsOptions = {}): TaskOrRollouts {
  checkOptions("taskOrRollouts", options, {
    after: optionRule.any,
    taskCost: optionRule.number(0, Number.MAX_VALUE),
    effect: openShare,
    power: openShare,
    alpha: openShare,
  });
  const { taskCost = 0, effect = DEFAULT_EFFECT, power = DEFAULT_POWER, alpha = DEFAULT_ALPHA } = options;
  const [before, after] = readSides(rows, options.after);
  const components = before.length < MIN_INTERVAL_VALUES ? null : varianceComponents(before, after);
  if (components === null) {
    const fields: TaskOrRolloutsFields = { ...UNKNOWN, components, taskCost, effect };
    return createReport("task_or_rollouts", fields, [unknownNote(before.length)], taskOrRolloutsText);
  }
  const sides = after === null ? 1 : COMPARED_SIDES;
  const { nTasks, betweenTasks, withinTasks, k } = components;
  // Over both sides k is common, so their noise is σ²/k with σ² added up.
  const variance = (tasks: number, rollouts: number) => (betweenTasks + withinTasks / rollouts) / tasks;
  const bestRollouts = bestOf(components, taskCost, sides);
  const total = variance(1, k);
  const base = after === null ? before.reduce((sum, { mean }) => sum + mean, 0) / nTasks : null;
  const fields: TaskOrRolloutsFields = {
    answer: answerOf(components, bestRollouts, taskCost),
    components,
    rolloutShare: total === 0 ? 0 : withinTasks / k / total,
    standardError: Math.sqrt(variance(nTasks, k)),
    withTwiceTheTasks: Math.sqrt(variance(2 * nTasks, k)),
    withTwiceTheRollouts: Math.sqrt(variance(nTasks, 2 * k)),
    withEndlessRollouts: Math.sqrt(betweenTasks / nTasks),
    bestRollouts,
    taskCost,
    effect,
    plans: plansFor(components, { effect, alpha, power }, base),
  };
  const notes: Note[] =
    nTasks >= FEW_TASKS
      ? []
      : [
          {
            code: "few_tasks",
            severity: "info",
            message: `${nTasks} tasks split the variance only roughly: the answer may turn with more of them.`,
          },
        ];
  return createReport("task_or_rollouts", fields, notes, taskOrRolloutsText);
}
