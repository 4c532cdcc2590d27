import {
  checkOptions,
  createReport,
  DEFAULT_DRAWS,
  DEFAULT_LEVEL,
  isRecord,
  type Note,
  OptionError,
  type OptionRules,
  openShare,
  optionRule,
  type Row,
  renderNotes,
  requireRows,
} from "@whileai/core";
import { PASS_AT_1, unknownMetric } from "../metric/metric-name.js";
import { MetricTally } from "../metric/metric-tally.js";
import type { TaskValues } from "../metric/task-values.js";
import { compareNotes } from "./compare-notes.js";
import { compareOutcome } from "./compare-outcome.js";
import type {
  CompareRuns,
  CompareRunsFields,
  CompareRunsOptions,
  NonInferiority,
  SideCounts,
} from "./compare-runs-types.js";
import { compareTaskValues, type TaskGroups, type TaskValueDifference } from "./compare-task-values.js";
import { DECLARED_CHANGES, declaredFacts } from "./declared-change.js";
import { differenceLine } from "./difference-line.js";
import { differingStamps, RunFacts, sameReplies } from "./run-facts.js";

/** Fewest shared tasks that are compared in pairs. Convention of the Python package. */
const DEFAULT_MIN_PAIRED = 5;
/** Below this share of shared tasks, the sides are mostly about different situations. */
const MIN_PAIRED_SHARE = 0.5;
/** Stamps that make a difference unreadable; the others only warn. A new policy version is what one compares. */
const MUST_AGREE = new Set<string>(["user_model", "writer_model", "prompt_hash"]);
const MAY_DIFFER = new Set<string>(["policy_version"]);

const OPTIONS: OptionRules = {
  metric: optionRule.any,
  lowerIsBetter: optionRule.flag,
  level: openShare,
  minPaired: optionRule.integer(1),
  pValue: optionRule.oneOf(["exact", "midp"]),
  interval: optionRule.either(optionRule.oneOf(["exact", "t"]), optionRule.callable),
  draws: optionRule.integer(1),
  seed: optionRule.either(optionRule.number(-Number.MAX_VALUE, Number.MAX_VALUE), optionRule.text),
  clusterBy: optionRule.either(optionRule.text, optionRule.callable),
  stratifyBy: optionRule.either(optionRule.text, optionRule.callable),
  margin: optionRule.positive,
  changed: optionRule.listOf(optionRule.oneOf(DECLARED_CHANGES)),
  looks: { look: optionRule.integer(1), of: optionRule.integer(1), alpha: openShare },
};

/** Values and facts of one run, from one pass over its rows. */
interface Run {
  readonly values: TaskValues;
  readonly facts: RunFacts;
}

function readRun(rows: Iterable<Row>, metric: string, { clusterBy, stratifyBy }: CompareRunsOptions): Run {
  const tally = new MetricTally("compareRuns", [metric]);
  const facts = new RunFacts(clusterBy ?? stratifyBy);
  for (const row of requireRows<Row>("compareRuns", rows)) {
    tally.add(row);
    if (isRecord(row)) facts.add(row);
  }
  return { values: tally.values().get(metric) as TaskValues, facts };
}

function requireMeasured(a: TaskValues, b: TaskValues): void {
  const isAbsent = ({ isPresent, nSkipped }: TaskValues) => !isPresent && nSkipped > 0;
  if (!a.metric.startsWith("marker:") || !isAbsent(a) || !isAbsent(b)) return;
  throw unknownMetric("compareRuns", a.metric, new Set([...a.otherMarkers, ...b.otherMarkers]));
}

function taskGroups(a: RunFacts, b: RunFacts, { clusterBy, stratifyBy }: CompareRunsOptions): TaskGroups | null {
  if (clusterBy !== undefined && stratifyBy !== undefined)
    throw new OptionError({
      option: "stratifyBy",
      message: "compareRuns: `clusterBy` and `stratifyBy` exclude each other.",
      fix: "Give the one that tasks were sampled by.",
    });
  if (clusterBy === undefined && stratifyBy === undefined) return null;
  const groupOf = (task: string) => a.groups.get(task) ?? b.groups.get(task) ?? null;
  return { kind: clusterBy === undefined ? "stratum" : "cluster", groupOf };
}

