/** Deals cells without end, in proportion to their weights: always the one that had least of its due. */
export class LeastUsedDeck {
  readonly #cells: Int32Array;
  readonly #uses: Uint32Array;
  readonly #weight: (cell: number) => number;
  readonly #rank: (cell: number, uses: number) => number;
  /** Due and rank of each place of the heap, as they were when it was last put in order. */
  readonly #due: Float64Array;
  readonly #ranks: Float64Array;

  /**
   * @param cells - Numbers of the cells.
   * @param uses - How often each cell was used, by its number. Whoever deals a cell counts it here.
   * @param options.rank - Decides among cells with the same due; the lower comes first.
   * @param options.weight - Above 0, default 1 for each.
   */
  constructor(
    cells: readonly number[],
    uses: Uint32Array,
    options: { rank: (cell: number, uses: number) => number; weight?: ((cell: number) => number) | undefined },
  ) {
    this.#cells = Int32Array.from(cells);
    this.#uses = uses;
    this.#rank = options.rank;
    this.#weight = options.weight ?? (() => 1);
    this.#due = new Float64Array(cells.length);
    this.#ranks = new Float64Array(cells.length);
    for (let place = cells.length - 1; place >= 0; place--) {
      this.#look(place);
      this.#sink(place);
    }
  }

  /** The cell whose turn it is, or undefined when there are none. */
  next(): number | undefined {
    if (this.#cells.length === 0) return undefined;
    // Uses only grow, so a cell that was used since it was put in order can only have to go down.
    while (this.#look(0)) this.#sink(0);
    return this.#cells[0];
  }

  /** Brings a place up to date; true when it changed. */
  #look(place: number): boolean {
    const cell = this.#cells[place] as number;
    const uses = this.#uses[cell] as number;
    const due = (uses + 1) / this.#weight(cell);
    if (due === this.#due[place]) return false;
    this.#due[place] = due;
    this.#ranks[place] = this.#rank(cell, uses);
    return true;
  }

  #isBefore(place: number, other: number): boolean {
    const gap = (this.#due[place] as number) - (this.#due[other] as number);
    return gap !== 0 ? gap < 0 : (this.#ranks[place] as number) < (this.#ranks[other] as number);
  }

  #sink(from: number): void {
    let place = from;
    for (;;) {
      const left = 2 * place + 1;
      const right = left + 1;
      let first = place;
      if (left < this.#cells.length && this.#isBefore(left, first)) first = left;
      if (right < this.#cells.length && this.#isBefore(right, first)) first = right;
      if (first === place) return;
      for (const column of [this.#cells, this.#due, this.#ranks]) {
        const moved = column[place] as number;
        column[place] = column[first] as number;
        column[first] = moved;
      }
      place = first;
    }
  }
}
