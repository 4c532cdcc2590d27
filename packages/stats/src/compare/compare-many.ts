import {
  checkOptions,
  createReport,
  DEFAULT_DRAWS,
  DEFAULT_LEVEL,
  nearestName,
  OptionError,
  type OptionRules,
  openShare,
  optionRule,
  type RowLike,
} from "@whileai/core";
import { byCluster } from "../inference/cluster-values.js";
import { holm } from "../inference/holm.js";
import { maxT } from "../inference/max-t.js";
import { resamplingRules } from "../inference/resampling-options.js";
import { PASS_AT_1 } from "../metric/metric-name.js";
import { requireMeasured } from "../metric/require-measured.js";
import { type TaskClusters, taskClusters } from "../metric/task-clusters.js";
import type { TaskValues } from "../metric/task-values.js";
import { dueNotes, type NoteParts } from "../notes/note-parts.js";
import { plainLine } from "../table/fit-text.js";
import { compareManyTable } from "./compare-many-table.js";
import type {
  BestCandidate,
  CompareMany,
  CompareManyFields,
  CompareManyOptions,
  ManyComparison,
  ManyCorrection,
  NamedRuns,
} from "./compare-many-types.js";
import { clusterNotes, sideNotes } from "./compare-notes.js";
import { compareOutcome } from "./compare-outcome.js";
import { DEFAULT_MIN_PAIRED } from "./compare-runs.js";
import type { TaskValueDifference } from "./compare-runs-types.js";
import { compareTaskValues, difference, verdictOf } from "./compare-task-values.js";
import { DECLARED_CHANGES } from "./declared-change.js";
import { type Run, readRun, undeclaredFacts } from "./read-run.js";

const CORRECTIONS: readonly ManyCorrection[] = ["max-t", "holm", "none"];

const OPTIONS: OptionRules = /* @__PURE__ */ (() => ({
  baseline: optionRule.text,
  metrics: optionRule.listOf(optionRule.any, 1),
  lowerIsBetter: optionRule.listOf(optionRule.text),
  correction: optionRule.oneOf(CORRECTIONS),
  level: openShare,
  minPaired: optionRule.integer(1),
  ...resamplingRules,
  clusterBy: optionRule.either(optionRule.text, optionRule.callable),
  changed: optionRule.listOf(optionRule.oneOf(DECLARED_CHANGES)),
}))();

/** One comparison before it is held against the others. */
interface Raw {
  readonly candidate: string;
  readonly metric: string;
  readonly difference: TaskValueDifference;
  readonly notComparable: readonly string[];
  /** Candidate minus baseline by task. */
  readonly byTask: ReadonlyMap<string, number>;
}

function namedRuns(runs: NamedRuns): [string, Iterable<RowLike>][] {
  const isMap = runs instanceof Map;
  const named = isMap || (typeof runs === "object" && runs !== null && !(Symbol.iterator in runs));
  const entries: [string, Iterable<RowLike>][] = named ? (isMap ? [...runs] : Object.entries(runs)) : [];
  if (entries.length >= 2) return entries;
  throw new OptionError({
    option: "runs",
    message: `compareMany: \`runs\` must hold at least two runs by name, got ${named ? entries.length : "something else"}.`,
    fix: "Give { baseline: rows, candidate: rows } or a Map.",
  });
}

function requireOneOf(option: string, name: string, known: readonly string[]): void {
  if (known.includes(name)) return;
  const near = nearestName(name, known);
  throw new OptionError({
    option,
    received: name,
    didYouMean: near,
    message: `compareMany: \`${option}\` names ${JSON.stringify(name)}, which is not there.`,
    fix: `${near === undefined ? "" : `Did you mean ${JSON.stringify(near)}? `}Known: ${known.join(", ")}.`,
  });
}

function differencesByTask(a: TaskValues, b: TaskValues): Map<string, number> {
  const found = new Map<string, number>();
  for (const [task, { mean }] of a.perTask) {
    const other = b.perTask.get(task);
    if (other !== undefined) found.set(task, difference(mean, other.mean));
  }
  return found;
}

