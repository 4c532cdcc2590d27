import { stat } from "node:fs/promises";
import { type Row, RowError, WhileaiError } from "@whileai/core";
import type { CsvOptions, ReadResultsOptions, Results, ResultsFormat, ResultsReport } from "@whileai/stats/interop";

/** How a file of results is read. */
export interface ResultsFileOptions {
  /** Default: found out. */
  readonly format?: ResultsFormat | undefined;
  /** Tables: which column each field of the rows is read from. */
  readonly columns?: CsvOptions["columns"];
  /** Tables: whether lines are taken as they are, with a field for each column. */
  readonly asWritten?: boolean | undefined;
  /** Which of a tool's scores is the reward: a scorer of Inspect, a metric of promptfoo or lm-eval, a judge of vitest-evals. */
  readonly score?: string | undefined;
  /** The one score that counts as passed (Inspect, tables). */
  readonly passValue?: string | undefined;
}

/** A file of results, its rows still to be read. */
export interface ResultsFile {
  readonly format: ResultsFormat;
  readonly rows: AsyncIterable<Row> | Iterable<Row>;
  /** How it was read, once it was; null for rows of ours, which are taken as they are. */
  readonly report: () => ResultsReport | null;
}

const HAS_LINES = /\.(?:jsonl|ndjson)(?:\.gz)?$/i;
const IS_PACKED = /\.gz$/i;
const IS_JSON = /\.json(?:\.gz)?$/i;
const BEGINS_ARRAY = /^\s*\[/;
/** Bytes in which the first sign of a file is looked for. */
const HEAD = 1024;

/**
 * Opens a file of results in any format of `@whileai/stats/interop`. Rows and samples with one line each are read as they
 * are used, so that a file may be larger than memory; other formats are read whole.
 *
 * @throws RowError for a path that is missing or a folder, and for a file of no known format.
 */
export async function openResultsFile(path: string, options: ResultsFileOptions = {}): Promise<ResultsFile> {
  await requireFile(path);
  // Measuring is all that needs the readers of other tools: importing the library does not load them.
  const { formatOf, lmEvalRowStream, readResults } = await import("@whileai/stats/interop");
  const { fileChunks, readRows } = await import("@whileai/core/node");
  const reading = readingOptions(path, options);
  if (HAS_LINES.test(path)) {
    const format = options.format ?? formatOf(await firstEntry(path)) ?? "rows";
    if (format === "rows") return { format, rows: readRows(path), report: () => null };
    if (format === "lm-eval") {
      const rows = lmEvalRowStream(fileChunks(path, IS_PACKED.test(path)), { name: path, ...reading.lmEval });
      return { format, rows, report: () => rows.report() };
    }
  }
  const bytes = await bytesOf(fileChunks(path, IS_PACKED.test(path)), path);
  const results = nullForPlainArray(IS_JSON.test(path) ? bytes : null, () => readResults(bytes, reading));
  // Rows of ours are held to their own rules, with the line of what breaks them.
  if (results === null || (results.report.format === "rows" && IS_JSON.test(path)))
    return { format: "rows", rows: readRows(path), report: () => null };
  const { rows, report } = results;
  return { format: report.format, rows, report: () => (report.format === "rows" ? null : report) };
}

/**
 * All rows of a file of results, see `openResultsFile`.
 *
 * @example
 * const { rows } = await readResultsFile("logs/run.eval", { score: "includes" });
 * console.log(`${passAt(rows)}`);
 */
export async function readResultsFile(
  path: string,
  options?: ResultsFileOptions,
): Promise<{ rows: Row[]; report: ResultsReport | null }> {
  const file = await openResultsFile(path, options);
  const rows: Row[] = [];
  for await (const row of file.rows) rows.push(row);
  return { rows, report: file.report() };
}

function readingOptions(
  path: string,
  { format, columns, asWritten, score, passValue }: ResultsFileOptions,
): ReadResultsOptions {
  return {
    name: path,
    format,
    inspect: { scorer: score, passValue },
    promptfoo: { reward: score },
    vitestEvals: { reward: score },
    lmEval: { metric: score },
    csv: { columns: score === undefined ? columns : { ...columns, reward: score }, passValue, asWritten },
  };
}

/** Null for an array in no tool's format: its objects are rows, as they would be with a line each. */
function nullForPlainArray(json: Buffer | null, read: () => Results): Results | null {
  try {
    return read();
  } catch (error) {
    const isUnknown = WhileaiError.isInstance(error) && error.code === "format_unknown";
    if (isUnknown && json !== null && BEGINS_ARRAY.test(new TextDecoder().decode(json.subarray(0, HEAD)))) return null;
    throw error;
  }
}

async function requireFile(path: string): Promise<void> {
  const found = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    const isMissing = cause.code === "ENOENT" || cause.code === "ENOTDIR";
    throw new RowError({
      path,
      cause,
      message: isMissing ? "there is no such file." : `cannot be read: ${cause.message}.`,
      fix: "Check the path.",
    });
  });
  if (!found.isDirectory()) return;
  throw new RowError({
    path,
    message: "this is a folder, not a file of results.",
    fix: "Give a file inside it, such as its rows.jsonl.",
  });
}

async function bytesOf(chunks: AsyncIterable<Buffer>, path: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  try {
    for await (const part of chunks) parts.push(part);
    return Buffer.concat(parts);
  } catch (cause) {
    throw new RowError({
      path,
      cause,
      message: `cannot be read: ${(cause as Error).message}.`,
      fix: "Check that the file is whole.",
    });
  }
}

/** What the first line that is not empty holds; undefined when that is no JSON. */
async function firstEntry(path: string): Promise<unknown> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    const { fileChunks } = await import("@whileai/core/node");
    for await (const chunk of fileChunks(path, IS_PACKED.test(path))) {
      text = (text + decoder.decode(chunk, { stream: true })).trimStart();
      if (text.includes("\n")) break;
    }
    return JSON.parse(text.split("\n", 1)[0] ?? "");
  } catch {
    // Whoever reads the whole file says what is wrong with it, and on which line.
    return undefined;
  }
}
