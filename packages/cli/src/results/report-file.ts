import { mkdir, writeFile } from "node:fs/promises";
import { dirname, extname } from "node:path";
import { createReport, OptionError, type Report } from "@whileai/core";
import { junitXml, type ReportCheck, stepSummary } from "@whileai/stats";
import type { CommandResult, Perform } from "../terminal/command.js";
import { flagOf } from "../terminal/command-words.js";
import { EXIT, type Terminal } from "../terminal/terminal.js";

/** The result of a command that measures. */
export type ReportsResult = CommandResult & {
  readonly text: string;
  readonly reports: readonly Report[];
  /** What build servers show in the place of the reports, where these hold no verdict of their own. */
  readonly checks?: readonly ReportCheck[] | undefined;
};

/** How reports are written, by the file's extension. */
const WRITERS: ReadonlyMap<string, (result: ReportsResult) => string> = new Map([
  [".json", ({ document }: ReportsResult) => `${JSON.stringify(document, null, 2)}\n`],
  [".txt", ({ text }: ReportsResult) => `${text}\n`],
  [".xml", ({ reports, checks }: ReportsResult) => junitXml(checks ?? reports)],
  [".md", ({ reports }: ReportsResult) => stepSummary(reports)],
]);
const REPORT_FILE = "also write the report to a file: .json, .txt, .xml (JUnit), .md (step summary)";

/** The option of commands whose report can go to a file too. */
export const REPORT_FILE_OPTION = ["--report, --out <path>", REPORT_FILE] as const;
/** The same for commands whose `--out` is a file of rows. */
export const REPORT_BESIDE_OPTION = ["--report <path>", REPORT_FILE] as const;

/**
 * Does the work of a command that measures, and keeps its reports where `--out` says. A file that cannot be written so is
 * refused before anything is paid for.
 */
export function performReports(
  perform: Perform,
  options: { json?: boolean; out?: string },
  work: (terminal: Terminal) => Promise<ReportsResult>,
): Promise<void> {
  return perform(options, async (terminal) => {
    const keep = reportFile("out", options.out, terminal);
    const result = await work(terminal);
    await keep(result);
    return result;
  });
}

/**
 * Keeps reports where an option says; nowhere without a path.
 *
 * @throws OptionError at once for a file that cannot be written so.
 */
export function reportFile(
  option: string,
  path: string | undefined,
  terminal: Terminal,
): (result: ReportsResult) => Promise<void> {
  if (path === undefined) return async () => {};
  const write = writerOf(option, path);
  return async (result) => {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, write(inWords(result, terminal.said)));
    terminal.note(`wrote ${path}`);
  };
}

/** A result as the command tells it; its document stays that of the library. */
function inWords(result: ReportsResult, said: (text: string) => string = (text) => text): ReportsResult {
  const { text, reports, checks } = result;
  return {
    ...result,
    text: said(text),
    reports: reports.map((report) => reportInWords(report, said)),
    checks: checks?.map((check) => ({
      ...check,
      reason: check.reason && said(check.reason),
      details: check.details && said(check.details),
    })),
  };
}

function reportInWords(report: Report, said: (text: string) => string): Report {
  const { notes } = report;
  const told = notes.map(({ message, fix, ...rest }) => ({
    ...rest,
    message: said(message),
    ...(fix === undefined ? {} : { fix: said(fix) }),
  }));
  return createReport(report.kind, { ...report }, told, () => said(report.toString()));
}

/** A report as one check by how the command ended: passed, failed or not evaluated. */
export function checkOf(report: Report, exitCode: number, reason: string): ReportCheck {
  const status = exitCode === EXIT.ok ? "passed" : exitCode === EXIT.failed ? "failed" : "not evaluated";
  return { group: report.kind, name: report.kind, status, reason, details: report.toString() };
}

function writerOf(option: string, path: string): (result: ReportsResult) => string {
  const write = WRITERS.get(extname(path).toLowerCase());
  if (write !== undefined) return write;
  throw new OptionError({
    option,
    received: path,
    message: `${flagOf(option)}: a report cannot be written as ${extname(path) || "a file without an extension"}.`,
    fix: `Use ${[...WRITERS.keys()].join(" or ")}.`,
  });
}
