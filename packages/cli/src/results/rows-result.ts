import type { Report, Row } from "@whileai/core";
import type { RowsContext } from "../library/rows-context.js";
import { type CommandResult, reportResult } from "../terminal/command.js";
import type { Terminal } from "../terminal/terminal.js";
import { wroteRows } from "./wrote-rows.js";

/** Rows that a command made, what they carry along, the report of making them, and how they are written where `--out` says. */
export interface MadeRows {
  readonly rows: readonly Row[];
  readonly context: RowsContext;
  readonly report: Report;
  readonly exitCode: number;
  readonly save: (path: string) => Promise<void>;
}

/** The result of a command that makes rows: in a file with the report on stdout, or on stdout with the report beside it. */
export async function rowsResult(
  { rows, context, report, exitCode, save }: MadeRows,
  { out, json }: { out?: string; json?: boolean },
  terminal: Terminal,
): Promise<CommandResult> {
  if (out !== undefined) {
    await save(out);
    terminal.note(wroteRows(out, rows.length, context));
    return reportResult(report, exitCode);
  }
  if (json) return { text: "", document: { report: report.toJSON(), rows }, exitCode };
  terminal.note(report.toString());
  const text = rows.length === 0 ? null : rows.map((row) => JSON.stringify(row)).join("\n");
  return { text, document: undefined, exitCode };
}
