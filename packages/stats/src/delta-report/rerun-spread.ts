import type { Row } from "@whileai/core";
import { manyTaskValues } from "../metric/task-values.js";
import { sampleStd } from "../power/task-std.js";
import { FEWEST_RUNS, type RunValues, runMeans } from "../variance/run-means.js";
import { hasReply, sameRuns } from "../variance/same-runs.js";
import { type NamedRun, splitRuns } from "../variance/split-runs.js";
import type { Sides } from "./delta-report-types.js";
import type { RowSurvey, WireRow } from "./survey-rows.js";

/** One evaluation run, read. */
export interface EvalRun {
  readonly name: string;
  readonly values: RunValues;
}

/** The evaluation runs of one side. */
export interface EvalRuns {
  /** Runs found. */
  readonly found: number;
  /** Names of runs that repeat each other. */
  readonly replayed: readonly (readonly string[])[];
  /** Names of runs with other replies and the same outcome of every rollout, not all one. */
  readonly sameOutcomes: readonly (readonly string[])[];
  /** Runs that count: of those that repeat each other, the first. */
  readonly runs: readonly EvalRun[];
}

const NO_RUNS: EvalRuns = { found: 0, replayed: [], sameOutcomes: [], runs: [] };

/** Whether all rewards are one value: such runs look alike without being copies. */
const isConstant = (rows: readonly WireRow[]): boolean => rows.every(({ reward }) => reward === rows[0]?.reward);

/** Runs that repeat each other: the same replies, or, where rows hold no reply, the same outcomes that are not all one. */
function replays(runs: readonly NamedRun[]): Pick<EvalRuns, "replayed" | "sameOutcomes"> {
  const { replayed, sameOutcomes } = sameRuns(runs);
  const rowsOf = ([first]: readonly string[]) => runs.find(({ name }) => name === first)?.rows as readonly WireRow[];
  const varied = sameOutcomes.filter((group) => !isConstant(rowsOf(group)));
  const isSilent = (group: readonly string[]) => !rowsOf(group).some(hasReply);
  return {
    replayed: [...replayed, ...varied.filter(isSilent)],
    sameOutcomes: varied.filter((group) => !isSilent(group)),
  };
}

/** Counts that copies of a run share, and re-runs of any size hardly ever: only runs alike in these are read in full. */
const countsOf = ({ values }: EvalRun): string =>
  [...values.values()]
    .map(({ nRows, nSkipped, nAtZero, nAtOne }) => `${nRows}/${nSkipped}/${nAtZero}/${nAtOne}`)
    .join();

function alikeRuns(runs: readonly EvalRun[], named: readonly NamedRun[]): NamedRun[][] {
  const alike = new Map<string, NamedRun[]>();
  for (const [index, run] of runs.entries()) {
    const counts = countsOf(run);
    alike.set(counts, [...(alike.get(counts) ?? []), named[index] as NamedRun]);
  }
  return [...alike.values()].filter(({ length }) => length > 1);
}

/** Splits one side by `eval_run` and reads each run once. */
export function readEvalRuns(
  { hasEvalRuns }: RowSurvey,
  rows: readonly WireRow[],
  metrics: readonly string[],
): EvalRuns {
  if (!hasEvalRuns) return NO_RUNS;
  const named = splitRuns(rows as readonly Row[], "eval_run").runs;
  const runs = named.map(({ name, rows: own }) => ({ name, values: manyTaskValues(own, metrics) }));
  const alike = alikeRuns(runs, named).map(replays);
  const replayed = alike.flatMap((found) => found.replayed);
  const isCopy = ({ name }: EvalRun) => replayed.some((group) => group.indexOf(name) > 0);
  return {
    found: runs.length,
    replayed,
    sameOutcomes: alike.flatMap((found) => found.sameOutcomes),
    runs: runs.filter((run) => !isCopy(run)),
  };
}

/** How much a metric's run means differ by re-running alone. */
export interface Spread {
  readonly std: number;
  /** Degrees of freedom behind `std`; null when it was given without saying how it was measured. */
  readonly df: number | null;
}

/** The spread of one metric, pooled over both sides: s² = Σ(nᵢ - 1)sᵢ² / Σ(nᵢ - 1). Null unless each has two runs. */
export function pooledSpread({ before, after }: Sides<EvalRuns>, metric: string): Spread | null {
  let [df, squares] = [0, 0];
  for (const { runs } of [before, after]) {
    const means = runMeans(
      runs.map(({ values }) => values),
      metric,
    );
    if (means.length < FEWEST_RUNS) return null;
    df += means.length - 1;
    squares += (means.length - 1) * sampleStd(means) ** 2;
  }
  return { std: Math.sqrt(squares / df), df };
}
