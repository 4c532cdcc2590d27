import { OptionError } from "@whileai/core";
import type { CachedVerdict, VerdictCache } from "./verdict-cache.js";

const KEY = /^[0-9a-f]{64}$/;
/** First hex digits of a key, which name a folder of their own: folders with many files are slow. */
const FOLDER_DIGITS = 2;

/**
 * A verdict cache on disk: one small file for each verdict, written whole, so that several processes may share a folder.
 * A file that cannot be read is a verdict that is not there. Node only.
 *
 * Throws an OptionError for a folder that is no text.
 *
 * @example
 * const { rows } = await grade(data, judge, { cache: fileVerdictCache(".whileai/verdicts") });
 */
export function fileVerdictCache(dir: string): VerdictCache {
  if (typeof dir !== "string" || dir.trim() === "")
    throw new OptionError({
      option: "dir",
      received: dir,
      message: "fileVerdictCache: the folder must be a path.",
      fix: 'Write fileVerdictCache(".whileai/verdicts").',
    });
  const places = async (key: string): Promise<{ folder: string; path: string }> => {
    if (!KEY.test(key)) throw new TypeError("the key of a verdict is a sha256 hash in hex");
    const { join } = await import("node:path");
    const folder = join(dir, key.slice(0, FOLDER_DIGITS));
    return { folder, path: join(folder, `${key}.json`) };
  };
  return {
    get: async (key) => {
      const { path } = await places(key);
      const { readFile } = await import("node:fs/promises");
      try {
        return JSON.parse(await readFile(path, "utf8")) as CachedVerdict;
      } catch {
        return undefined;
      }
    },
    set: async (key, verdict) => {
      const { folder, path } = await places(key);
      const [{ mkdir }, { writeJsonFile }] = await Promise.all([
        import("node:fs/promises"),
        import("@whileai/core/node"),
      ]);
      await mkdir(folder, { recursive: true });
      await writeJsonFile(path, verdict);
    },
  };
}
