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
const SEPARATOR = Buffer.from("/");
const GONE = ["ENOENT", "ENOTDIR"];

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

/**
 * Whether a program has written more than it may, or hides what it has written. Stops looking as soon as it knows. Names are taken as bytes:
 * they need not be text.
 */
export async function isOverfull(folder: string): Promise<boolean> {
  let files = 0;
  let bytes = 0;
  const open = [{ path: Buffer.from(folder), depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const depth = next.depth + 1;
    if (depth > MOST_DEPTH) return true;
    try {
      for await (const entry of await opendir(next.path, { encoding: "buffer" as BufferEncoding })) {
        files++;
        const path = Buffer.concat([next.path, SEPARATOR, Buffer.from(entry.name)]);
        if (entry.isDirectory()) open.push({ path, depth });
        else if (entry.isFile()) bytes += (await lstat(path).catch(() => undefined))?.size ?? 0;
        if (files > MOST_FILES || bytes > MOST_BYTES) return true;
      }
    } catch (error) {
      // What went while it was looked at holds nothing; what cannot be looked into may hold anything.
      if (!GONE.includes((error as NodeJS.ErrnoException).code ?? "")) return true;
    }
  }
  return false;
}
