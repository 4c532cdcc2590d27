import { OptionError, type Row } from "@whileai/core";
import { readResultsFile } from "../library/read-results-file.js";

/**
 * Evaluations by the names of their files. `columns` says under which names they hold what is compared. Of a table each
 * column is a field: an evaluation needs neither rewards nor ids.
 *
 * @throws OptionError for a column that no row of a file has.
 */
export async function evalSources(
  paths: readonly string[],
  columns: Readonly<Record<string, string>> | undefined,
): Promise<Record<string, Row[]>> {
  const sources: [string, Row[]][] = [];
  for (const path of paths) {
    const { rows, report } = await readResultsFile(path, { asWritten: true });
    // Another tool's results have names of their own; a table has ours, or those that `columns` says.
    const isOurs = report === null || report.format === "csv";
    sources.push([path, isOurs && columns !== undefined ? renamed(path, rows, columns) : rows]);
  }
  return Object.fromEntries(sources);
}

function renamed(path: string, rows: readonly Row[], columns: Readonly<Record<string, string>>): Row[] {
  const pairs = Object.entries(columns);
  const missing = pairs.find(([, column]) => rows.length > 0 && rows.every((row) => row[column] === undefined));
  if (missing !== undefined)
    throw new OptionError({
      option: "columns",
      received: missing[1],
      message: `--columns: no row of ${path} has the field ${JSON.stringify(missing[1])}.`,
      fix: `Its first row has ${Object.keys(rows[0] as Row).join(", ") || "no fields"}.`,
    });
  return rows.map((row) => ({
    ...row,
    // A row of another shape keeps what it has.
    ...Object.fromEntries(
      pairs.flatMap(([field, column]) => (row[column] === undefined ? [] : [[field, row[column]]])),
    ),
  }));
}
