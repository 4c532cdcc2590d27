import { xoroshiro128plusFromState } from "pure-rand/generator/xoroshiro128plus";
import { sha256Into } from "../hash/hash.js";

/** A reproducible source of random numbers with the draws the product needs. */
export interface RandomStream {
  /** The next 32 random bits, as a signed integer. */
  next(): number;
  /** Uniform in [0, 1) with 53 bits. */
  uniform(): number;
  /** Uniform whole number in [0, below). `below` is a whole number from 1 to 2^32. */
  integer(below: number): number;
  /** One item; throws a RangeError on an empty list. */
  pick<T>(items: readonly T[]): T;
  /** A shuffled copy. */
  shuffle<T>(items: readonly T[]): T[];
}

const TWO_32 = 2 ** 32;

class XoroshiroStream implements RandomStream {
  readonly #generator;

  constructor(state: readonly number[]) {
    this.#generator = xoroshiro128plusFromState(state);
  }

  next(): number {
    return this.#generator.next();
  }

  uniform(): number {
    const high = this.#generator.next() >>> 5;
    const low = this.#generator.next() >>> 6;
    return (high * 67108864 + low) / 9007199254740992;
  }

  integer(below: number): number {
    // Numbers past the last whole multiple of `below` are drawn again, so every outcome is equally likely. Where that multiple
    // lies needs a slow division, and all numbers but the last few are surely before it.
    for (;;) {
      const drawn = this.#generator.next() >>> 0;
      if (drawn < TWO_32 - below) return drawn % (below >>> 0);
      if (drawn < TWO_32 - (TWO_32 % below)) return drawn % below;
    }
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
const words = /* @__PURE__ */ new DataView(digest.buffer);

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
  // xoroshiro's one forbidden state is all zeroes; the low bit set makes it unreachable.
  return new XoroshiroStream([words.getInt32(0), words.getInt32(4), words.getInt32(8), words.getInt32(12) | 1]);
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
