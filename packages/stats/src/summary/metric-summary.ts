import {
  countText,
  createReport,
  exactBootstrapMean,
  fixedText,
  type Interval,
  MIN_INTERVAL_VALUES,
  mean,
  type Note,
  type ReportOf,
  type RowLike,
  renderNotes,
} from "@whileai/core";
import { intervalEnds } from "../inference/interval-ends.js";
import { PASS_AT_1 } from "../metric/metric-name.js";
import { readTaskValues } from "../metric/metric-tally.js";
import { requireMeasured } from "../metric/require-measured.js";
import type { TaskValues } from "../metric/task-values.js";
import { dueNotes } from "../notes/note-parts.js";
import { repeatedRollouts } from "../notes/repeated-rollouts.js";

const DIGITS = 2;

/** The data of a {@link MetricSummary}. */
export interface MetricSummaryFields {
  readonly metric: string;
  /** Mean of task means; null without a readable row. */
  readonly mean: number | null;
  /** 95% bootstrap interval over tasks; null below three tasks and when every row has the same value. */
  readonly ci95: Interval | null;
  readonly nTasks: number;
  /** Rows with a readable value. */
  readonly nRows: number;
  readonly nRowsAt1: number;
  readonly nRowsAt0: number;
  /** Smallest and largest value of a row. */
  readonly lowest: number | null;
  readonly highest: number | null;
  /** Rows without a readable value, and entries that are not rows. */
  readonly nSkipped: number;
  /** Rows among them whose reward is a number, but neither 0 nor 1 as `pass_at_1` needs. */
  readonly nPartial: number;
  /** Rows that repeat a rollout already counted, and those among them that are graded otherwise. */
  readonly nDuplicates: number;
  readonly nContradicting: number;
  /** Whether at least two rows were read and all have the same value. */
  readonly degenerate: boolean;
}

/** What {@link metricSummary} gives. */
export type MetricSummary = ReportOf<"metric_summary", MetricSummaryFields>;

const notesOf = (fields: MetricSummaryFields): Note[] =>
  dueNotes([
    [fields.nRows === 0, "not_measured", `no row has a readable ${fields.metric}.`, undefined, "error"],
    [
      fields.nPartial > 0,
      "partial_rewards",
      `${countText(fields.nPartial, "row")} with a reward not 0 or 1 left out.`,
      "Metric `mean_reward` reads them.",
    ],
    [
      fields.degenerate,
      "degenerate",
      `all ${fields.nRows} rows have the value ${fields.lowest}, so nothing is known about the spread.`,
      "Check what measures it on rows that must differ.",
    ],
    [
      fields.nRows > 0 && fields.nTasks < MIN_INTERVAL_VALUES,
      "no_interval",
      `${countText(fields.nTasks, "task")}, and an interval needs ${MIN_INTERVAL_VALUES}.`,
      undefined,
      "info",
    ],
    repeatedRollouts(fields),
  ]);

function metricSummaryText({ metric, mean: value, ci95, nTasks, nRows, nSkipped, notes }: MetricSummary): string {
  const band = ci95 === null ? "" : ` [${fixedText(ci95.low, DIGITS)}..${fixedText(ci95.high, DIGITS)}]`;
  const skipped = nSkipped === 0 ? "" : `, ${countText(nSkipped, "row")} without it`;
  const shown = value === null ? "n/a" : fixedText(value, DIGITS);
  const head = `${metric} ${shown}${band} (${countText(nTasks, "task")}, ${countText(nRows, "row")}${skipped})`;
  return [head, ...renderNotes(notes)].join("\n");
}

/** The summary of values that were already read. */
export function summaryOf(values: TaskValues): MetricSummary {
  const means = [...values.perTask.values()].map((task) => task.mean);
  const { metric, nRows, nAtOne, nAtZero, lowest, highest, nPartial, nDuplicates, nContradicting } = values;
  const degenerate = nRows >= 2 && lowest === highest;
  const fields: MetricSummaryFields = {
    metric,
    mean: mean(means),
    ci95: degenerate ? null : intervalEnds(exactBootstrapMean(means)),
    nTasks: means.length,
    nRows,
    nRowsAt1: nAtOne,
    nRowsAt0: nAtZero,
    lowest,
    highest,
    nSkipped: values.nSkipped + values.nNotRows,
    nPartial,
    nDuplicates,
    nContradicting,
    degenerate,
  };
  return createReport("metric_summary", fields, notesOf(fields), metricSummaryText);
}

/**
 * One metric of a run in one line: the mean of task means with its bootstrap interval over tasks.
 *
 * The interval is that of `passAt` (exact percentile bootstrap): it is too narrow for few tasks and for rates near 0
 * or 1, and it is withheld when every row has the same value. Efron and Tibshirani 1993; Miller 2024, arXiv:2411.00640.
 *
 * Throws an `OptionError` for a metric that does not exist, or a marker that no row has while rows have others.
 *
 * @example
 * console.log(`${metricSummary([{ scenario_id: "a", markers: { refusal: 1 } }], "marker:refusal")}`);
 */
export function metricSummary(rows: Iterable<RowLike>, metric: string = PASS_AT_1): MetricSummary {
  const values = readTaskValues("metricSummary", rows, [metric]).get(metric) as TaskValues;
  requireMeasured("metricSummary", [values]);
  return summaryOf(values);
}
