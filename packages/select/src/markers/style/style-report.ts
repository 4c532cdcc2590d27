import { createReport, type Interval, isRecord, type Note, type ReportOf, type Row, type RowLike } from "@whileai/core";
import { withRowErrors } from "../../rows/with-row-errors.js";
import { type MarkerRows, markerRows, rowNotes, UNREAD_REPLY } from "../marker-rows.js";
import { type RewardTie, rewardTie } from "../reward-tie.js";
import { taskShare } from "../task-share.js";
import { renderStyleReport } from "./render-style-report.js";
import { markerReader, STYLE_MARKERS, type StyleMarkerName, type StyleReading } from "./style-markers.js";
import { type StyleOptions, stylePhrases } from "./style-options.js";
import { STYLE_FAMILIES, type StyleFamily, type StylePhrases } from "./style-phrases.js";
import { type PhraseCount, topPhrases } from "./top-phrases.js";

/** One family of set phrases over all rows. */
export interface StyleSummary extends RewardTie {
  readonly family: StyleFamily;
  readonly marker: StyleMarkerName;
  /** Share of rows without such a phrase, as the mean over tasks; null when none could be read. */
  readonly clean: number | null;
  /** Bootstrap over tasks, 95%; null below three tasks. */
  readonly interval: Interval | null;
  readonly nTasks: number;
  /** Rows that could be read. */
  readonly nRead: number;
  /** Rows with such a phrase. */
  readonly hits: number;
  /** The five phrases in most rows. */
  readonly topPhrases: readonly PhraseCount[];
  /** All rows that could be read are the same, so that nothing can go with it. */
  readonly degenerate: boolean;
}

/** The fields of a style report. */
export interface StyleReportFields {
  readonly nRows: number;
  /** Entries that are no rows. */
  readonly nSkipped: number;
  readonly nGraded: number;
  /** Rows that some family could not read. A family that is turned off reads none, and counts none here. */
  readonly nUnread: number;
  readonly families: readonly StyleSummary[];
  /** Markers of the rows that come from elsewhere, by name. */
  readonly otherMarkers: readonly string[];
}

/** What `styleReport` gives back. */
export type StyleReport = ReportOf<"style", StyleReportFields>;

/**
 * How often the agent says the set phrases of each family, which ones, and whether the reward pays for them (`flagged`).
 *
 * @param rows - Rollouts, stamped by `styleMarkers` or not; those without a reward count for all but the correlations.
 * @throws OptionError for an unknown option or family, and for a blank phrase.
 *
 * @example
 * styleReport([{ final_text: "Great question!" }]).families.find(({ hits }) => hits > 0)?.family; // "sycophancy"
 */
export function styleReport(rows: Iterable<RowLike>, options: StyleOptions = {}): StyleReport {
  const phrases = stylePhrases("styleReport", options);
  return withRowErrors("styleReport", rows, (given) => reportOf(markerRows(given), phrases));
}

function reportOf(input: MarkerRows, phrases: StylePhrases): StyleReport {
  const read = markerReader(phrases);
  const readings = new Map(input.rows.map((row) => [row, read(row)]));
  const readingOf = (row: Row) => readings.get(row) as StyleReading;
  const families = STYLE_FAMILIES.map((family) => summarize(family, input, readingOf));
  const looked = STYLE_FAMILIES.filter((family) => phrases[family].length > 0).map((family) => STYLE_MARKERS[family]);
  const isUnread = (row: Row) => looked.some((marker) => readingOf(row).markers[marker] === null);
  const nUnread = input.rows.filter(isUnread).length;
  return createReport(
    "style",
    {
      nRows: input.rows.length,
      nSkipped: input.nSkipped,
      nGraded: input.graded.rows.length,
      nUnread,
      families,
      otherMarkers: otherMarkers(input.rows),
    },
    [...families.filter(({ flagged }) => flagged).map(paidNote), ...rowNotes(input, nUnread, UNREAD_REPLY)],
    renderStyleReport,
  );
}

function summarize(
  family: StyleFamily,
  { rows, graded }: MarkerRows,
  readingOf: (row: Row) => StyleReading,
): StyleSummary {
  const marker = STYLE_MARKERS[family];
  const { share, ...read } = taskShare(rows, (row) => readingOf(row).markers[marker]);
  const found = rows.map((row) => readingOf(row).hits[family]).filter((phrases) => phrases.length > 0);
  return {
    family,
    marker,
    clean: share,
    ...read,
    hits: found.length,
    topPhrases: topPhrases(found),
    degenerate: found.length === 0 || found.length === read.nRead,
    ...rewardTie(graded, (row) => {
      const clean = readingOf(row).markers[marker];
      return clean === null ? null : clean === 0;
    }),
  };
}

function otherMarkers(rows: readonly Row[]): string[] {
  const own = new Set<string>(Object.values(STYLE_MARKERS));
  const names = new Set<string>();
  for (const { markers } of rows)
    if (isRecord(markers)) for (const name of Object.keys(markers)) if (!own.has(name)) names.add(name);
  return [...names].sort();
}

const paidNote = ({ family }: StyleSummary): Note => ({
  code: "reward_pays_for_style",
  severity: "warning",
  message: `Replies with ${family} earn more.`,
  fix: "Look at its phrases, then change the judge before training on these rewards.",
});
