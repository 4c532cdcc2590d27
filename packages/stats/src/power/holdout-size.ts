import {
  checkOptions,
  createReport,
  fixedText,
  normalQuantile,
  OptionError,
  openShare,
  optionRule,
  type RowLike,
} from "@whileai/core";
import { PASS_AT_1, requireMetric } from "../metric/metric-name.js";
import {
  concentratedModel,
  DEFAULT_CONCENTRATION,
  type DifferenceModel,
  measuredModel,
  normalModel,
  repairModel,
} from "./difference-model.js";
import { holdoutSizeNotes } from "./holdout-size-notes.js";
import { holdoutSizeText } from "./holdout-size-text.js";
import type { HoldoutSize, HoldoutSizeFields, HoldoutSizeOptions, TaskModelName } from "./holdout-size-types.js";
import {
  CEILING_RATE,
  DEFAULT_BASE,
  DEFAULT_POWER,
  DEFAULT_ROLLOUTS,
  isAttainable,
  listOfRows,
  neededErrors,
  plainTasks,
  rate,
} from "./sizing-defaults.js";
import { type SizingRows, sizingRows } from "./sizing-rows.js";
import { DEFAULT_ALPHA } from "./slice-min-tasks.js";
import { taskConcentration } from "./task-concentration.js";
import { concentratedTaskStd, sampleStd, uniformTaskStd } from "./task-std.js";
import { type TasksRange, tasksRange } from "./tasks-range.js";
import { MOST_TASKS, tasksBeyondBand, tasksForVerdict, verdictPower } from "./verdict-power.js";

/** Below the one tasks all but always pass or always fail, above the other all pass alike: nothing changes but rounding. */
const LEAST_CONCENTRATION = 0.001;
const MOST_CONCENTRATION = 1e6;
/** Of an effect below 1, no task's difference varies by more. */
const LARGEST_STD = 1e6;

const OPTIONS = /* @__PURE__ */ (() => ({
  before: listOfRows,
  after: listOfRows,
  metric: optionRule.text,
  base: rate,
  k: optionRule.integer(1),
  taskStd: (value: unknown) => optionRule.positive(value) ?? optionRule.number(0, LARGEST_STD)(value),
  power: openShare,
  alpha: openShare,
  noiseBand: optionRule.number(0, Number.MAX_VALUE),
  concentration: optionRule.number(LEAST_CONCENTRATION, MOST_CONCENTRATION),
}))();

const refuse = (option: string, received: unknown, message: string, fix: string): OptionError =>
  new OptionError({ option, received, message: `holdoutSize: ${message}`, fix });

function checkCall(effect: unknown, options: HoldoutSizeOptions): void {
  checkOptions("holdoutSize", options, OPTIONS);
  const complaint = openShare(effect);
  if (complaint !== undefined)
    throw refuse(
      "effect",
      effect,
      `\`effect\` must be ${complaint}, got ${String(effect)}.`,
      "A gain of five points is 0.05.",
    );
  const { before, after, taskStd, metric = PASS_AT_1 } = options;
  requireMetric("holdoutSize", metric);
  if (after !== undefined && before === undefined)
    throw refuse("after", "rows", "`after` came without `before`.", "Give both sides of the earlier comparison.");
  if (metric !== PASS_AT_1 && after === undefined && taskStd === undefined)
    throw refuse(
      "metric",
      metric,
      `the spread of ${metric} follows from no pass rate.`,
      "Give `before` and `after` rows of an earlier comparison, or `taskStd`.",
    );
}

/** The quantities that the number of tasks follows from. */
interface Spread {
  readonly base: number;
  /** The base that the model is evaluated at: not that of the rows when these are saturated. */
  readonly modelBase: number;
  readonly k: number;
  readonly taskStd: number;
  readonly sdSource: HoldoutSizeFields["sdSource"];
  readonly saturated: boolean;
}

function spreadOf(effect: number, options: HoldoutSizeOptions, read: SizingRows | null): Spread {
  const { taskStd } = options;
  const k = options.k ?? read?.k ?? DEFAULT_ROLLOUTS;
  const measured = read === null ? null : read.rates.reduce((sum, value) => sum + value, 0) / read.rates.length;
  const base = options.base ?? measured ?? DEFAULT_BASE;
  if (taskStd !== undefined) return { base, modelBase: base, k, taskStd, sdSource: "given", saturated: false };
  const ofRows = read?.differences ? sampleStd(read.differences) : null;
  // No other metric has a scale that a pass rate could stand in for.
  const { metric = PASS_AT_1 } = options;
  if (metric !== PASS_AT_1 && ofRows === 0)
    throw refuse(
      "after",
      0,
      `no task's ${metric} moved, so the rows show no spread.`,
      "Size by two runs that differ, or give `taskStd`.",
    );
  const saturated =
    metric === PASS_AT_1 &&
    options.base === undefined &&
    measured !== null &&
    (measured >= CEILING_RATE || ofRows === 0);
  if (ofRows !== null && !saturated) return { base, modelBase: base, k, taskStd: ofRows, sdSource: "rows", saturated };
  const modelBase = saturated ? DEFAULT_BASE : base;
  return { base, modelBase, k, taskStd: uniformTaskStd(modelBase, effect, k), sdSource: "model", saturated };
}

interface NamedModel {
  readonly name: TaskModelName;
  readonly model: DifferenceModel;
  readonly concentration: number | null;
}

