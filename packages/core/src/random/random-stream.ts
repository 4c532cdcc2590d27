import { sha256Into } from "../hash/hash.js";
import { type DrawStream, XoroshiroStream } from "./xoroshiro-stream.js";

/** A reproducible source of random numbers with the draws the product needs. */
export interface RandomStream extends DrawStream {
  /** Uniform in [0, 1) with 53 bits. */
  uniform(): number;
  /** One item; throws a RangeError on an empty list. */
  pick<T>(items: readonly T[]): T;
  /** A shuffled copy. */
  shuffle<T>(items: readonly T[]): T[];
}

class ChoosingStream extends XoroshiroStream implements RandomStream {
  uniform(): number {
    const high = this.next() >>> 5;
    const low = this.next() >>> 6;
    return (high * 67108864 + low) / 9007199254740992;
  }

  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new RangeError("pick needs at least one item");
    return items[this.integer(items.length)] as T;
  }

  shuffle<T>(items: readonly T[]): T[] {
    const copy = [...items];
    for (let index = copy.length - 1; index > 0; index--) {
      const other = this.integer(index + 1);
      [copy[index], copy[other]] = [copy[other] as T, copy[index] as T];
    }
    return copy;
  }
}

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
  return new ChoosingStream(word(0), word(4), word(8), word(12));
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
