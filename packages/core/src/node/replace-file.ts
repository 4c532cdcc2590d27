import { randomUUID } from "node:crypto";
import { rename, rm, writeFile } from "node:fs/promises";
import { isSystemError, unwritable } from "./unwritable.js";

/**
 * Writes a file in one step: `write` fills a temporary file beside it, which takes its place once it is whole. Whatever goes
 * wrong leaves an older file as it was.
 *
 * @throws RowError when the file cannot be written; what `write` throws of its own.
 */
export async function replaceFile(path: string, write: (temporary: string) => Promise<void>): Promise<void> {
  // Drawn, not counted: workers share a process id, and so do containers that follow one another.
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    await write(temporary);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw isSystemError(error) ? unwritable(path, error) : error;
  }
}

/** Writes a value as JSON to be read by people, all or nothing. */
export function writeJsonFile(path: string, value: unknown): Promise<void> {
  return replaceFile(path, (temporary) => writeFile(temporary, `${JSON.stringify(value, null, 2)}\n`, { flush: true }));
}
