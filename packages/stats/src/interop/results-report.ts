import { countText, createReport, type Note, type ReportOf, type Row, renderNotes } from "@whileai/core";
import { plainLine } from "../table/fit-text.js";

/** The formats that can be read. `rows` are our own, as JSON lines or one array. */
export const RESULTS_FORMATS = ["inspect", "promptfoo", "vitest-evals", "lm-eval", "csv", "rows"] as const;

/** A format of results. */
export type ResultsFormat = (typeof RESULTS_FORMATS)[number];

/** An entry that could not be read, as the plain data of its RowError. */
export interface ResultProblem {
  readonly code: string;
  readonly message: string;
  readonly path?: string | undefined;
  readonly line?: number | undefined;
  readonly field?: string | undefined;
}

/** One run among the rows: statistics of several runs at once mix them. */
export interface ResultRun {
  readonly evalRun: string | null;
  readonly policyVersion: string | null;
  readonly nRows: number;
}

/** What is known about how the rows were read. */
export interface ResultsReportFields {
  readonly format: ResultsFormat;
  /** The file, when its name was given. */
  readonly name: string | null;
  readonly nRows: number;
  readonly nTasks: number;
  /** Rows with a reward, and rows without one: those have `judge_status` and `reason`. */
  readonly nScored: number;
  readonly nUnscored: number;
  /** Entries that gave no row: unreadable, or left out on purpose (a note says which). */
  readonly nSkipped: number;
  /** What the reward was read from, and what else it could have been read from. */
  readonly rewardFrom: string | null;
  readonly alternatives: readonly string[];
  readonly runs: readonly ResultRun[];
  /** The first entries that could not be read. */
  readonly problems: readonly ResultProblem[];
}

/** Says what was recognised in a file of results, and what was not. */
export type ResultsReport = ReportOf<"results", ResultsReportFields>;

/** Rows, and how they were read. */
export interface Results {
  readonly rows: Row[];
  readonly report: ResultsReport;
}

/** Rows one by one. `report()` tells what was read so far: all of it after the last row. */
export interface ResultStream extends AsyncIterable<Row> {
  report(): ResultsReport;
}

function render(report: ResultsReport): string {
  const { format, name, nRows, nTasks, nScored, nUnscored, nSkipped, rewardFrom, alternatives, notes, problems } =
    report;
  const others = alternatives.length === 0 ? "" : `, also there: ${alternatives.join(", ")}`;
  // Names and messages hold what stands in the file.
  const lines = [
    `${format} results${name === null ? "" : ` of ${name}`}: ${countText(nRows, "row")} of ${countText(nTasks, "task")}, ${nScored} with a reward, ${nUnscored} without, ${nSkipped} skipped`,
    ...(rewardFrom === null ? [] : [`  reward: ${rewardFrom}${others}`]),
    ...renderNotes(notes, "  "),
    ...problems.map(({ message }) => `  skipped: ${message}`),
  ];
  return lines.map((line) => `${/^ */.exec(line)?.[0]}${plainLine(line)}`).join("\n");
}

/** The report of a reading, from its counts. */
export function resultsReport(fields: ResultsReportFields, notes: readonly Note[]): ResultsReport {
  return createReport("results", fields, notes, render);
}
