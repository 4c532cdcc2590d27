import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { Row } from "../row/row.js";
import { replaceFile } from "./replace-file.js";
import { rowLines } from "./row-lines.js";

/** A stretch of the file, and where it belongs. */
interface Stretch {
  readonly rank: number;
  readonly start: number;
  end: number;
}

/**
 * Puts the lines of a log in order, all or nothing; equal ranks keep theirs. Nobody may write to it meanwhile.
 *
 * @param rankOf - Where a row belongs; for a line that is no row it is asked with undefined.
 */
export async function arrangeRows(path: string, rankOf: (row: Row | undefined) => number): Promise<void> {
  const stretches: Stretch[] = [];
  let last = Number.NEGATIVE_INFINITY;
  let isSorted = true;
  for await (const { row, start, end } of rowLines(path)) {
    const rank = rankOf(row);
    const before = stretches.at(-1);
    // Rows that follow each other here and there are moved together.
    if (before !== undefined && rank === last + 1 && before.end === start) before.end = end + 1;
    else stretches.push({ rank, start, end: end + 1 });
    isSorted &&= rank >= last;
    last = rank;
  }
  if (isSorted) return;
  stretches.sort((a, b) => a.rank - b.rank);
  await replaceFile(path, async (temporary) => {
    const file = await open(temporary, "wx");
    try {
      for (const stretch of stretches) await copy(path, stretch, file);
      await file.datasync();
    } finally {
      await file.close();
    }
  });
}

async function copy(path: string, { start, end }: Stretch, target: FileHandle): Promise<void> {
  for await (const bytes of createReadStream(path, { start, end: end - 1 }) as AsyncIterable<Buffer>)
    await target.appendFile(bytes);
}
