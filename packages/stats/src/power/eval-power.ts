import {
  checkOptions,
  createReport,
  fixedText,
  isRecord,
  type Note,
  type OptionRule,
  openShare,
  type ReportOf,
  type Row,
  renderNotes,
  requireRows,
} from "@whileai/core";
import { PASS_AT_1 } from "../metric/metric-name.js";
import { type TaskValue, taskValues } from "../metric/task-values.js";
import { detectableEffect } from "./detectable-effect.js";
import { holdoutSize } from "./holdout-size.js";
import { DEFAULT_POWER, isAttainable } from "./sizing-defaults.js";
import { DEFAULT_ALPHA } from "./slice-min-tasks.js";
import { sampleStd } from "./task-std.js";

/** The gain worth proving where none is named: five points. Convention. */
const DEFAULT_EFFECT = 0.05;
/** Task rates between which a task can move either way. Convention. */
const DEFAULT_BAND = { low: 0.2, high: 0.8 };

/** What an eval set is good for. */
export type EvalPowerVerdict = "empty" | "floored" | "saturated" | "underpowered" | "usable";

/** Options of {@link evalPower}. */
export interface EvalPowerOptions {
  /** The gain to prove. Default 0.05. */
  readonly effect?: number | undefined;
  /** Default 0.8. */
  readonly power?: number | undefined;
  /** Default 0.05, two-sided. */
  readonly alpha?: number | undefined;
  /** Task rates, borders included, that count as neither solved nor hopeless. Default 0.2 to 0.8. */
  readonly band?: { readonly low: number; readonly high: number } | undefined;
}

/** The data of an {@link EvalPower}. */
export interface EvalPowerFields {
  readonly verdict: EvalPowerVerdict;
  /** The verdict's reason, as a sentence. */
  readonly reason: string;
  readonly effect: number;
  readonly nTasks: number;
  /** Graded rollouts. */
  readonly nRollouts: number;
  /** The smallest group; null without one. */
  readonly k: number | null;
  /** Mean task rate; null without one. */
  readonly base: number | null;
  /** Standard deviation of task rates. */
  readonly taskSpread: number | null;
  readonly band: { readonly low: number; readonly high: number };
  /** Tasks whose rate lies in the band. */
  readonly inBand: number;
  /** Tasks on which every rollout passed, and failed. */
  readonly tiedPass: number;
  readonly tiedFail: number;
  /** Tasks with one rollout. */
  readonly singleRollout: number;
  /** Standard deviation of one task's difference behind `nNeeded`. */
  readonly taskStd: number | null;
  /** The smallest gain this set shows; 0 where every task is tied the same way, null where no gain is enough. */
  readonly resolvable: number | null;
  /** Tasks that the gain needs, by `holdoutSize`'s two numbers. */
  readonly nNeeded: number | null;
  readonly nNeededForVerdict: number | null;
}

/** What {@link evalPower} gives. */
export type EvalPower = ReportOf<"eval_power", EvalPowerFields>;

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

function reasonOf({
  verdict,
  nTasks,
  effect,
  base,
  resolvable,
  nNeededForVerdict,
}: Omit<EvalPowerFields, "reason">): string {
  const gain = `a gain of ${fixedText(effect, 3)}`;
  switch (verdict) {
    case "empty":
      return "no row has a reward of 0 or 1";
    case "floored":
      return "every rollout of every task failed";
    case "saturated":
      return `tasks pass at ${fixedText(base ?? 0, 2)}, which leaves no room for ${gain}`;
    case "underpowered": {
      const shown = resolvable === null ? "show no gain at all" : `show no gain below ${fixedText(resolvable, 3)}`;
      return `${nTasks} tasks ${shown}; ${gain} needs ${nNeededForVerdict ?? "more"}`;
    }
    case "usable":
      return `${nTasks} tasks show ${gain}`;
  }
}

const FIXES: Readonly<Record<Exclude<EvalPowerVerdict, "usable">, string>> = {
  empty: "Grade the rows first.",
  floored: "Use easier tasks, or check the judge on a row that must pass.",
  saturated: "Use harder tasks.",
  underpowered: "Add tasks or rollouts; `taskOrRollouts` says which.",
};

function notesOf(fields: EvalPowerFields): Note[] {
  const { verdict, reason, nTasks, inBand, singleRollout } = fields;
  const notes: Note[] = [];
  if (verdict !== "usable")
    notes.push({ code: verdict, severity: "warning", message: `${reason}.`, fix: FIXES[verdict] });
  if (nTasks > 0 && singleRollout === nTasks)
    notes.push({
      code: "single_rollout",
      severity: "info",
      message: "every task has one rollout, so nothing tells noise from difficulty.",
      fix: "Run each task a few times.",
    });
  if (verdict === "usable" && inBand === 0)
    notes.push({
      code: "none_in_band",
      severity: "info",
      message: "no task's rate lies in the band: all are nearly solved or nearly hopeless.",
    });
  return notes;
}

function evalPowerText(report: EvalPower): string {
  const { verdict, reason, nTasks, nRollouts, k, base, band, inBand, tiedPass, tiedFail } = report;
  const lines = [`eval set ${verdict}: ${reason}${verdict === "usable" ? "" : `. ${FIXES[verdict]}`}`];
  if (base !== null)
    lines.push(
      `  ${nTasks} tasks, ${nRollouts} rollouts, k=${k}, base ${fixedText(base, 2)}; ${inBand} tasks in ` +
        `${fixedText(band.low, 2)}..${fixedText(band.high, 2)}, ${tiedPass} always pass, ${tiedFail} always fail`,
    );
  return [...lines, ...renderNotes(report.notes.filter(({ code }) => code !== verdict))].join("\n");
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
export function evalPower(rows: Iterable<Row>, options: EvalPowerOptions = {}): EvalPower {
  checkOptions("evalPower", options, { effect: openShare, power: openShare, alpha: openShare, band: bandRule });
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
  // Where the rows leave less than the effect, the size is that of a set with room.
  const sized = holdoutSize(effect, isAttainable(base, effect) ? { before: given, power, alpha } : { k, power, alpha });
  return reported({
    verdict,
    ...common,
    ...{ k, base, resolvable },
    taskSpread: sampleStd(rates),
    taskStd: sized.taskStd,
    nNeeded: sized.nTasks,
    nNeededForVerdict: sized.nTasksForVerdict,
  });
}

function reported(found: Omit<EvalPowerFields, "reason">): EvalPower {
  const fields: EvalPowerFields = { ...found, reason: reasonOf(found) };
  return createReport("eval_power", fields, notesOf(fields), evalPowerText);
}
