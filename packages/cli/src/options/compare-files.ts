import { OptionError, type Row } from "@whileai/core";
import type { Terminal } from "../terminal/terminal.js";
import { type ResultsCommandOptions, readResultsOption } from "./results-option.js";

/** Options that give each run of a side as a file of its own. */
export interface SideFiles {
  before?: string[];
  after?: string[];
}

/** The files of a side: one as an argument, or one for each run as an option. */
export function filesOf(side: "before" | "after", file: string | undefined, options: SideFiles): string[] {
  const runs = options[side];
  if (runs !== undefined && file !== undefined)
    throw new OptionError({
      option: side,
      received: file,
      message: `--${side} and the file ${file} do not go together.`,
      fix: "Give all runs with --before and --after, or one file a side without them.",
    });
  return runs ?? (file === undefined ? [] : [file]);
}

/** The rows of a side. Several files are several runs, whatever their rows say. */
export async function readSide(
  files: readonly string[],
  options: ResultsCommandOptions,
  terminal: Terminal,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [index, file] of files.entries())
    for (const row of await readResultsOption(file, options, terminal))
      rows.push(files.length === 1 ? row : ofRun(row, index + 1));
  return rows;
}

function ofRun(row: Row, run: number): Row {
  const own = row.lineage?.eval_run;
  return { ...row, lineage: { ...row.lineage, eval_run: own === undefined ? `${run}` : `${run}/${own}` } };
}
