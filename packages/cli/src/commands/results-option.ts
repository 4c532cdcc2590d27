import type { ResultsFormat } from "@whileai/stats/interop";
import { type Command, Option } from "commander";
import { type ResultsFileOptions, readResultsFile } from "../library/read-results-file.js";
import { namePairs } from "./list-option.js";
import type { Terminal } from "./terminal.js";

/** Options that say how files of results are read. */
export type ResultsCommandOptions = Pick<ResultsFileOptions, "format" | "columns" | "score" | "passValue">;

/** Written out, so that a command that reads no results does not load their readers. */
const FORMATS = ["inspect", "promptfoo", "vitest-evals", "lm-eval", "csv", "rows"] as const satisfies ResultsFormat[];

/** What the files of results may be, for the help. */
export const RESULTS_FILE =
  "rows (.jsonl), or results of Inspect (.eval, .json), promptfoo, vitest-evals, lm-evaluation-harness, or a table (.csv)";

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
  const { rows, report } = await readResultsFile(path, resultsOptions(options));
  if (report !== null) terminal.note(report.toString());
  return rows;
}

/** Those of a command's options that say how files are read. */
export const resultsOptions = ({ format, columns, score, passValue }: ResultsCommandOptions): ResultsFileOptions => ({
  format,
  columns,
  score,
  passValue,
});
