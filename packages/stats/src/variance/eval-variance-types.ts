import type { ReportOf } from "@whileai/core";

/** How much means move from run to run, in points: below 0.35, below 0.7, or more. */
export type Stability = "very_stable" | "stable" | "high_variance";

/** Options of `evalVariance`. */
export interface EvalVarianceOptions {
  /** Default `pass_at_1`; also `mean_reward` and `marker:<name>`. */
  readonly metric?: string | undefined;
  /** The row field, or field of `lineage`, that says the run when one list is given. Default: `eval_run`, `scoring_run_id`. */
  readonly by?: string | undefined;
}

/** The data of an {@link EvalVariance}. All numbers are in the metric's own unit, unless named points. */
export interface EvalVarianceFields {
  readonly metric: string;
  /** Runs with a readable row. */
  readonly nRuns: number;
  /** Mean of task means for each run; null for a run without a readable row. */
  readonly means: ReadonlyMap<string, number | null>;
  /** Mean over runs. */
  readonly mean: number | null;
  /** Sample standard deviation of the run means; null below two runs. */
  readonly runStd: number | null;
  /** The same in points (hundredths). */
  readonly runStdPoints: number | null;
  /** How far one re-run may lie from another: t(df)·√2·runStd. */
  readonly noiseBand: number | null;
  readonly noiseBandDf: number | null;
  /** Whether the metric lies from 0 to 1 and the band is as wide: no difference of two single runs can leave it. */
  readonly bandExceedsScale: boolean;
  readonly stability: Stability | null;
  /** What `runStd` would be from the chance of rollouts alone, tasks and agent unchanged; `pass_at_1` only. */
  readonly samplingStd: number | null;
  /** `runStd` of every metric that all runs have. */
  readonly runStdByMetric: ReadonlyMap<string, number | null>;
  /** Tasks with a readable value in every run, and in any. */
  readonly tasksInEveryRun: number;
  readonly tasksInAnyRun: number;
  /** Rows of a single list that say no run. */
  readonly nUnkeyed: number;
  /** Groups of runs with the same replies and verdicts: one run counted several times, or an agent without chance. */
  readonly replayedRuns: readonly (readonly string[])[];
  /** Groups of runs with the same replies and other verdicts: their spread is the judge's. */
  readonly rescoredRuns: readonly (readonly string[])[];
  /** Groups of runs with the same verdicts, where nothing else can be compared. */
  readonly sameOutcomes: readonly (readonly string[])[];
}

/** What `evalVariance` gives. */
export type EvalVariance = ReportOf<"eval_variance", EvalVarianceFields>;
