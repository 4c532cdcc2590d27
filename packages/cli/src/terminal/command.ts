import type { Report } from "@whileai/core";
import type { Command } from "commander";
import type { Terminal } from "./terminal.js";

/** What a command leaves behind: its result, and the exit code that says how it went. */
export interface CommandResult {
  /** The terminal text, without the last line break; null where everything was printed as it came. */
  readonly text: string | null;
  /** The document of `--json`. */
  readonly document: unknown;
  readonly exitCode: number;
  /** The reports that the text is made of: it is then printed in the words of the command. */
  readonly reports?: readonly Report[] | undefined;
}

/** A command: adds itself to the program and hands its work to `perform`, which prints and sets the exit code. */
export type AddCommand = (program: Command, perform: Perform) => void;

/** Runs a command's work under the common rules: one result on stdout, errors with their fix, exit codes. */
export type Perform = (
  options: { json?: boolean },
  work: (terminal: Terminal) => Promise<CommandResult>,
) => Promise<void>;

/** The result of a command whose result is a report. */
export function reportResult(report: Report, exitCode: number) {
  return { text: report.toString(), document: report.toJSON(), exitCode, reports: [report] };
}

/** The option every command has. */
export const JSON_OPTION = ["--json", "print one JSON document on stdout, errors too"] as const;
