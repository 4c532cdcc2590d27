import { textHash } from "./text-hash.js";

const FIRST_CAPACITY = 1024;
/** Share of the places that may be taken before there are twice as many. */
const MOST_FILLED = 0.6;

/**
 * Remembers which texts were added, 8 bytes for each place: it keeps hashes of 64 bits, not the texts. Two texts that share
 * a hash count as one, which for a million texts happens once in 30 million runs.
 */
export class TextSet {
  #halves = new Uint32Array(2 * FIRST_CAPACITY);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  has(text: string): boolean {
    const { high, low } = textHash(text);
    return this.#isAt(this.#place(high, low || 1));
  }

  /** Adds a text; false when it was there. */
  add(text: string): boolean {
    const { high, low } = textHash(text);
    if (!this.#put(high, low || 1)) return false;
    this.#size++;
    if (this.#size > (this.#halves.length / 2) * MOST_FILLED) this.#grow();
    return true;
  }

  #isAt(place: number): boolean {
    // The low half of a hash is never 0, so 0 marks a free place.
    return this.#halves[2 * place + 1] !== 0;
  }

  /** Where the hash is, or the free place it would take. */
  #place(high: number, low: number): number {
    const last = this.#halves.length / 2 - 1;
    let place = high & last;
    while (this.#isAt(place) && (this.#halves[2 * place] !== high || this.#halves[2 * place + 1] !== low))
      place = (place + 1) & last;
    return place;
  }

  #put(high: number, low: number): boolean {
    const place = this.#place(high, low);
    if (this.#isAt(place)) return false;
    this.#halves[2 * place] = high;
    this.#halves[2 * place + 1] = low;
    return true;
  }

  #grow(): void {
    const old = this.#halves;
    this.#halves = new Uint32Array(2 * old.length);
    for (let at = 0; at < old.length; at += 2)
      if (old[at + 1] !== 0) this.#put(old[at] as number, old[at + 1] as number);
  }
}
