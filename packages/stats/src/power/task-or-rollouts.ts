import {
  checkOptions,
  createReport,
  MIN_INTERVAL_VALUES,
  type Note,
  openShare,
  optionRule,
  type RowLike,
  requireRows,
} from "@whileai/core";
import { PASS_AT_1 } from "../metric/metric-name.js";
import { type TaskValue, taskValues } from "../metric/task-values.js";
import { COMPARED_SIDES, sizePlans } from "./size-plans.js";
import { DEFAULT_EFFECT, DEFAULT_POWER, gainRule, listOfRows } from "./sizing-defaults.js";
import { DEFAULT_ALPHA } from "./slice-min-tasks.js";
import { taskOrRolloutsText } from "./task-or-rollouts-text.js";
import type { TaskOrRollouts, TaskOrRolloutsFields, TaskOrRolloutsOptions } from "./task-or-rollouts-types.js";
import { type VarianceComponents, varianceComponents } from "./variance-components.js";

/** Fewer tasks than this split the variance only roughly. Convention. */
const FEW_TASKS = 20;

type Sides = readonly [before: readonly TaskValue[], after: readonly TaskValue[] | null];

function readSides(rows: Iterable<RowLike>, after: Iterable<RowLike> | undefined): Sides {
  const before = taskValues(rows, PASS_AT_1).perTask;
  if (after === undefined) return [[...before.values()], null];
  const other = taskValues(after, PASS_AT_1).perTask;
  const pairs = [...before].flatMap(([task, value]) => {
    const matched = other.get(task);
    return matched === undefined ? [] : [{ value, matched }];
  });
  return [pairs.map(({ value }) => value), pairs.map(({ matched }) => matched)];
}

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
export function taskOrRollouts(rows: Iterable<RowLike>, options: TaskOrRolloutsOptions = {}): TaskOrRollouts {
  checkOptions("taskOrRollouts", options, {
    after: listOfRows,
    taskCost: optionRule.number(0, Number.MAX_VALUE),
    effect: gainRule,
    power: openShare,
    alpha: openShare,
  });
  const { taskCost = 0, effect = DEFAULT_EFFECT, power = DEFAULT_POWER, alpha = DEFAULT_ALPHA } = options;
  const [before, after] = readSides(requireRows("taskOrRollouts", rows), options.after);
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
    plans: sizePlans(components, { effect, alpha, power }, base),
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
