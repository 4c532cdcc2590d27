import { type Interval, isRecord, mean, OptionError, type RowLike, tQuantile } from "@whileai/core";
import type { TaskValueDifference } from "../compare/compare-runs-types.js";
import { manyTaskValues } from "../metric/task-values.js";
import { sampleStd } from "../power/task-std.js";
import { FEWEST_RUNS, type RunValues, runMeans } from "../variance/run-means.js";
import { isList } from "../variance/split-runs.js";
import type { Sides, TrainRunsInput } from "./delta-report-types.js";

/** The values of each training seed; null for an arm that was not trained. */
export type TrainArms = Sides<readonly RunValues[] | null>;

/** What several training seeds say of one metric. */
export interface TrainSpread {
  readonly counts: Sides<number | null>;
  readonly std: Sides<number | null>;
  readonly df: number | null;
  readonly delta: number | null;
  readonly ci95: Interval | null;
  readonly rule: string | null;
  /** A trained arm has one seed. */
  readonly unresolved: boolean;
  /** The interval that knows of seeds holds zero. */
  readonly coversZero: boolean;
}

const refuse = (received: unknown, message: string): OptionError =>
  new OptionError({
    option: "trainRuns",
    received,
    message: `deltaReport: \`trainRuns\` ${message}.`,
    fix: "Give [seed1Rows, seed2Rows], or { before: [...] or null, after: [...] or null }, a list of rows for each seed.",
  });

function readArm(arm: unknown, name: string, metrics: readonly string[]): RunValues[] | null {
  if (arm === null || arm === undefined) return null;
  if (!Array.isArray(arm)) throw refuse(arm, `needs a list of row lists for its ${name} arm`);
  if (arm.length === 0) throw refuse(arm, `has no seed in its ${name} arm; write null for an arm that was not trained`);
  return arm.map((rows: unknown) => {
    if (!isList(rows))
      throw refuse(rows, `holds rows in its ${name} arm where it needs one list of rows for each seed`);
    return manyTaskValues(rows as Iterable<RowLike>, metrics);
  });
}

/** Reads the training seeds' rows. Throws an `OptionError` for another shape, an empty arm, or no trained arm. */
export function readTrainRuns(given: TrainRunsInput | undefined, metrics: readonly string[]): TrainArms | null {
  if (given === undefined) return null;
  if (Array.isArray(given)) return { before: null, after: readArm(given, "after", metrics) };
  if (!isRecord(given)) throw refuse(given, "must be a list of row lists or an object with before and after");
  const strange = Object.keys(given).find((key) => key !== "before" && key !== "after");
  if (strange !== undefined)
    throw refuse(given, `has an arm ${JSON.stringify(strange.slice(0, 40))}; arms are before and after`);
  const arms = { before: readArm(given.before, "before", metrics), after: readArm(given.after, "after", metrics) };
  if (arms.before === null && arms.after === null) throw refuse(given, "has no trained arm");
  return arms;
}

/** Seed means and their spread for one arm. */
interface ArmSpread {
  readonly count: number;
  readonly mean: number | null;
  readonly std: number | null;
}

function armSpread(arm: TrainArms["before"], metric: string): ArmSpread | null {
  if (arm === null) return null;
  const means = runMeans(arm, metric);
  return { count: means.length, mean: mean(means), std: means.length < FEWEST_RUNS ? null : sampleStd(means) };
}

/**
 * The difference over training seeds: centred at the difference of arm means, with half-width √(h² + t(df)²·Σ s²/n), h
 * being the half-width over tasks, s the standard deviation of an arm's n seed means, df = Σ(n - 1).
 */
export function trainSpread(
  arms: TrainArms,
  metric: string,
  difference: TaskValueDifference,
  level: number,
): TrainSpread {
  const [before, after] = [armSpread(arms.before, metric), armSpread(arms.after, metric)];
  const trained = [before, after].filter((arm) => arm !== null);
  const counts = { before: arms.before?.length ?? null, after: arms.after?.length ?? null };
  const std = { before: before?.std ?? null, after: after?.std ?? null };
  const [from, to] = [before === null ? difference.meanA : before.mean, after === null ? difference.meanB : after.mean];
  const delta = from === null || to === null ? null : to - from;
  const unresolved = trained.some(({ count }) => count < FEWEST_RUNS);
  const { ci95 } = difference;
  const open = { counts, std, df: null, delta, ci95: null, rule: null, unresolved, coversZero: false };
  if (unresolved || delta === null || ci95 === null) return open;
  const df = trained.reduce((sum, { count }) => sum + count - 1, 0);
  const variance = trained.reduce((sum, arm) => sum + (arm.std as number) ** 2 / arm.count, 0);
  const half = Math.sqrt(((ci95.high - ci95.low) / 2) ** 2 + tQuantile(df, { level }) ** 2 * variance);
  const interval = { low: delta - half, high: delta + half };
  return {
    ...open,
    df,
    ci95: interval,
    rule: `sqrt(h^2 + t(df=${df})^2 x sum(s^2/n))`,
    coversZero: interval.low <= 0 && interval.high >= 0,
  };
}
