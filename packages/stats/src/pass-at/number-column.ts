/** Tasks of a block, as a power of two. */
const BLOCK_BITS = 10;
const LAST_IN_BLOCK = 2 ** BLOCK_BITS - 1;

/** A number for each task, 0 until set. Blocks of tasks share an array, so that nothing is copied as tasks are added. */
export class NumberColumn {
  readonly #blocks: Float64Array[] = [];

  at(task: number): number {
    return this.#blocks[task >> BLOCK_BITS]?.[task & LAST_IN_BLOCK] ?? 0;
  }

  set(task: number, value: number): void {
    this.#blocks[task >> BLOCK_BITS] ??= new Float64Array(LAST_IN_BLOCK + 1);
    (this.#blocks[task >> BLOCK_BITS] as Float64Array)[task & LAST_IN_BLOCK] = value;
  }

  add(task: number, amount: number): void {
    this.set(task, this.at(task) + amount);
  }
}
