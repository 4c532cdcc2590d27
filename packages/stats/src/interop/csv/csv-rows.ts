import { checkOptions, nearestName, OptionError, optionRule, type Row, RowError } from "@whileai/core";
import Papa from "papaparse";
import { entryError } from "../entry-error.js";
import { guarded } from "../guarded.js";
import { textOf } from "../parse-json.js";
import { passValueRule, READING_RULES } from "../reading-rules.js";
import type { Results } from "../results-report.js";
import { type ReadingOptions, ResultsTally } from "../results-tally.js";
import { type CsvField, csvRow, isCsvField, MARKER_PREFIX, ROW_FIELDS } from "./csv-row.js";

/** Options of `csvRows`. */
export interface CsvOptions extends ReadingOptions {
  /**
   * Which column each field of the rows is read from: `{ scenario_id: "task", reward: "passed", "marker:polite": "polite" }`.
   * A field that is not named is read from the column of the same name, if there is one.
   */
  readonly columns?: Readonly<Partial<Record<CsvField, string>>> | undefined;
  /**
   * The one value of the reward's column that counts as passed: a number equals its texts (1 is "1.0"), a boolean its spellings,
   * a text only itself. Default: 1, true, yes, pass, passed, correct, C.
   */
  readonly passValue?: string | number | boolean | undefined;
  /** What stands between fields. Default: the one of comma, semicolon, tab and bar that the first line has most of. */
  readonly delimiter?: string | undefined;
  /**
   * Takes lines as they are: each column becomes a field of its own name, an empty cell none, and no task, reward or index is
   * made. For tables of questions that nobody has answered yet. Default false.
   */
  readonly asWritten?: boolean | undefined;
}

const RULES = {
  ...READING_RULES,
  columns: optionRule.record,
  passValue: passValueRule,
  delimiter: optionRule.text,
  asWritten: optionRule.flag,
};
const DELIMITERS = [",", ";", "\t", "|"];
const LINE_ENDS = /\r\n|\n|\r/g;
const QUOTED = /"[^"]*"/g;

/**
 * Rows from a table (RFC 4180: quotes, doubled quotes, line ends in quotes; a byte order mark and CRLF are fine). The first line names
 * the columns. A column that no field is read from is kept in `lineage.columns`. An empty reward is null, and so is one that is neither a
 * number nor a word for passed or failed. Without `rollout_index` the rows of one task and policy are counted in order. With
 * `asWritten` none of this is done.
 *
 * @throws OptionError when a named column is not there or there twice, or none holds the task or a reward; RowError when the text
 * is no table.
 *
 * @example
 * const { rows } = csvRows("task,passed\nrefund,yes\nrefund,no\n", { columns: { scenario_id: "task", reward: "passed" } });
 * console.log(`${passAt(rows)}`);
 */
export function csvRows(table: string | Uint8Array, options: CsvOptions = {}): Results {
  checkOptions("csvRows", options, RULES);
  return guarded(options.name, () => {
    if (typeof table !== "string" && !(table instanceof Uint8Array))
      throw entryError("a table as text or bytes", table, { name: options.name });
    return readTable(textOf(table, { name: options.name }), options);
  });
}

function readTable(text: string, options: CsvOptions): Results {
  const { name, passValue } = options;
  const { data, errors } = Papa.parse<string[]>(withOneLineEnd(text), {
    delimiter: options.delimiter ?? delimiterOf(text),
  });
  const broken = new Map(errors.filter(({ type }) => type === "Quotes").map(({ row, message }) => [row ?? 0, message]));
  const header = (data[0] ?? []).map((column) => column.trim());
  if (header.length === 0 || (header.length === 1 && header[0] === ""))
    throw new RowError({ path: name, message: "the table is empty.", fix: "Its first line names the columns." });
  const twice = header.find((column, at) => header.indexOf(column) !== at);
  if (options.asWritten === true && twice !== undefined)
    throw new RowError({ path: name, message: `two columns are called ${twice}.`, fix: "Give each its own name." });
  const columns = options.asWritten === true ? null : columnsOf(header, options);
  const tally = new ResultsTally("csv", options);
  const rows: Row[] = [];
  let line = 1;
  for (const [index, cells] of data.entries()) {
    const place = { line };
    line += 1 + (cells.join("").match(LINE_ENDS)?.length ?? 0);
    if (index === 0 || (cells.length === 1 && cells[0] === "")) continue;
    const row = tally.entry(place, () => {
      const fault = broken.get(index) ?? faultOf(cells, header);
      if (fault !== undefined)
        throw new RowError({
          path: name,
          ...place,
          message: `${fault}.`,
          fix: "Quote cells that hold commas or quotes.",
        });
      return columns === null ? lineOf(cells, header) : csvRow(cells, { header, columns, passValue, tally, name });
    });
    if (row !== null) rows.push(row);
  }
  const at = columns?.get("reward");
  tally.rewardFrom = at === undefined ? null : `column ${header[at]}`;
  return { rows, report: tally.report() };
}

