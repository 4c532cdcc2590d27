/** Largest index that is told apart; higher ones are taken as new. */
const MAX_INDEX = 2 ** 16;
const WORD = 32;

/** A set of small whole numbers, one bit each: a task's rollout indexes. */
export class IndexSet {
  #words = new Uint32Array(1);

  has(index: number): boolean {
    return index < MAX_INDEX && ((this.#words[Math.floor(index / WORD)] ?? 0) & (1 << (index % WORD))) !== 0;
  }

  /** Adds an index and says whether it was new. */
  add(index: number): boolean {
    if (index >= MAX_INDEX) return true;
    const word = Math.floor(index / WORD);
    if (word >= this.#words.length) {
      const longer = new Uint32Array(Math.max(word + 1, this.#words.length * 2));
      longer.set(this.#words);
      this.#words = longer;
    }
    const bit = 1 << (index % WORD);
    const before = this.#words[word] as number;
    if (before & bit) return false;
    this.#words[word] = before | bit;
    return true;
  }
}
