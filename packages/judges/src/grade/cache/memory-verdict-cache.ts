import { checkOptions, optionRule } from "@whileai/core";
import type { CachedVerdict, VerdictCache } from "./verdict-cache.js";

/** Verdicts kept in memory; convention (about 50 MB). */
const DEFAULT_CACHED_VERDICTS = 100_000;

/** A cache in memory, with its size. */
export interface MemoryVerdictCache extends VerdictCache {
  get(key: string): CachedVerdict | undefined;
  readonly size: number;
}

/**
 * A verdict cache in memory, for one process. When it is full, the verdict that was not asked for the longest goes.
 *
 * @param options.most - Verdicts it holds; 100 000 unless given.
 *
 * @example
 * const cache = memoryVerdictCache();
 * await grade(first, judge, { cache });
 * await grade(second, judge, { cache }); // rows that look the same to the judge are not judged again
 */
export function memoryVerdictCache(options: { readonly most?: number | undefined } = {}): MemoryVerdictCache {
  checkOptions("memoryVerdictCache", options, { most: optionRule.integer(1) });
  const most = options.most ?? DEFAULT_CACHED_VERDICTS;
  const verdicts = new Map<string, CachedVerdict>();
  const put = (key: string, verdict: CachedVerdict): void => {
    verdicts.delete(key);
    verdicts.set(key, verdict);
  };
  return {
    get: (key) => {
      const verdict = verdicts.get(key);
      if (verdict !== undefined) put(key, verdict);
      return verdict;
    },
    set: (key, verdict) => {
      put(key, structuredClone(verdict));
      if (verdicts.size > most) verdicts.delete(verdicts.keys().next().value as string);
    },
    get size() {
      return verdicts.size;
    },
  };
}