function nonInferiority(
  { interval }: TaskValueDifference,
  { margin, lowerIsBetter = false }: CompareRunsOptions,
): NonInferiority | null {
  if (margin === undefined) return null;
  if (interval === null) return { margin, worstCase: null, shown: null };
  const worstCase = lowerIsBetter ? 0 - interval.high : interval.low;
  return { margin, worstCase, shown: worstCase > -margin };
}

const sideCounts = ({ perTask, nRows, nSkipped, nDuplicates, nNotRows }: TaskValues): SideCounts => ({
  nTasks: perTask.size,
  ...{ nRows, nSkipped, nDuplicates, nNotRows },
});

function undeclared(a: Run, b: Run, difference: TaskValueDifference, { changed = [] }: CompareRunsOptions) {
  const declared = declaredFacts(changed);
  const stamps = differingStamps(a.facts, b.facts).filter((stamp) => !declared.has(stamp) && !MAY_DIFFER.has(stamp));
  const { pairedShare, nOnlyA, nOnlyB } = difference;
  const isElsewhere = pairedShare !== null && pairedShare < MIN_PAIRED_SHARE && nOnlyA + nOnlyB > 0;
  const situations = isElsewhere && !declared.has("situations") ? ["situations"] : [];
  return {
    notComparable: [...situations, ...stamps.filter((stamp) => MUST_AGREE.has(stamp))],
    differing: stamps.filter((stamp) => !MUST_AGREE.has(stamp)),
  };
}

function marginLine({ nonInferiority: result }: CompareRunsFields): string[] {
  if (result === null) return [];
  const words = result.shown === null ? "no interval" : result.shown ? "shown" : "not shown";
  return [`  not worse by more than ${result.margin}: ${words}`];
}

function render(report: CompareRuns): string {
  const { outcome, outcomeReason, whatWouldChangeIt } = report;
  return [
    differenceLine(report),
    `  ${outcome}: ${outcomeReason}`,
    `  would change it: ${whatWouldChangeIt}`,
    ...marginLine(report),
    ...renderNotes(report.notes),
  ].join("\n");
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
  const { metric = PASS_AT_1, lowerIsBetter = false, minPaired = DEFAULT_MIN_PAIRED, looks } = options;
  const level = looks === undefined ? (options.level ?? DEFAULT_LEVEL) : 1 - looks.alpha;
  const [left, right] = [readRun(a, metric, options), readRun(b, metric, options)];
  requireMeasured(left.values, right.values);
  const groups = taskGroups(left.facts, right.facts, options);
  const difference = compareTaskValues(left.values, right.values, {
    minPaired,
    level,
    pValue: options.pValue ?? "exact",
    interval: options.interval ?? "exact",
    draws: options.draws ?? DEFAULT_DRAWS,
    seed: options.seed ?? 0,
    groups,
  });
  const { notComparable, differing } = undeclared(left, right, difference, options);
  const tasks = new Set([...left.values.perTask.keys(), ...right.values.perTask.keys()]);
  const isUngrouped = (task: string) => !left.facts.groups.has(task) && !right.facts.groups.has(task);
  const notes: Note[] = compareNotes(left.values, right.values, difference, {
    ...{ options, minPaired, differing, notComparable },
    sameReplies: sameReplies(left.facts, right.facts),
    nTorn: groups === null ? 0 : new Set([...left.facts.torn, ...right.facts.torn]).size,
    nUngrouped: groups === null ? 0 : [...tasks].filter(isUngrouped).length,
  });
  const { interval, error: _, ...rest } = difference;
  const fields: CompareRunsFields = {
    metric,
    lowerIsBetter,
    ...rest,
    ci95: interval,
    level,
    nonInferiority: nonInferiority(difference, options),
    ...compareOutcome(difference, { lowerIsBetter, minPaired, level, notComparable }),
    notComparable,
    rowsA: sideCounts(left.values),
    rowsB: sideCounts(right.values),
    note: notes.length === 0 ? null : notes.map(({ message }) => message).join("; "),
  };
  return createReport("compare_runs", fields, notes, render);
}
