import { OptionError, type Row } from "@whileai/core";
import type { ResultsFormat } from "@whileai/stats/interop";
import { type Command, Option } from "commander";
import { openResultsFile, type ResultsFile, type ResultsFileOptions } from "../library/read-results-file.js";
import type { Terminal } from "../terminal/terminal.js";
import { namePairs } from "./list-option.js";

/** Options that say how files of results are read. */
export type ResultsCommandOptions = Pick<ResultsFileOptions, "format" | "columns" | "score" | "passValue">;

/** Written out, so that a command that reads no results does not load their readers. */
const FORMATS = ["inspect", "promptfoo", "vitest-evals", "lm-eval", "csv", "rows"] as const satisfies ResultsFormat[];

/** What the files of results may be, for the help. */
export const RESULTS_FILE =
  "rows (.jsonl, .json), results of Inspect (.eval, .json), promptfoo, vitest-evals or lm-evaluation-harness, or a table (.csv), each plain or packed (.gz)";

/** Adds the options that say how files of results are read. */
export function addResultsOptions(command: Command): Command {
  return command
    .addOption(new Option("--format <format>", "the format of the files (default: found out)").choices(FORMATS))
    .option(
      "--columns <field=column,…>",
      "tables: the column of a field, such as scenario_id=task,reward=passed",
      namePairs,
    )
    .option("--score <name>", "which of a tool's scores is the reward (default: its own pass or fail)")
    .option("--pass-value <value>", "the one score that counts as passed (Inspect, tables)");
}

/** Rows of a file, with what is to be known about how they were read told beside the results. */
export async function readResultsOption(path: string, options: ResultsCommandOptions, terminal: Terminal) {
  const file = await openResultsOption(path, options);
  const rows: Row[] = [];
  for await (const row of file.rows) rows.push(row);
  noteReading(path, file, rows.length, terminal);
  return rows;
}

/** A file of results that is read row by row; what is wrong with how to read it names the file. */
export async function openResultsOption(path: string, options: ResultsCommandOptions): Promise<ResultsFile> {
  try {
    return await openResultsFile(path, resultsOptions(options));
  } catch (error) {
    throw error instanceof OptionError ? aboutFile(error, path) : error;
  }
}

/** Says how a file was read, once it was. */
export function noteReading(path: string, file: ResultsFile, nRows: number, terminal: Terminal): void {
  const report = file.report();
  if (report !== null) terminal.note(report.toString());
  else if (nRows === 0) terminal.note(`${path} holds no rows`);
}

/** An error about how a file is read, with the file in the place of the function: `csvRows: …` becomes `table.csv: …`. */
function aboutFile(error: OptionError, path: string): OptionError {
  const { option, received, didYouMean, fix, message } = error;
  const what = message.slice(0, message.length - fix.length).trimEnd();
  return new OptionError({
    option,
    received,
    didYouMean,
    cause: error,
    message: what.replace(/^\w+: /, `${path}: `),
    fix,
  });
}

/** Those of a command's options that say how files are read. */
const resultsOptions = ({ format, columns, score, passValue }: ResultsCommandOptions): ResultsFileOptions => ({
  format,
  columns,
  score,
  passValue,
});