const lineOf = (cells: readonly string[], header: readonly string[]): Row =>
  Object.fromEntries(header.flatMap((column, at) => (cells[at] === "" ? [] : [[column, cells[at]]])));

/** The parser takes one kind of line end for all: of a table with both, the lines that end otherwise would be lost. */
function withOneLineEnd(text: string): string {
  if (!text.includes("\r\n")) return text;
  const unquoted = text.replace(QUOTED, "");
  return unquoted.includes("\r\n") && /(?:^|[^\r])\n/.test(unquoted) ? text.replaceAll("\r\n", "\n") : text;
}

/** The parser's own guess goes astray on short tables. */
function delimiterOf(text: string): string {
  const [first = ""] = text.split(/[\r\n]/, 1);
  const count = (delimiter: string): number => first.split(delimiter).length;
  return DELIMITERS.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}

const faultOf = (cells: readonly string[], header: readonly string[]): string | undefined =>
  cells.length === header.length
    ? undefined
    : `${cells.length} cells where the first line names ${header.length} columns`;

function columnsOf(header: readonly string[], { columns = {} }: CsvOptions): Map<CsvField, number> {
  const found = new Map<CsvField, number>();
  for (const [field, column] of Object.entries(columns)) {
    if (!isCsvField(field)) throw unknownName(`columns.${field}`, field, ROW_FIELDS, "is not a field that can be read");
    const at = typeof column === "string" ? header.indexOf(column.trim()) : -1;
    if (at < 0) throw unknownName(`columns.${field}`, String(column), header, "is not a column of the table");
    found.set(field, at);
  }
  const taken = new Set(found.values());
  for (const field of ROW_FIELDS) {
    const at = header.indexOf(field);
    if (at >= 0 && !found.has(field) && !taken.has(at)) found.set(field, at);
  }
  if (!["scenario_id", "task_id", "prompt"].some((field) => found.has(field as CsvField)))
    throw missingColumn("scenario_id", "the task", header);
  if (!found.has("reward") && ![...found.keys()].some((field) => field.startsWith(MARKER_PREFIX)))
    throw missingColumn("reward", "the reward or a marker", header);
  for (const [field, at] of found) if (header.lastIndexOf(header[at] ?? "") !== at) throw ambiguous(field, header[at]);
  return found;
}

function unknownName(option: string, name: string, known: readonly string[], what: string): OptionError {
  const near = nearestName(name, known);
  return new OptionError({
    option,
    received: name,
    didYouMean: near,
    message: `csvRows: "${name}" ${what}.`,
    fix: `${near === undefined ? "" : `Did you mean "${near}"? `}There are: ${known.join(", ")}.`,
  });
}

const ambiguous = (field: CsvField, column: string | undefined): OptionError =>
  new OptionError({
    option: `columns.${field}`,
    received: column,
    message: `csvRows: several columns are named "${column}".`,
    fix: "Give each a name of its own.",
  });

const missingColumn = (field: string, what: string, header: readonly string[]): OptionError =>
  new OptionError({
    option: `columns.${field}`,
    received: undefined,
    message: `csvRows: no column holds ${what}.`,
    fix: `Name it in \`columns.${field}\`; there are: ${header.join(", ")}.`,
  });
