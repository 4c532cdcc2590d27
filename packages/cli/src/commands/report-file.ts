import { mkdir, writeFile } from "node:fs/promises";
import { dirname, extname } from "node:path";
import { OptionError, type Report } from "@whileai/core";
import { junitXml, stepSummary } from "@whileai/stats";
import type { CommandResult, Perform } from "./command.js";
import type { Terminal } from "./terminal.js";

/** The result of a command that measures. */
export type ReportsResult = CommandResult & { readonly text: string; readonly reports: readonly Report[] };

/** How reports are written, by the file's extension. */
const WRITERS: ReadonlyMap<string, (result: ReportsResult) => string> = new Map([
  [".json", ({ document }: ReportsResult) => `${JSON.stringify(document, null, 2)}\n`],
  [".txt", ({ text }: ReportsResult) => `${text}\n`],
  [".xml", ({ reports }: ReportsResult) => junitXml(reports)],
  [".md", ({ reports }: ReportsResult) => stepSummary(reports)],
]);

/** The option of commands whose report can go to a file too. */
export const REPORT_FILE_OPTION = [
  "--out <path>",
  "also write the report to a file: .json, .txt, .xml (JUnit), .md (step summary)",
] as const;

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
    const { out } = options;
    const write = out === undefined ? undefined : writerOf(out);
    const result = await work(terminal);
    if (out === undefined || write === undefined) return result;
    await mkdir(dirname(out), { recursive: true });
    await writeFile(out, write(result));
    terminal.note(`wrote ${out}`);
    return result;
  });
}

function writerOf(path: string): (result: ReportsResult) => string {
  const write = WRITERS.get(extname(path).toLowerCase());
  if (write !== undefined) return write;
  throw new OptionError({
    option: "out",
    received: path,
    message: `--out: a report cannot be written as ${extname(path) || "a file without an extension"}.`,
    fix: `Use ${[...WRITERS.keys()].join(" or ")}.`,
  });
}