/** Joint sign flips: what all comparisons say of a task, or of a cluster, is turned around together. */
function jointP(raw: readonly Raw[], clusters: TaskClusters | null, options: CompareManyOptions) {
  const tasks = [...new Set(raw.flatMap(({ byTask }) => [...byTask.keys()]))].sort();
  const units = byCluster(
    tasks.map((task) => clusters?.of(task)),
    (index) => tasks[index] as string,
  );
  const differences = raw.map(({ byTask }) =>
    units.map((members) => {
      const present = members.map((task) => byTask.get(task)).filter((value) => value !== undefined);
      return present.length === 0 ? null : present.reduce((sum, value) => sum + value, 0);
    }),
  );
  return maxT(differences, { draws: options.draws, seed: options.seed }).metrics.map(({ stepDownP }) => stepDownP);
}

/** Adjusted p-values of the comparisons that have one; never below their own. */
function adjusted(
  raw: readonly Raw[],
  correction: ManyCorrection,
  clusters: TaskClusters | null,
  options: CompareManyOptions,
): (number | null)[] {
  const tested = raw.filter(({ difference }) => difference.pValue !== null);
  const own = tested.map(({ difference }) => difference.pValue as number);
  const found = correction === "max-t" ? jointP(tested, clusters, options) : correction === "holm" ? holm(own) : own;
  const byRaw = new Map(tested.map((one, index) => [one, Math.max(own[index] as number, found[index] as number)]));
  return raw.map((one) => byRaw.get(one) ?? null);
}

/** A candidate of one task, or one that ran under other conditions, is ahead of nobody. */
const isReadable = ({ outcome }: ManyComparison): boolean =>
  outcome !== "not enough data" && outcome !== "not comparable";

function bestOf(comparisons: readonly ManyComparison[], metric: string, lowerIsBetter: boolean): BestCandidate | null {
  let best: ManyComparison | null = null;
  const gain = ({ delta }: ManyComparison) => (delta ?? 0) * (lowerIsBetter ? -1 : 1);
  for (const comparison of comparisons)
    if (comparison.metric === metric && isReadable(comparison) && gain(comparison) > (best === null ? 0 : gain(best)))
      best = comparison;
  return best && { candidate: best.candidate, delta: best.delta as number, isShown: best.outcome === "better" };
}

/** What is worth knowing of the runs themselves, once for all metrics. */
function runNotes(read: ReadonlyMap<string, Run>, metrics: readonly string[]): NoteParts[] {
  const notes = [...read].flatMap(([name, { values }]) =>
    metrics.flatMap((metric) => sideNotes(values.get(metric) as TaskValues, plainLine(name))),
  );
  return [...new Map(notes.map((note) => [note[2], note])).values()];
}

function notesOf(fields: CompareManyFields, wanted: ManyCorrection, nCandidates: number): NoteParts[] {
  const { best, comparisons, correction } = fields;
  return [
    [
      best !== null && nCandidates > 1,
      "winner_biased_upward",
      `${plainLine(best?.candidate ?? "")} is the best of ${nCandidates}, so its difference is too large on average.`,
      "Measure it again on tasks held out from this comparison.",
    ],
    [
      correction !== wanted,
      "holm_instead",
      "A comparison is unpaired, so Holm's correction takes the place of joint sign flips.",
      undefined,
      "info",
    ],
    [
      wanted === "none" && comparisons.length > 1,
      "uncorrected",
      `${comparisons.length} comparisons, each with its own chance of a false result.`,
    ],
  ];
}

/**
 * Several candidates against one baseline, in one or more metrics, paired by task.
 *
 * Each comparison is that of `compareRuns`; its p-value is then held against all of them. By default joint sign flips
 * do so (max-T of Westfall and Young 1993): the chance of any false "better" or "worse" is at most 1 - level, and as
 * candidates share the baseline, this costs less power than Holm's correction (1979), which is the fallback.
 *
 * The best candidate's difference is biased upward, as it was picked for being large: measure it again on held-out
 * tasks. Wrong when: candidates were tried and left out before (give all); tasks are few (joint flips are exact for one
 * comparison, right in the limit for several).
 *
 * Throws an `OptionError` for fewer than two runs, an unknown baseline, metric or option.
 *
 * @param runs - Rows of each run by name, the baseline among them.
 *
 * @example
 * const report = compareMany({ v1: before, shorter: first, stricter: second });
 * console.log(`${report}`); // a table
 */
