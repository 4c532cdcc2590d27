/** Largest index that is told apart; higher ones are taken as new. */
const MAX_INDEX = 2 ** 16;

/** A set of small whole numbers, one bit each: a task's rollout indexes. */
export class IndexSet {
  readonly #words: number[] = [0];

  has(index: number): boolean {
    return index < MAX_INDEX && ((this.#words[index >> 5] ?? 0) & (1 << index)) !== 0;
  }

  /** Adds an index and says whether it was new. */
  add(index: number): boolean {
    if (index >= MAX_INDEX) return true;
    if (this.has(index)) return false;
    const word = index >> 5;
    while (this.#words.length <= word) this.#words.push(0);
    this.#words[word] = (this.#words[word] as number) | (1 << index);
    return true;
  }
}
