import { combination, type Interaction } from "./interactions.js";

/** Which combinations some rows have shown, shared by the queues that hand the rows out. */
export class Shown {
  readonly #levels: readonly number[];
  readonly #interactions: readonly Interaction[];
  readonly #offsets: readonly number[];
  readonly #missing: Uint8Array;
  #covered = 0;

  constructor(levels: readonly number[], interactions: readonly Interaction[]) {
    this.#levels = levels;
    this.#interactions = interactions;
    let total = 0;
    this.#offsets = interactions.map((one) => {
      total += one.size;
      return total - one.size;
    });
    this.#missing = new Uint8Array(total);
    for (const [at, one] of interactions.entries()) this.#missing.set(one.feasible, this.#offsets[at] as number);
  }

  get covered(): number {
    return this.#covered;
  }

  /** The numbers of what a row shows. */
  codes(row: ArrayLike<number>): Int32Array {
    return Int32Array.from(
      this.#interactions,
      (one, at) => (this.#offsets[at] as number) + combination(row, one.axes, this.#levels),
    );
  }

  gain(codes: Int32Array): number {
    let gain = 0;
    for (const code of codes) gain += this.#missing[code] as number;
    return gain;
  }

  add(codes: Int32Array): void {
    this.#covered += this.gain(codes);
    for (const code of codes) this.#missing[code] = 0;
  }
}

/**
 * Hands out rows, each time the one that shows most of what was not shown before; the one with the lower `rank` on a tie.
 * Gains only shrink, so a row is looked at again only while its last known gain leads.
 */
export class GainQueue<Row extends ArrayLike<number>> {
  readonly #shown: Shown;
  /** Rows by the gain they had when last looked at, those of lower rank last. */
  readonly #buckets: { row: Row; rank: number; codes: Int32Array }[][];
  #level: number;

  constructor(shown: Shown, rows: readonly Row[], rank: (row: Row, index: number) => number) {
    this.#shown = shown;
    const ranked = rows.map((row, index) => ({ row, rank: rank(row, index), codes: shown.codes(row) }));
    const most = ranked[0]?.codes.length ?? 0;
    this.#buckets = Array.from({ length: most + 1 }, () => []);
    for (const one of ranked) this.#buckets[shown.gain(one.codes)]?.push(one);
    for (const bucket of this.#buckets) bucket.sort((a, b) => b.rank - a.rank);
    this.#level = most;
  }

  /** The row that shows most, or undefined when none is left or the best shows less than `least`. Counts as shown. */
  next(least = 0): Row | undefined {
    while (this.#level >= least) {
      const bucket = this.#buckets[this.#level] as { row: Row; rank: number; codes: Int32Array }[];
      const one = bucket.pop();
      if (one === undefined) {
        this.#level--;
        this.#buckets[this.#level]?.sort((a, b) => b.rank - a.rank);
        continue;
      }
      const gain = this.#shown.gain(one.codes);
      if (gain < this.#level) {
        this.#buckets[gain]?.push(one);
        continue;
      }
      this.#shown.add(one.codes);
      return one.row;
    }
    return undefined;
  }
}
