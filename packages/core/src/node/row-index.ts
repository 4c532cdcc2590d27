import { createReadStream } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import type { Row } from "../row/row.js";
import { replaceFile } from "./replace-file.js";
import { rowLines } from "./row-lines.js";

/** Where each row of a file lies, by name. */
export class RowIndex {
  readonly #lines = new Map<string, number>();
  /** Start and end of each line, one after the other. */
  readonly #places: number[] = [];

  get size(): number {
    return this.#lines.size;
  }

  add(key: string, start: number, end: number): boolean {
    if (this.#lines.has(key)) return false;
    this.#lines.set(key, this.#places.length);
    this.#places.push(start, end);
    return true;
  }

  placeOf(key: string): { start: number; end: number } | undefined {
    const at = this.#lines.get(key);
    return at === undefined ? undefined : { start: this.#places[at] as number, end: this.#places[at + 1] as number };
  }
}

/**
 * Indexes a log of rows. Lines that are no row, or whose name is there already, are moved to the end of another file first.
 *
 * @param keyOf - The name of a row, or undefined for a row that does not belong here.
 */
export async function indexRows(
  path: string,
  rejectedPath: string,
  keyOf: (row: Row) => string | undefined,
): Promise<{ index: RowIndex; rejected: number }> {
  const first = await scan(path, keyOf);
  if (first.bad.length === 0) return { index: first.index, rejected: 0 };
  await moveAway(path, rejectedPath, first.bad);
  return { index: (await scan(path, keyOf)).index, rejected: first.bad.length };
}

interface BadLine {
  readonly start: number;
  readonly end: number;
}

async function scan(path: string, keyOf: (row: Row) => string | undefined) {
  const index = new RowIndex();
  const bad: BadLine[] = [];
  for await (const { row, start, end, isTorn } of rowLines(path)) {
    // The appender mends a torn end.
    if (isTorn) continue;
    const key = row === undefined ? undefined : keyOf(row);
    if (key === undefined || !index.add(key, start, end)) bad.push({ start, end });
  }
  return { index, bad };
}

/** Rewrites the rows without the bad lines, which are kept in the other file. */
async function moveAway(path: string, rejectedPath: string, bad: readonly BadLine[]): Promise<void> {
  const rejected = await open(rejectedPath, "a");
  try {
    await replaceFile(path, async (temporary) => {
      const kept = await open(temporary, "wx");
      try {
        let at = 0;
        for (const { start, end } of bad) {
          await copy(path, at, start, kept);
          await copy(path, start, end + 1, rejected);
          at = end + 1;
        }
        const { size } = await stat(path);
        await copy(path, at, size, kept);
        // The last line may lack its newline.
        if (at > size) await rejected.appendFile("\n");
        await kept.datasync();
        await rejected.datasync();
      } finally {
        await kept.close();
      }
    });
  } finally {
    await rejected.close();
  }
}

async function copy(path: string, start: number, end: number, target: FileHandle): Promise<void> {
  if (start >= end) return;
  for await (const bytes of createReadStream(path, { start, end: end - 1 }) as AsyncIterable<Buffer>) {
    // Goes on until all is written, where `write` may stop half way.
    await target.appendFile(bytes);
  }
}