export function compareMany(runs: NamedRuns, options: CompareManyOptions = {}): CompareMany {
  checkOptions("compareMany", options, OPTIONS);
  const named = namedRuns(runs);
  const names = named.map(([name]) => name);
  const { baseline = names[0] as string, metrics = [PASS_AT_1], lowerIsBetter = [], correction = "max-t" } = options;
  const { level = DEFAULT_LEVEL, minPaired = DEFAULT_MIN_PAIRED, draws = DEFAULT_DRAWS, seed = 0 } = options;
  requireOneOf("baseline", baseline, names);
  for (const metric of lowerIsBetter) requireOneOf("lowerIsBetter", metric, metrics);
  const clusters = taskClusters(options.clusterBy);
  const read = new Map<string, Run>(
    named.map(([name, rows]) => [name, readRun("compareMany", rows, metrics, clusters)]),
  );
  const base = read.get(baseline) as Run;
  const valuesOf = (run: Run, metric: string) => run.values.get(metric) as TaskValues;
  const candidates = names.filter((name) => name !== baseline);
  const settings = { minPaired, level, alpha: 1 - level, pValue: "exact", interval: "exact", draws, seed } as const;
  const raw = metrics.flatMap((metric) => {
    requireMeasured(
      "compareMany",
      [...read.values()].map((run) => valuesOf(run, metric)),
      true,
    );
    return candidates.map((candidate): Raw => {
      const run = read.get(candidate) as Run;
      const [a, b] = [valuesOf(base, metric), valuesOf(run, metric)];
      const difference = compareTaskValues(a, b, { ...settings, clusters });
      const { situations, notComparable } = undeclaredFacts(base, run, difference, options.changed);
      return {
        candidate,
        metric,
        difference,
        notComparable: [...(situations ? ["situations"] : []), ...notComparable],
        byTask: differencesByTask(a, b),
      };
    });
  });
  const isPaired = raw.every(({ difference }) => difference.paired || difference.pValue === null);
  const used = correction === "max-t" && !isPaired ? "holm" : correction;
  const adjustedPs = adjusted(raw, used, clusters, options);
  const comparisons = raw.map(({ candidate, metric, difference, notComparable }, index): ManyComparison => {
    const adjustedP = adjustedPs[index] ?? null;
    const verdict = verdictOf(difference.delta, { ci95: difference.ci95, pValue: adjustedP }, 1 - level);
    const facts = { lowerIsBetter: lowerIsBetter.includes(metric), minPaired, alpha: 1 - level, draws, notComparable };
    const { delta, ci95, pValue, pValueMethod, paired, nUsed, nNonTied } = difference;
    return {
      candidate,
      metric,
      verdict,
      meanBaseline: paired ? difference.meanASharedTasks : difference.meanA,
      meanCandidate: paired ? difference.meanBSharedTasks : difference.meanB,
      delta,
      ci95,
      pValue,
      pValueMethod,
      adjustedP,
      paired,
      nUsed,
      nNonTied,
      ...compareOutcome({ ...difference, verdict, pValue: adjustedP }, facts),
    };
  });
  const best = bestOf(comparisons, metrics[0] as string, lowerIsBetter.includes(metrics[0] as string));
  const fields: CompareManyFields = { baseline, metrics, correction: used, level, comparisons, best };
  const clusterCounts = raw.map(({ difference: { nClusters } }) => nClusters ?? Number.POSITIVE_INFINITY);
  const notes = dueNotes([
    ...notesOf(fields, correction, candidates.length),
    ...runNotes(read, metrics),
    ...clusterNotes(clusters?.nTorn ?? 0, clusters && Math.min(...clusterCounts)),
  ]);
  return createReport("compare_many", fields, notes, compareManyTable);
}
