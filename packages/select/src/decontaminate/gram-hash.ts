/** What a rolling hash of words is multiplied by for each word. Any odd number does: what it finds is compared word by word. */
export const GRAM_FACTOR = 0x01000193;
const GOLDEN = 0x9e3779b1 | 0;

/** A number of a word as a hash; neighbouring numbers lie far apart. */
export function wordHash(word: number): number {
  return Math.imul(word + 1, GOLDEN);
}

/** What the oldest word of a gram has been multiplied by when the next one comes. */
export function leadingFactor(ngram: number): number {
  let factor = 1;
  for (let word = 1; word < ngram; word++) factor = Math.imul(factor, GRAM_FACTOR);
  return factor;
}

/** A rolling hash whose low bits depend on all others. */
export function finishHash(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return mixed ^ (mixed >>> 15);
}
