import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

/**
 * Whether those of these files that exist hold, byte for byte, what is about to be written: then the same command may
 * run again and nobody's rows are lost.
 *
 * @param write - Writes all files into a folder, under their own names.
 */
export async function holdsTheSame(
  paths: readonly string[],
  write: (folder: string) => Promise<unknown>,
): Promise<boolean> {
  const existing = paths.filter((path) => existsSync(path));
  if (existing.length === 0) return true;
  const folder = await mkdtemp(join(tmpdir(), "whileai-"));
  try {
    await write(folder);
    for (const path of existing) {
      const [there, made] = await Promise.all([
        readFile(path).catch(() => null),
        readFile(join(folder, basename(path))).catch(() => null),
      ]);
      if (there === null || made === null || !there.equals(made)) return false;
    }
    return true;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
