import { sha256Into } from "../hash/hash.js";
import { type RandomStream, XoroshiroStream } from "./xoroshiro-stream.js";

const digest = /* @__PURE__ */ new Uint8Array(32);

/** Four bytes of the digest, the most significant first. */
const word = (from: number): number =>
  ((digest[from] as number) << 24) |
  ((digest[from + 1] as number) << 16) |
  ((digest[from + 2] as number) << 8) |
  (digest[from + 3] as number);

/**
 * An independent random stream for a purpose: the same seed and names give the same numbers on every platform, and two
 * different lists of names give unrelated ones, so drawing more from one stream never shifts another.
 *
 * @param seed - The run's seed, or any string.
 * @param names - What the stream is for, most general first.
 *
 * @example
 * const world = derive(0, "world", "sc-1f2e3d4c5b");
 * world.uniform(); // always the same number
 */
export function derive(seed: number | string, ...names: readonly (string | number)[]): RandomStream {
  sha256Into(digest, JSON.stringify([String(seed), ...names]));
  return new XoroshiroStream(word(0), word(4), word(8), word(12));
}

/**
 * A 31-bit seed made from a seed and names, for things that take a plain number (a vendor's `seed` parameter, a row).
 *
 * @example
 * deriveSeed(0, "rollout", "sc-1f2e3d4c5b", 3); // a whole number in [0, 2^31)
 */
export function deriveSeed(seed: number | string, ...names: readonly (string | number)[]): number {
  return derive(seed, ...names).next() >>> 1;
}
