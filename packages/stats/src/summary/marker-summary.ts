import {
  createReport,
  MIN_INTERVAL_VALUES,
  type Note,
  type ReportOf,
  type RowLike,
  renderNotes,
  requireRows,
} from "@whileai/core";
import { markerMetric } from "../metric/metric-name.js";
import { manyTaskValues } from "../metric/task-values.js";
import { markerNames } from "./marker-names.js";
import { type MetricSummary, summaryOf } from "./metric-summary.js";

/** The data of a {@link MarkerSummary}. */
export interface MarkerSummaryFields {
  /** By marker name, ascending. */
  readonly markers: ReadonlyMap<string, MetricSummary>;
  readonly nMarkers: number;
}

/** What {@link markerSummary} gives. */
export type MarkerSummary = ReportOf<"marker_summary", MarkerSummaryFields>;

function markerSummaryText({ markers, notes }: MarkerSummary): string {
  return [...[...markers.values()].map(String), ...renderNotes(notes, "")].join("\n");
}

/**
 * Every marker of a run as `metricSummary` gives it: the mean of task means, its interval over tasks, and what to mind.
 * Markers are read as numbers; true counts as 1. The intervals hold one by one: of twenty markers one is expected to
 * lie outside its own.
 *
 * @example
 * markerSummary([{ scenario_id: "a", markers: { refusal: 1 } }]).markers.get("refusal")?.mean; // 1
 */
export function markerSummary(rows: Iterable<RowLike>): MarkerSummary {
  const given = [...requireRows("markerSummary", rows)];
  const names = markerNames(given);
  const values = manyTaskValues(given, names.map(markerMetric));
  const markers = new Map<string, MetricSummary>();
  for (const name of names) {
    const found = values.get(markerMetric(name));
    if (found !== undefined) markers.set(name, summaryOf(found));
  }
  const notes: Note[] = [];
  if (markers.size === 0) notes.push({ code: "no_markers", severity: "info", message: "no row carries markers." });
  const few = [...markers].filter(([, { nTasks }]) => nTasks < MIN_INTERVAL_VALUES).map(([name]) => name);
  if (few.length > 0)
    notes.push({
      code: "few_tasks",
      severity: "info",
      message: `fewer than ${MIN_INTERVAL_VALUES} tasks, so no interval: ${few.join(", ")}.`,
    });
  return createReport("marker_summary", { markers, nMarkers: markers.size }, notes, markerSummaryText);
}
