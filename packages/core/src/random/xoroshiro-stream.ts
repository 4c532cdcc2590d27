import { xoroshiro128plusFromState } from "pure-rand/generator/xoroshiro128plus";

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

/** xoroshiro128+ from four 32-bit words. */
export class XoroshiroStream implements RandomStream {
  readonly #generator;

  constructor(one: number, two: number, three: number, four: number) {
    // The one forbidden state is all zeroes; the low bit set makes it unreachable.
    this.#generator = xoroshiro128plusFromState([one, two, three, four | 1]);
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
