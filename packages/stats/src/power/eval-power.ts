import {
  checkOptions,
  createReport,
  isRecord,
  type OptionRule,
  openShare,
  type Row,
  type RowLike,
  requireRows,
} from "@whileai/core";
import { PASS_AT_1 } from "../metric/metric-name.js";
import { type TaskValue, taskValues } from "../metric/task-values.js";
import { detectableEffect } from "./detectable-effect.js";
import { evalPowerNotes, evalPowerReason } from "./eval-power-notes.js";
import { evalPowerText } from "./eval-power-text.js";
import type { EvalPower, EvalPowerFields, EvalPowerOptions, EvalPowerVerdict } from "./eval-power-types.js";
import { holdoutSize } from "./holdout-size.js";
import type { HoldoutSize } from "./holdout-size-types.js";
import { DEFAULT_BASE, DEFAULT_EFFECT, DEFAULT_POWER, gainRule, isAttainable } from "./sizing-defaults.js";
import { DEFAULT_ALPHA } from "./slice-min-tasks.js";
import { sampleStd } from "./task-std.js";

/** Task rates between which a task can move either way. Convention. */
const DEFAULT_BAND = { low: 0.2, high: 0.8 };

const bandRule: OptionRule = (value) =>
  isRecord(value) &&
  typeof value.low === "number" &&
  typeof value.high === "number" &&
  value.low >= 0 &&
  value.low <= value.high &&
  value.high <= 1
    ? undefined
    : "an object { low, high } with 0 ≤ low ≤ high ≤ 1";

/** Slack at the borders of the band, for rates that are sums of decimals. */
const ROUNDING = 1e-12;

const NO_NUMBERS = {
  k: null,
  base: null,
  taskSpread: null,
  taskStd: null,
  resolvable: null,
  nNeeded: null,
  nNeededForVerdict: null,
};

function verdictOf(base: number, resolvable: number | null, effect: number): EvalPowerVerdict {
  if (base === 0) return "floored";
  if (!isAttainable(base, effect)) return "saturated";
  return resolvable === null || resolvable > effect ? "underpowered" : "usable";
}

interface SizeFacts {
  readonly base: number;
  readonly k: number;
  readonly power: number;
  readonly alpha: number;
}

/** The size by the rows, or of a set with room where they leave less than the effect; null where that has no room either. */
function sizeFor(effect: number, rows: readonly Row[], { base, k, power, alpha }: SizeFacts): HoldoutSize | null {
  if (isAttainable(base, effect)) return holdoutSize(effect, { before: rows, power, alpha });
  return isAttainable(DEFAULT_BASE, effect) ? holdoutSize(effect, { k, power, alpha }) : null;
}

function taskCounts(tasks: readonly TaskValue[], { low, high }: { low: number; high: number }) {
  const having = (test: (task: TaskValue) => boolean) => tasks.filter(test).length;
  return {
    inBand: having(({ mean }) => mean >= low - ROUNDING && mean <= high + ROUNDING),
    tiedPass: having(({ mean }) => mean === 1),
    tiedFail: having(({ mean }) => mean === 0),
    singleRollout: having(({ count }) => count === 1),
    nRollouts: tasks.reduce((sum, { count }) => sum + count, 0),
  };
}

/**
 * Whether the tasks of a run can prove a gain of `effect` at all, before anything is compared on them: the verdict is
 * `empty` (nothing graded), `floored` (every task always fails), `saturated` (less than the effect is left to gain),
 * `underpowered` (the smallest gain they show is larger than the effect) or `usable`, checked in this order.
 *
 * `resolvable` and `nNeeded` are those of `detectableEffect` and `holdoutSize` at the run's base rate and smallest
 * group. Defaults: effect 0.05, power 0.8, alpha 0.05, band 0.2 to 0.8. Throws an `OptionError` for a bad option.
 *
 * @example
 * console.log(`${evalPower([{ scenario_id: "a", reward: 1 }])}`); // eval set saturated: …
 */
export function evalPower(rows: Iterable<RowLike>, options: EvalPowerOptions = {}): EvalPower {
  checkOptions("evalPower", options, { effect: gainRule, power: openShare, alpha: openShare, band: bandRule });
  const { effect = DEFAULT_EFFECT, power = DEFAULT_POWER, alpha = DEFAULT_ALPHA, band = DEFAULT_BAND } = options;
  const given = [...requireRows("evalPower", rows)];
  const tasks = [...taskValues(given, PASS_AT_1).perTask.values()];
  const counts = taskCounts(tasks, band);
  const common = { effect, nTasks: tasks.length, band, ...counts };
  if (tasks.length === 0) return reported({ verdict: "empty", ...common, ...NO_NUMBERS });
  const rates = tasks.map(({ mean }) => mean).sort((left, right) => left - right);
  const base = rates.reduce((sum, value) => sum + value, 0) / rates.length;
  const k = tasks.reduce((least, { count }) => Math.min(least, count), Number.POSITIVE_INFINITY);
  const tiedAlike = counts.tiedPass === tasks.length || counts.tiedFail === tasks.length;
  const resolvable = tiedAlike ? 0 : detectableEffect(tasks.length, { base, k, power, alpha }).effect;
  const verdict = verdictOf(base, resolvable, effect);
  const sized = sizeFor(effect, given, { base, k, power, alpha });
  return reported({
    verdict,
    ...common,
    k,
    base,
    resolvable,
    taskSpread: sampleStd(rates),
    taskStd: sized?.taskStd ?? null,
    nNeeded: sized?.nTasks ?? null,
    nNeededForVerdict: sized?.nTasksForVerdict ?? null,
  });
}

function reported(found: Omit<EvalPowerFields, "reason">): EvalPower {
  const fields: EvalPowerFields = { ...found, reason: evalPowerReason(found) };
  return createReport("eval_power", fields, evalPowerNotes(fields), evalPowerText);
}
