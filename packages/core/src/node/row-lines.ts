import { createReadStream } from "node:fs";
import { isRecord } from "../json/json.js";
import type { Row } from "../row/row.js";

const NEWLINE = 0x0a;

/** One line of a log, and where it lies. */
export interface RowLine {
  /** Undefined for a line that is no row. */
  readonly row: Row | undefined;
  /** Bytes from the start of the file; the newline is at `end`. */
  readonly start: number;
  readonly end: number;
  /** The file ends inside this line. */
  readonly isTorn: boolean;
}

/** The lines of a log of rows, whatever is in them; none for a file that is not there. Blank lines are passed over. */
export async function* rowLines(path: string): AsyncGenerator<RowLine> {
  let rest: Buffer[] = [];
  let start = 0;
  let size = 0;
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>) {
      let from = 0;
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
        const bytes = rest.length === 0 ? chunk.subarray(from, at) : Buffer.concat([...rest, chunk.subarray(from, at)]);
        rest = [];
        const end = size + at;
        const text = bytes.toString("utf8");
        if (text.trim() !== "") yield { row: rowOf(text), start, end, isTorn: false };
        start = end + 1;
        from = at + 1;
      }
      if (from < chunk.length) rest.push(chunk.subarray(from));
      size += chunk.length;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  if (rest.length === 0) return;
  const text = Buffer.concat(rest).toString("utf8");
  const row = rowOf(text);
  yield { row, start, end: size, isTorn: row === undefined };
}

/** The JSON of a line. An editor may have put a byte order mark before the first one. */
export const parsedLine = (text: string): unknown => JSON.parse(text.startsWith("\uFEFF") ? text.slice(1) : text);

function rowOf(text: string): Row | undefined {
  try {
    const parsed = parsedLine(text);
    return isRecord(parsed) ? (parsed as Row) : undefined;
  } catch {
    return undefined;
  }
}
