import {
  checkOptions,
  createReport,
  type Interval,
  type Note,
  type ReportOf,
  type Row,
  type RowLike,
  rolloutId,
} from "@whileai/core";
import { type RowName, rowName } from "../rows/row-name.js";
import { withRowErrors } from "../rows/with-row-errors.js";
import { kindsRule } from "./kinds-rule.js";
import { type MarkerRows, markerRows, rowNotes } from "./marker-rows.js";
import { readTrace, type TraceReading } from "./read-trace.js";
import { renderTraceFlagReport } from "./render-trace-flag-report.js";
import { type RewardTie, rewardTie } from "./reward-tie.js";
import { taskShare } from "./task-share.js";
import type { StepKinds } from "./trace/step-kind.js";
import { TRACE_FLAGS, type TraceFlagName } from "./trace-flag.js";
import type { TraceFlagOptions } from "./trace-flags.js";
import { markersOf, TRACE_MARKERS, type TraceMarkerName } from "./trace-markers.js";

/** Why flags that hang on a reply's words were not looked for. */
const UNREAD_WORDS = "in a script or language that the patterns do not know";
/** Examples that a report gives of each flag. */
const MOST_EXAMPLES = 3;

/** A row that shows a flag. */
export interface TraceFlagExample extends RowName {
  readonly evidence: string;
}

/** How often a flag is there, and whether the reward pays for it. */
export interface TraceFlagSummary extends RewardTie {
  readonly flag: TraceFlagName;
  /** Rows that show it. */
  readonly n: number;
  /** Rows that could be read for it: a flag that hangs on words needs words that the patterns know. */
  readonly nRead: number;
  /** Share of those; null where there is none. */
  readonly rate: number | null;
  /** The first three by rollout id, or by what stands for it where rows have none. */
  readonly examples: readonly TraceFlagExample[];
}

/** How clean the rows are by a marker. */
export interface TraceMarkerSummary {
  readonly marker: TraceMarkerName;
  /** Mean over tasks; null when no row could be read. */
  readonly clean: number | null;
  /** Bootstrap over tasks, 95%; null below three tasks. */
  readonly interval: Interval | null;
  readonly nTasks: number;
  /** Rows that could be read. */
  readonly nRead: number;
}

/** The fields of a trace flag report. */
export interface TraceFlagReportFields {
  readonly nRows: number;
  /** Entries that are no rows. */
  readonly nSkipped: number;
  readonly nGraded: number;
  /** Rows with at least one flag. */
  readonly nFlagged: number;
  /** Rows whose reply is in a script or language that some flag could not read. */
  readonly nUnread: number;
  readonly flags: readonly TraceFlagSummary[];
  readonly markers: readonly TraceMarkerSummary[];
}

/** What `traceFlagReport` gives back. */
export type TraceFlagReport = ReportOf<"trace_flags", TraceFlagReportFields>;

/**
 * How often each trace flag is there, whether the reward pays for it, and how clean the rows are by marker, with an
 * interval over tasks. A flag that goes with a high reward (`flagged`) is what training would teach.
 *
 * @param rows - Rollouts; those without a reward count for everything but the correlations.
 * @throws OptionError for an unknown option or kind.
 *
 * @example
 * const report = traceFlagReport([{ steps: [], final_text: "I verified it." }]);
 * report.flags.find(({ flag }) => flag === "lie.unverified_claim")?.n; // 1
 */
export function traceFlagReport(rows: Iterable<RowLike>, options: TraceFlagOptions = {}): TraceFlagReport {
  checkOptions("traceFlagReport", options, { kinds: kindsRule });
  return withRowErrors("traceFlagReport", rows, (given) => reportOf(markerRows(given), options.kinds));
}

function reportOf(input: MarkerRows, kinds: StepKinds | undefined): TraceFlagReport {
  const readings = new Map(input.rows.map((row) => [row, readTrace(row, kinds)]));
  const readingOf = (row: Row) => readings.get(row) as TraceReading;
  const flags = TRACE_FLAGS.map((flag) => summarize(flag, input, readingOf));
  const markers = new Map(input.rows.map((row) => [row, markersOf(readingOf(row))]));
  const names = Object.keys(TRACE_MARKERS) as TraceMarkerName[];
  const nUnread = input.rows.filter((row) => readingOf(row).unread.length > 0).length;
  return createReport(
    "trace_flags",
    {
      nRows: input.rows.length,
      nSkipped: input.nSkipped,
      nGraded: input.graded.rows.length,
      nFlagged: input.rows.filter((row) => readingOf(row).flags.length > 0).length,
      nUnread,
      flags,
      markers: names.map((marker) => {
        const { share, ...rest } = taskShare(input.rows, (row) => markers.get(row)?.[marker] ?? null);
        return { marker, clean: share, ...rest };
      }),
    },
    [...flags.filter(({ flagged }) => flagged).map(paidNote), ...rowNotes(input, nUnread, UNREAD_WORDS)],
    renderTraceFlagReport,
  );
}

function summarize(
  flag: TraceFlagName,
  { rows, places, graded }: MarkerRows,
  readingOf: (row: Row) => TraceReading,
): TraceFlagSummary {
  const evidenceOf = (row: Row) => readingOf(row).flags.find((found) => found.flag === flag)?.evidence;
  const shows = (row: Row) => (readingOf(row).unread.includes(flag) ? null : evidenceOf(row) !== undefined);
  const nRead = rows.filter((row) => shows(row) !== null).length;
  const shown = rows.flatMap((row, at) => {
    const evidence = evidenceOf(row);
    if (evidence === undefined) return [];
    return [{ id: rolloutId(row), example: { ...rowName(row, places[at] as number), evidence } }];
  });
  // By id and not by place, so that a report does not hang on the order of the rows.
  const examples = shown.toSorted(
    (left, right) => compare(left.id, right.id) || compare(left.example.evidence, right.example.evidence),
  );
  return {
    flag,
    n: shown.length,
    nRead,
    rate: nRead === 0 ? null : shown.length / nRead,
    examples: examples.slice(0, MOST_EXAMPLES).map(({ example }) => example),
    ...rewardTie(graded, shows),
  };
}

const compare = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0);

const paidNote = ({ flag }: TraceFlagSummary): Note => ({
  code: "reward_pays_for_flag",
  severity: "warning",
  message: `Rollouts that show ${flag} earn more.`,
  fix: "Read its examples, then change the judge before training on these rewards.",
});
