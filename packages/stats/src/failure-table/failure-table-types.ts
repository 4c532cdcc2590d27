import type { Interval, ReportOf, Row } from "@whileai/core";
import type { GroupReader } from "../metric/group-reader.js";

/** What rollouts are grouped by: a known name, a field of the row, or a function that names one cell or several. */
export type FailureGrouping = string | ((row: Row) => unknown);

/** How p-values are adjusted for looking at many cells. */
export type FailureCorrection = "benjamini-hochberg" | "holm" | "none";

/** Options of `failureTable`. */
export interface FailureTableOptions {
  /**
   * What to group by, one or several: `"tool"` (called, and of the situation), `"rule"`, `"stance"`, `"fault"` (fired, and
   * planned), `"marker"`, `"marker:<name>"`, `"world_state"`, `"history"`, the name of a field (looked up in the row, in its
   * `scenario_dimensions`, in its `lineage`), a path such as `"scenario_dimensions.channel"`, or a function. Default: the
   * known ones by which the rows differ.
   */
  readonly by?: FailureGrouping | readonly FailureGrouping[] | undefined;
  /** Confidence level of intervals; 1 minus it is the most an adjusted p-value may be to call a cell worse. Default 0.95. */
  readonly level?: number | undefined;
  /** Cells with fewer graded tasks, or clusters of them, are listed and not ranked. Default 5. */
  readonly minTasks?: number | undefined;
  /** Default "benjamini-hochberg". */
  readonly correction?: FailureCorrection | undefined;
  /** What makes tasks related, as in `compareRuns`: evidence then counts by cluster. Default: tasks are independent. */
  readonly clusterBy?: GroupReader | undefined;
}

/** How a cell was compared with the rollouts outside it. */
export type CellComparison = "paired" | "two_sample";

/** One group of rollouts. */
export interface FailureCell {
  /** What it groups by, such as `tool_called`. */
  readonly by: string;
  /** The value that its rollouts have in common. */
  readonly cell: string;
  /** Tasks with a graded rollout in the cell. */
  readonly nTasks: number;
  /** Clusters that these tasks are in; null without `clusterBy`. */
  readonly nClusters: number | null;
  /** Rollouts with a pass or a fail. */
  readonly nRollouts: number;
  readonly nFailures: number;
  /** Rollouts with neither: in no rate. */
  readonly nUngraded: number;
  /** Mean over tasks of the share of their rollouts in the cell that fail; null when none is graded. */
  readonly failRate: number | null;
  /** The recommended interval over tasks; null below three of them. */
  readonly interval: Interval | null;
  /** Fail rate of what the cell was compared with; this and the next five are null where it could not be compared. */
  readonly restFailRate: number | null;
  /** How much more the cell fails; over the shared tasks alone when paired. */
  readonly difference: number | null;
  readonly comparison: CellComparison | null;
  readonly pValue: number | null;
  /** Adjusted over all ranked cells. */
  readonly adjustedP: number | null;
  /** Tasks that have graded rollouts both inside and outside. */
  readonly nShared: number;
  /** Whether it fails more than the rest beyond chance: adjusted p at most 1 - level. */
  readonly isWorse: boolean;
  /** Share of all failures that lie in the cell; null without failures. */
  readonly shareOfFailures: number | null;
  /** Tasks that fail here, the most often failing first. */
  readonly examples: readonly string[];
}

/** The data of a {@link FailureTable}. */
export interface FailureTableFields {
  /** Mean over tasks of the share of rollouts that fail; null when none is graded. */
  readonly failRate: number | null;
  readonly interval: Interval | null;
  readonly level: number;
  /** Tasks with a graded rollout. */
  readonly nTasks: number;
  /** Clusters that these tasks are in; null without `clusterBy`. */
  readonly nClusters: number | null;
  readonly nRollouts: number;
  readonly nFailures: number;
  /** Rollouts without a pass or fail: in no rate. */
  readonly nUngraded: number;
  /** Those of them whose reward is a number, but neither 0 nor 1. */
  readonly nPartial: number;
  /** Rows that repeat a rollout already counted. */
  readonly nDuplicates: number;
  /** Rollouts that a group got because its probe disagreed: left out, because they would count hard tasks twice. */
  readonly nBeyondProbe: number;
  /** Entries that are not rows. */
  readonly nNotRows: number;
  readonly minTasks: number;
  readonly correction: FailureCorrection;
  /** What was grouped by, in order. */
  readonly by: readonly string[];
  /** Highest fail rate first. */
  readonly cells: readonly FailureCell[];
  /** Cells with too few graded tasks to rank, by name. */
  readonly tooFew: readonly FailureCell[];
  /** The cell with the highest fail rate among those that fail more than the rest beyond chance; null when there is none. */
  readonly worst: FailureCell | null;
  /** Where the agent fails worst, in one sentence. */
  readonly summary: string;
  /** What to do about it. */
  readonly next: string;
}

/** What `failureTable` gives. */
export type FailureTable = ReportOf<"failure_table", FailureTableFields>;