function taskModel(effect: number, spread: Spread, options: HoldoutSizeOptions, read: SizingRows | null): NamedModel {
  const { metric = PASS_AT_1 } = options;
  const { sdSource, taskStd, k, modelBase, saturated } = spread;
  if (sdSource === "given") return { name: "normal", model: normalModel(effect, taskStd, k), concentration: null };
  if (sdSource === "rows" && read?.differences) {
    const model = measuredModel(read.differences, effect, metric === PASS_AT_1 ? 1 / k : 0);
    return { name: "measured", model, concentration: null };
  }
  const measured = read === null || saturated ? null : taskConcentration(read.rates, k);
  const concentration = options.concentration ?? measured ?? DEFAULT_CONCENTRATION;
  return { name: "repair", model: repairModel(modelBase, effect, k, concentration), concentration };
}

/** The range of the number of tasks, widened to hold it; null where the rows do not decide it. */
function rangeOf(
  nTasks: number,
  effect: number,
  { k, sdSource, saturated }: Spread,
  read: SizingRows | null,
  errors: number,
): TasksRange | null {
  if (read === null || saturated || sdSource === "given") return null;
  const tasksFor = (taskStd: number) => plainTasks(taskStd, effect, errors);
  const range =
    sdSource === "rows" && read.differences !== null
      ? tasksRange({ values: read.differences, kind: "differences", effect, k, tasksFor })
      : tasksRange({ values: read.rates, kind: "rates", effect, k, tasksFor });
  return range && { ...range, low: Math.min(nTasks, range.low), high: Math.max(nTasks, range.high) };
}

/** The variance of a rollout over the whole run, p(1-p), over its mean variance within a task. */
function independenceRatio(read: SizingRows | null, metric: string): number | null {
  if (read === null || metric !== PASS_AT_1) return null;
  const { rates } = read;
  const mean = rates.reduce((sum, value) => sum + value, 0) / rates.length;
  const within = rates.reduce((sum, value) => sum + value * (1 - value), 0) / rates.length;
  return within > 0 ? (mean * (1 - mean)) / within : null;
}

/**
 * How many paired tasks a comparison needs to show a gain of `effect` (0.05 is five points).
 *
 * `nTasks` is the normal formula ((z + z)·s/effect)² with the quantiles of alpha and power, s being the standard deviation of one task's
 * difference: measured on `before` and `after` rows, given as `taskStd`, or √((p(1-p) + q(1-q))/k) for the base rate of
 * `before`, `base` or 0.6. `nTasksForVerdict` is the number for the rule that decides (interval excludes zero and exact
 * sign-flip p ≤ alpha; with `noiseBand`, the delta beyond the band too) under the task model in `taskModel`; use that
 * one. See docs/statistics/holdout-size.md for the models and their simulated power. Miller 2024, arXiv:2411.00640.
 *
 * Defaults: power 0.8, alpha 0.05, k 4, base 0.6. Throws an `OptionError` for an effect outside (0, 1) or larger than
 * the gap from the base rate to 1, for an `after` without `before`, ungraded rows, or fewer than three shared tasks.
 *
 * @example
 * const plan = holdoutSize(0.05);
 * console.log(`${plan}`); // holdout 367 paired tasks for a +0.050 gain at k=4 …
 */
export function holdoutSize(effect: number, options: HoldoutSizeOptions = {}): HoldoutSize {
  checkCall(effect, options);
  const { before, after, metric = PASS_AT_1, power = DEFAULT_POWER, alpha = DEFAULT_ALPHA, noiseBand = null } = options;
  const read = before === undefined ? null : sizingRows("holdoutSize", before as Iterable<RowLike>, after, metric);
  const spread = spreadOf(effect, options, read);
  const { base, modelBase, k, taskStd, sdSource, saturated } = spread;
  if (metric === PASS_AT_1 && !isAttainable(modelBase, effect))
    throw refuse(
      "effect",
      effect,
      `a gain of ${effect} is out of reach from a base rate of ${base}.`,
      `At most ${fixedText(1 - modelBase, 3)} is left to gain; use harder tasks or a smaller effect.`,
    );
  const errors = neededErrors(alpha, power);
  const nTasks = plainTasks(taskStd, effect, errors);
  if (nTasks > MOST_TASKS)
    throw refuse(
      "effect",
      effect,
      `a gain of ${effect} takes more than ${MOST_TASKS} tasks, whose differences vary by ${taskStd}.`,
      "Ask for a larger gain, or check `taskStd`.",
    );
  const named = taskModel(effect, spread, options, read);
  const forVerdict = (model: DifferenceModel): number | null => {
    const forRule = tasksForVerdict(model, power, alpha);
    const forBand = noiseBand === null ? 0 : tasksBeyondBand(model, noiseBand, power);
    return forRule === null || forBand === null ? null : Math.max(forRule, forBand);
  };
  const range = rangeOf(nTasks, effect, spread, read, errors);
  const fields: HoldoutSizeFields = {
    nTasks,
    nTasksForVerdict: forVerdict(named.model),
    nTasksForVerdictConcentrated:
      named.concentration === null ? null : forVerdict(concentratedModel(modelBase, effect, k, named.concentration)),
    taskModel: named.name,
    concentration: named.concentration,
    verdictPowerAtNTasks: verdictPower(nTasks, named.model, alpha),
    metric,
    effect,
    base,
    k,
    power,
    alpha,
    noiseBand,
    taskStd,
    sdSource,
    saturated,
    halfWidth: (normalQuantile(1 - alpha / 2) * taskStd) / Math.sqrt(nTasks),
    nTasksConcentrated:
      sdSource === "model" ? plainTasks(concentratedTaskStd(modelBase, effect, k), effect, errors) : null,
    baseSpread: read === null ? null : sampleStd(read.rates),
    nPaired: read?.differences?.length ?? null,
    independenceRatio: independenceRatio(read, metric),
    nTasksLow: range?.low ?? null,
    nTasksHigh: range?.high ?? null,
    nTasksRangeMethod: range?.method ?? null,
  };
  return createReport("holdout_size", fields, holdoutSizeNotes(fields), holdoutSizeText);
}
