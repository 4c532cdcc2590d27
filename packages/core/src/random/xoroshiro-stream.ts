import { xoroshiro128plusFromState } from "pure-rand/generator/xoroshiro128plus";

/** A reproducible source of random numbers. */
export interface DrawStream {
  /** The next 32 random bits, as a signed integer. */
  next(): number;
  /** Uniform whole number in [0, below). `below` is a whole number from 1 to 2^32. */
  integer(below: number): number;
}

const TWO_32 = 2 ** 32;

/** xoroshiro128+ from four 32-bit words. */
export class XoroshiroStream implements DrawStream {
  readonly #generator;

  constructor(one: number, two: number, three: number, four: number) {
    // The one forbidden state is all zeroes; the low bit set makes it unreachable.
    this.#generator = xoroshiro128plusFromState([one, two, three, four | 1]);
  }

  next(): number {
    return this.#generator.next();
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
}
