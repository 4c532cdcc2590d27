import { execFile } from "node:child_process";
import { lstat, mkdir, mkdtemp, opendir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** Files, and bytes in all, that a program may leave in its folder where no file system of its own bounds it. */
const MOST_FILES = 4096;
const MOST_BYTES = 64 * 1024 * 1024;
/** Folders inside one another; a path must stay short enough to be looked at. */
const MOST_DEPTH = 64;

/** A temporary folder with one empty subfolder for each process. */
export async function makeWorkFolder(names: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `whileai-code-${process.pid}-`));
  await Promise.all(names.map((name) => mkdir(join(folder, name), { mode: 0o700 })));
  return folder;
}

/** Removes the folder whatever was made in it: unreadable folders and paths too long for one call as well. */
export async function removeWorkFolder(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true });
  } catch {
    const run = promisify(execFile);
    await run("chmod", ["-R", "u+rwX", folder]).catch(() => {});
    await run("rm", ["-rf", folder]).catch(() => {});
  }
}

/** Whether a program has written more than it may. Stops looking as soon as it knows. */
export async function isOverfull(folder: string): Promise<boolean> {
  let files = 0;
  let bytes = 0;
  const open = [{ path: folder, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const depth = next.depth + 1;
    if (depth > MOST_DEPTH) return true;
    const entries = await opendir(next.path).catch(() => undefined);
    if (entries === undefined) continue;
    for await (const entry of entries) {
      files++;
      const path = join(next.path, entry.name);
      if (entry.isDirectory()) open.push({ path, depth });
      else if (entry.isFile()) bytes += (await lstat(path).catch(() => undefined))?.size ?? 0;
      if (files > MOST_FILES || bytes > MOST_BYTES) return true;
    }
  }
  return false;
}
