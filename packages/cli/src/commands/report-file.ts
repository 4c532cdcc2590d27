import { mkdir, writeFile } from "node:fs/promises";
import { dirname, extname } from "node:path";
import { OptionError, type Report } from "@whileai/core";
import { junitXml, stepSummary } from "@whileai/stats";
import type { Terminal } from "./terminal.js";

/** How a report is written, by the file's extension. */
const WRITERS: ReadonlyMap<string, (report: Report) => string> = new Map([
  [".json", (report: Report) => `${JSON.stringify(report, null, 2)}\n`],
  [".txt", (report: Report) => `${report}\n`],
  [".xml", (report: Report) => junitXml([report])],
  [".md", (report: Report) => stepSummary([report])],
]);

/** The option of commands whose report can go to a file too. */
export const REPORT_FILE_OPTION = [
  "--out <path>",
  "also write the report to a file: .json, .txt, .xml (JUnit), .md (step summary)",
] as const;

/** Checks where a report will go, before anything is paid for. */
export function checkReportFile(path: string | undefined): void {
  if (path === undefined || WRITERS.has(extname(path).toLowerCase())) return;
  throw new OptionError({
    option: "out",
    received: path,
    message: `--out: a report cannot be written as ${extname(path) || "a file without an extension"}.`,
    fix: `Use ${[...WRITERS.keys()].join(" or ")}.`,
  });
}

/** Writes a report where `--out` says, if it does. */
export async function writeReportFile(path: string | undefined, report: Report, terminal: Terminal): Promise<void> {
  const write = path === undefined ? undefined : WRITERS.get(extname(path).toLowerCase());
  if (path === undefined || write === undefined) return;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, write(report));
  terminal.note(`wrote ${path}`);
}
