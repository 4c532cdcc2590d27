import { GRAM_FACTOR, wordHash } from "./gram-hash.js";

/** Finds texts by all of their words. Hashes only say which texts to look at. */
export class WholeTexts {
  readonly #first = new Map<number, number>();
  /** Texts whose hash an earlier one has. */
  readonly #others = new Map<number, number[]>();

  add(hash: number, text: number): void {
    const others = this.#others.get(hash);
    if (!this.#first.has(hash)) this.#first.set(hash, text);
    else if (others === undefined) this.#others.set(hash, [text]);
    else others.push(text);
  }

  /** The first text of that hash that is the same. */
  find(hash: number, isSame: (text: number) => boolean): number | undefined {
    const first = this.#first.get(hash);
    if (first === undefined || isSame(first)) return first;
    return this.#others.get(hash)?.find(isSame);
  }
}

/** A hash of words, all of them in their order. */
export function hashWords(words: Int32Array, start: number, end: number): number {
  let hash = 0;
  for (let index = start; index < end; index++)
    hash = (Math.imul(hash, GRAM_FACTOR) + wordHash(words[index] as number)) | 0;
  return hash;
}
