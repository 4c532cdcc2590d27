import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { RowError } from "../errors/row-error.js";
import { WhileaiError } from "../errors/whileai-error.js";
import { checkOptions, optionRule } from "../options/check-options.js";
import type { Row } from "../row/row.js";
import { fileChunks } from "./file-chunks.js";
import { asRow, parseJsonText, parseRow, UNPARSED_ROW } from "./parse-row.js";
import { rowFileFormat } from "./row-file-format.js";

/** Something a reader wants known about a file without failing over it. */
export interface ReadNote {
  /** `bad_line`: skipped. `torn_line`: the file ends inside a row, which was skipped. `big_integer`: kept as text. */
  readonly code: "bad_line" | "torn_line" | "big_integer";
  /** Counted from 1. */
  readonly line: number;
  readonly message: string;
}

export interface ReadRowsOptions {
  /** What a line that is no row does: fail with a RowError (default), or be skipped and noted. */
  readonly onBadLine?: "throw" | "skip" | undefined;
  /** Called for each thing worth knowing, in file order. */
  readonly onNote?: ((note: ReadNote) => void) | undefined;
}

const RULES = { onBadLine: optionRule.oneOf(["throw", "skip"]), onNote: optionRule.callable };
const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

interface Line {
  readonly bytes: Buffer;
  readonly number: number;
  /** False when the file ended before a newline did. */
  readonly ended: boolean;
}

/**
 * The rows of a `.jsonl` file one by one, without holding the file in memory; `.gz` after the extension is unpacked, and
 * a `.json` file is read as one array.
 *
 * Lines end at `\n` alone (one `\r` before it is dropped), so U+2028, U+2029 and U+0085 inside texts are safe. A byte
 * order mark and empty lines are passed over. Whole numbers beyond 2^53 that a double would change are kept
 * exact, as text, and noted as `big_integer`. With `onBadLine: "skip"` bad lines and a torn last line are noted instead of thrown.
 *
 * @throws RowError with path, line and field, for lines that are not JSON objects (NaN and Infinity are named) and for
 * files that cannot be read.
 *
 * @example
 * for await (const row of readRows("run/rows.jsonl")) console.log(row.reward);
 */
export async function* readRows(path: string, options: ReadRowsOptions = {}): AsyncGenerator<Row, void, undefined> {
  checkOptions("readRows", options, RULES);
  const format = rowFileFormat(path);
  if (format.layout === "array") {
    yield* readArray(path, format.gzip, options);
    return;
  }
  for await (const line of linesOf(path, format.gzip, options)) {
    const row = rowOf(line, path, options);
    if (row !== undefined) yield row;
  }
}

/**
 * All rows of a file in a list, see `readRows`.
 *
 * @example
 * const rows = await loadRows("train.jsonl.gz");
 */
export async function loadRows(path: string, options: ReadRowsOptions = {}): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const row of readRows(path, options)) rows.push(row);
  return rows;
}

function rowOf(line: Line, path: string, options: ReadRowsOptions): Row | undefined {
  try {
    const text = textOf(line, path);
    if (text.trim() === "") return undefined;
    const { row, bigIntegers } = parseRow(text, { path, line: line.number });
    noteBigIntegers(bigIntegers, line.number, options);
    return row;
  } catch (error) {
    handleBadLine(error, line, path, options);
    return undefined;
  }
}

function textOf({ bytes, number }: Line, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new RowError({
      path,
      line: number,
      cause,
      code: UNPARSED_ROW,
      message: "not UTF-8.",
      fix: "Save the file as UTF-8.",
    });
  }
}

function handleBadLine(error: unknown, line: Line, path: string, options: ReadRowsOptions): void {
  if (!WhileaiError.isInstance(error)) throw error;
  // A last line that parses was written whole, whatever else is wrong with it.
  const torn = !line.ended && error.code === UNPARSED_ROW;
  if (options.onBadLine !== "skip") {
    if (!torn) throw error;
    throw new RowError({
      path,
      line: line.number,
      cause: error,
      message: "the file ends inside this row: its writer was stopped.",
      fix: 'Read it with onBadLine: "skip", or remove the last line.',
    });
  }
  options.onNote?.({ code: torn ? "torn_line" : "bad_line", line: line.number, message: error.message });
}

function noteBigIntegers(numbers: readonly string[], line: number, options: ReadRowsOptions): void {
  if (numbers.length === 0) return;
  const message = `${numbers.join(", ")} ${numbers.length === 1 ? "is" : "are"} beyond 2^53 and kept as text.`;
  options.onNote?.({ code: "big_integer", line, message });
}

function unreadable(path: string, cause: unknown): RowError {
  const isMissing = cause instanceof Error && (cause as NodeJS.ErrnoException).code === "ENOENT";
  const why = cause instanceof Error ? cause.message : String(cause);
  return new RowError({
    path,
    cause,
    message: `cannot be read: ${isMissing ? "there is no such file" : why}.`,
    fix: isMissing ? "Check the path." : "Check the path, and that the file is whole.",
  });
}

async function* linesOf(path: string, gzip: boolean, options: ReadRowsOptions): AsyncGenerator<Line> {
  let pending: Buffer[] = [];
  let number = 0;
  const finish = (ended: boolean): Line => {
    number++;
    const bytes = withoutMarks(pending.length === 1 ? (pending[0] as Buffer) : Buffer.concat(pending), number === 1);
    pending = [];
    return { bytes, number, ended };
  };
  try {
    for await (const chunk of fileChunks(path, gzip)) {
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        pending.push(chunk.subarray(start, end));
        start = end + 1;
        yield finish(true);
      }
      if (start < chunk.length) pending.push(chunk.subarray(start));
    }
  } catch (error) {
    if (WhileaiError.isInstance(error)) throw error;
    // A gzip file whose writer was stopped ends without its trailer; everything before that was read.
    const isCutGzip = gzip && (error as NodeJS.ErrnoException).code === "Z_BUF_ERROR";
    if (!isCutGzip || options.onBadLine !== "skip") throw unreadable(path, error);
    if (pending.length === 0)
      options.onNote?.({ code: "torn_line", line: number + 1, message: `${path}: the compressed file was cut.` });
  }
  if (pending.length > 0) yield finish(false);
}

function withoutMarks(bytes: Buffer, isFirst: boolean): Buffer {
  const start = isFirst && BYTE_ORDER_MARK.every((byte, index) => bytes[index] === byte) ? BYTE_ORDER_MARK.length : 0;
  const end = bytes.at(-1) === CARRIAGE_RETURN ? bytes.length - 1 : bytes.length;
  return bytes.subarray(start, end);
}

async function* readArray(path: string, gzip: boolean, options: ReadRowsOptions): AsyncGenerator<Row> {
  let bytes: Buffer;
  try {
    const raw = await readFile(path);
    bytes = gzip ? await promisify(gunzip)(raw) : raw;
  } catch (error) {
    throw unreadable(path, error);
  }
  const text = textOf({ bytes: withoutMarks(bytes, true), number: 1, ended: true }, path);
  const { value, bigIntegers } = parseJsonText(text, { path });
  noteBigIntegers(bigIntegers, 1, options);
  if (!Array.isArray(value))
    throw new RowError({ path, message: "a .json file of rows holds one array.", fix: "Name a file of lines .jsonl." });
  for (const [index, entry] of value.entries()) {
    const line = { bytes, number: index + 1, ended: true };
    try {
      yield asRow(entry, { path, line: index + 1 });
    } catch (error) {
      handleBadLine(error, line, path, options);
    }
  }
}
