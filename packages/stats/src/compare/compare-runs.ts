import {
  checkOptions,
  createReport,
  DEFAULT_DRAWS,
  DEFAULT_LEVEL,
  isRecord,
  type OptionRules,
  openShare,
  optionRule,
  type Row,
  renderNotes,
  requireRows,
} from "@whileai/core";
import { resamplingRules } from "../inference/resampling-options.js";
import { markerOf, PASS_AT_1, unknownMetric } from "../metric/metric-name.js";
import { MetricTally } from "../metric/metric-tally.js";
import type { TaskValues } from "../metric/task-values.js";
import { compareNotes } from "./compare-notes.js";
import { compareOutcome } from "./compare-outcome.js";
import type {
  CompareRuns,
  CompareRunsFields,
  CompareRunsOptions,
  SideCounts,
  TaskValueDifference,
} from "./compare-runs-types.js";
import { compareTaskValues } from "./compare-task-values.js";
import { DECLARED_CHANGES, declaredFacts } from "./declared-change.js";
import { differenceLine } from "./difference-line.js";
import { differingStamps, RunFacts, sameReplies } from "./run-facts.js";

/** Fewest shared tasks that are compared in pairs. Convention of the Python package. */
const DEFAULT_MIN_PAIRED = 5;
/** Below this share of shared tasks, the sides are mostly about different situations. */
const MIN_PAIRED_SHARE = 0.5;
/** Stamps that make a difference unreadable; others only warn, and a new policy version is what one compares. */
const MUST_AGREE: readonly string[] = ["user_model", "writer_model", "prompt_hash"];

const OPTIONS: OptionRules = {
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
  looks: { look: optionRule.integer(1), of: optionRule.integer(1), alpha: optionRule.number(0, 1) },
};

/** Values and facts of one run, from one pass over its rows. */
interface Run {
  readonly values: TaskValues;
  readonly facts: RunFacts;
}

function readRun(rows: Iterable<Row>, metric: string, { clusterBy }: CompareRunsOptions): Run {
  const tally = new MetricTally("compareRuns", [metric]);
  const facts = new RunFacts(clusterBy);
  for (const row of requireRows<Row>("compareRuns", rows)) {
    tally.add(row);
    if (isRecord(row)) facts.add(row);
  }
  return { values: tally.values().get(metric) as TaskValues, facts };
}

function requireMeasured(a: TaskValues, b: TaskValues): void {
  const isAbsent = ({ isPresent, nSkipped }: TaskValues) => !isPresent && nSkipped > 0;
  if (markerOf(a.metric) !== null && isAbsent(a) && isAbsent(b))
    throw unknownMetric("compareRuns", a.metric, new Set([...a.otherMarkers, ...b.otherMarkers]));
}

const sideCounts = ({ perTask, nRows, nSkipped, nDuplicates, nNotRows }: TaskValues): SideCounts => ({
  nTasks: perTask.size,
  ...{ nRows, nSkipped, nDuplicates, nNotRows },
});

function undeclared(a: Run, b: Run, difference: TaskValueDifference, { changed = [] }: CompareRunsOptions) {
  const declared = declaredFacts(changed);
  const { pairedShare, nOnlyA, nOnlyB } = difference;
  const isElsewhere = (pairedShare ?? 1) < MIN_PAIRED_SHARE && nOnlyA + nOnlyB > 0;
  const stamps = differingStamps(a.facts, b.facts).filter(
    (stamp) => stamp !== "policy_version" && !declared.has(stamp),
  );
  return {
    situations: isElsewhere && !declared.has("situations") ? ["situations"] : [],
    notComparable: stamps.filter((stamp) => MUST_AGREE.includes(stamp)),
    differing: stamps.filter((stamp) => !MUST_AGREE.includes(stamp)),
  };
}

function render(report: CompareRuns): string {
  const { outcome, outcomeReason, whatWouldChangeIt, nonInferiority: result } = report;
  const lines = [differenceLine(report), `  ${outcome}: ${outcomeReason}`, `  would change it: ${whatWouldChangeIt}`];
  if (result !== null) lines.push(`  a loss of ${result.margin} ${result.isShown ? "is" : "is not"} ruled out`);
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
export function compareRuns(a: Iterable<Row>, b: Iterable<Row>, options: CompareRunsOptions = {}): CompareRuns {
  checkOptions("compareRuns", options, OPTIONS);
  const { metric = PASS_AT_1, lowerIsBetter = false, minPaired = DEFAULT_MIN_PAIRED, looks, margin } = options;
  const { interval = "exact", pValue = "exact", draws = DEFAULT_DRAWS, seed = 0 } = options;
  // A look that cannot stop has nothing to spend; its interval stays at the usual level.
  const level = looks?.alpha ? 1 - looks.alpha : (options.level ?? DEFAULT_LEVEL);
  const alpha = looks?.alpha ?? 1 - level;
  const [left, right] = [readRun(a, metric, options), readRun(b, metric, options)];
  requireMeasured(left.values, right.values);
  const clusterOf = (task: string) => left.facts.clusters.get(task) ?? right.facts.clusters.get(task) ?? null;
  const difference = compareTaskValues(left.values, right.values, {
    ...{ minPaired, level, alpha, pValue, interval, draws, seed },
    clusterOf: options.clusterBy === undefined ? null : clusterOf,
  });
  const { situations, notComparable: stamps, differing } = undeclared(left, right, difference, options);
  const notComparable = [...situations, ...stamps];
  const worstCase = difference.ci95 && (lowerIsBetter ? 0 - difference.ci95.high : difference.ci95.low);
  const notes = compareNotes(left.values, right.values, difference, {
    ...{ minPaired, interval, notComparable: stamps, differing },
    sameReplies: sameReplies(left.facts, right.facts),
    nTorn: new Set([...left.facts.torn, ...right.facts.torn]).size,
  });
  const fields: CompareRunsFields = {
    metric,
    lowerIsBetter,
    ...difference,
    level,
    ...compareOutcome(difference, { lowerIsBetter, minPaired, level, alpha, notComparable }),
    notComparable,
    nonInferiority:
      margin === undefined ? null : { margin, worstCase, isShown: worstCase !== null && worstCase > -margin },
    rowsA: sideCounts(left.values),
    rowsB: sideCounts(right.values),
    note: notes.length === 0 ? null : notes.map(({ message }) => message).join("; "),
  };
  return createReport("compare_runs", fields, notes, render);
}
