import { type ReportsResult, reportFile } from "../results/report-file.js";
import type { Terminal } from "../terminal/terminal.js";
import { checkOutPath } from "./check-out-path.js";
import { refuseOwnInput } from "./refuse-own-input.js";

/**
 * What a command that writes rows does first: none of its files is one that it reads or another of them, rows that are there
 * stay without `--force`, and the report can be written as it is called.
 *
 * @param outputs - By option: its file of rows, and those that the work makes beside it.
 * @returns The way to keep the report.
 */
export function rowOutputs(
  outputs: Readonly<Record<string, string | undefined>>,
  {
    report,
    force,
    reads,
  }: { report?: string | undefined; force?: boolean | undefined; reads: readonly (string | undefined)[] },
  terminal: Terminal,
): (result: ReportsResult) => Promise<void> {
  refuseOwnInput({ ...outputs, report }, reads);
  checkOutPath(outputs, { force });
  return reportFile("report", report, terminal);
}
