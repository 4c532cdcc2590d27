import {
  checkOptions,
  createReport,
  DEFAULT_DRAWS,
  DEFAULT_LEVEL,
  type OptionRules,
  openShare,
  optionRule,
  type RowLike,
  renderNotes,
} from "@whileai/core";
import { judgeMargin } from "../inference/non-inferiority.js";
import { resamplingRules } from "../inference/resampling-options.js";
import { PASS_AT_1 } from "../metric/metric-name.js";
import { requireMeasured } from "../metric/require-measured.js";
import { taskClusters } from "../metric/task-clusters.js";
import type { TaskValues } from "../metric/task-values.js";
import { notesLine } from "../notes/note-parts.js";
import { compareNotes } from "./compare-notes.js";
import { compareOutcome } from "./compare-outcome.js";
import type { CompareRuns, CompareRunsFields, CompareRunsOptions, SideCounts } from "./compare-runs-types.js";
import { compareTaskValues } from "./compare-task-values.js";
import { DECLARED_CHANGES } from "./declared-change.js";
import { differenceLine } from "./difference-line.js";
import { gainInterval } from "./gain-interval.js";
import { lookRules, requirePlanned } from "./planned-look.js";
import { type Run, readRun, undeclaredFacts } from "./read-run.js";
import { sameReplies } from "./run-facts.js";

/** Fewest shared tasks that are compared in pairs. Convention of the Python package. */
export const DEFAULT_MIN_PAIRED = 5;
const OPTIONS: OptionRules = /* @__PURE__ */ (() => ({
  metric: optionRule.any,
  lowerIsBetter: optionRule.flag,
  level: openShare,
  minPaired: optionRule.integer(1),
  pValue: optionRule.oneOf(["exact", "midp"]),
  interval: optionRule.either(optionRule.oneOf(["exact", "t"]), optionRule.callable),
  ...resamplingRules,
  clusterBy: optionRule.either(optionRule.text, optionRule.callable),
  margin: optionRule.number(0, Number.MAX_VALUE),
  changed: optionRule.listOf(optionRule.oneOf(DECLARED_CHANGES)),
  looks: lookRules,
}))();

const sideCounts = ({ perTask, nRows, nSkipped, nDuplicates, nNotRows }: TaskValues): SideCounts => ({
  nTasks: perTask.size,
  nRows,
  nSkipped,
  nDuplicates,
  nNotRows,
});

function render(report: CompareRuns): string {
  const { outcome, outcomeReason, whatWouldChangeIt, nonInferiority: result } = report;
  const lines = [differenceLine(report), `  ${outcome}: ${outcomeReason}`, `  would change it: ${whatWouldChangeIt}`];
  if (result !== null)
    lines.push(`  a loss of ${result.margin} ${result.outcome === "shown" ? "is" : "is not"} ruled out`);
  const [skippedA, skippedB] = [report.rowsA.nSkipped, report.rowsB.nSkipped];
  if (skippedA + skippedB > 0) lines.push(`  rows without a value: ${skippedA} of a, ${skippedB} of b`);
  return [...lines, ...renderNotes(report.notes)].join("\n");
}

/**
 * Whether run b differs from run a in one metric, one task one vote.
 *
 * - delta: mean over shared tasks of b - a; of all tasks of each side where fewer than `minPaired` are shared.
 * - interval: the bootstrap over tasks, computed exactly (Efron and Tibshirani 1993; tasks, not rollouts: Miller 2024,
 *   arXiv:2411.00640).
 * - p-value: exact sign-flip test of the paired differences, two-sample permutation test otherwise (Phipson and Smyth
 *   2010, arXiv:1603.05766, where draws are needed).
 * - verdict: better or worse needs the interval to leave out zero **and** p ≤ alpha; either alone says it too often on
 *   few tasks.
 *
 * Wrong when: tasks are restatements of each other (give `clusterBy`); one looked several times and stopped when it
 * said better (give `looks`); several metrics or candidates are tried (use `deltaReport`, `compareMany`); re-runs of the
 * same agent differ by as much (`deltaReport` knows the noise of re-runs).
 *
 * Throws an `OptionError` for an unknown option or metric, a marker that no row carries, a bad value, or something that
 * is not a list of rows.
 *
 * @param a - Rows of the run to compare with; `{ scenario_id, reward }` is enough. Nothing is changed.
 * @param b - Rows of the run in question.
 *
 * @example
 * const before = [0, 0, 0, 0, 0, 0].map((reward, task) => ({ scenario_id: `t${task}`, reward }));
 * const after = before.map((row) => ({ ...row, reward: 1 }));
 * compareRuns(before, after).outcome; // "better" (p = 0.03125)
 */
export function compareRuns(a: Iterable<RowLike>, b: Iterable<RowLike>, options: CompareRunsOptions = {}): CompareRuns {
  checkOptions("compareRuns", options, OPTIONS);
  requirePlanned("compareRuns", options.looks);
  const { metric = PASS_AT_1, lowerIsBetter = false, minPaired = DEFAULT_MIN_PAIRED, looks, margin } = options;
  const { interval = "exact", pValue = "exact", draws = DEFAULT_DRAWS, seed = 0 } = options;
  // A look that cannot stop has nothing to spend; its interval stays at the usual level.
  const level = looks?.alpha ? 1 - looks.alpha : (options.level ?? DEFAULT_LEVEL);
  const alpha = looks?.alpha ?? 1 - level;
  const clusters = taskClusters(options.clusterBy);
  const runs = [a, b].map((rows) => readRun("compareRuns", rows, [metric], clusters)) as [Run, Run];
  const values = runs.map((run) => run.values.get(metric)) as [TaskValues, TaskValues];
  requireMeasured("compareRuns", values, true);
  const difference = compareTaskValues(...values, {
    minPaired,
    level,
    alpha,
    pValue,
    interval,
    draws,
    seed,
    clusters,
  });
  const undeclared = undeclaredFacts(...runs, difference, options.changed);
  const notComparable = [...(undeclared.situations ? ["situations"] : []), ...undeclared.notComparable];
  const notes = compareNotes(...values, difference, {
    minPaired,
    interval,
    undeclared,
    sameReplies: sameReplies(runs[0].facts, runs[1].facts),
    nTorn: clusters?.nTorn ?? 0,
  });
  const fields: CompareRunsFields = {
    metric,
    lowerIsBetter,
    ...difference,
    level,
    looks: looks ? { ...looks } : null,
    ...compareOutcome(difference, { lowerIsBetter, minPaired, alpha, draws, notComparable }),
    notComparable,
    nonInferiority: margin === undefined ? null : judgeMargin(gainInterval(difference.ci95, lowerIsBetter), margin),
    rowsA: sideCounts(values[0]),
    rowsB: sideCounts(values[1]),
    note: notesLine(notes),
  };
  return createReport("compare_runs", fields, notes, render);
}
