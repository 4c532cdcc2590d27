import { mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { replaceFile } from "./replace-file.js";
import { rowFileFormat } from "./row-file-format.js";
import { rowText } from "./row-text.js";

/** What was written. */
export interface WrittenRows {
  readonly path: string;
  readonly rows: number;
}

/**
 * Writes rows to a file in one step: they go to a temporary file beside it, which takes its place once it is whole, so a
 * crash or a bad row leaves an older file as it was. Folders are made. `.jsonl`, `.jsonl.gz` and `.json` (one array) are
 * written, by extension.
 *
 * @throws OptionError for other extensions, before anything is written.
 * @throws RowError when a row holds NaN, an infinity or anything else JSON cannot; row and field are named. Also when the
 * file cannot be written.
 *
 * @example
 * await writeRows("out/train.jsonl", rows);
 */
export async function writeRows(path: string, rows: Iterable<unknown> | AsyncIterable<unknown>): Promise<WrittenRows> {
  const { layout, gzip } = rowFileFormat(path);
  let count = 0;
  async function* texts(): AsyncGenerator<string> {
    if (layout === "array") yield "[";
    for await (const row of rows) {
      count++;
      const text = rowText(row, { path, line: count });
      yield layout === "lines" ? `${text}\n` : `${count === 1 ? "\n" : ",\n"}${text}`;
    }
    if (layout === "array") yield count === 0 ? "]\n" : "\n]\n";
  }
  await replaceFile(path, async (temporary) => {
    await mkdir(dirname(path), { recursive: true });
    const file = await open(temporary, "wx");
    const sink = file.createWriteStream({ flush: true });
    const source = Readable.from(texts(), { objectMode: true });
    if (gzip) await pipeline(source, createGzip(), sink);
    else await pipeline(source, sink);
  });
  return { path, rows: count };
}
