/** Float error that must not part a pair at exactly the bound from the pairs above it. */
const GUARD = 1e-9;

/** What a bound on the Jaccard similarity of two sets of words says about their sizes and the words that both have. */
export class SimilarityBound {
  readonly similarity: number;

  constructor(similarity: number) {
    this.similarity = similarity;
  }

  /** The size of the smallest set that can be similar to one of `size`. */
  smallest(size: number): number {
    return Math.ceil(this.similarity * size - GUARD);
  }

  /** How many words two similar sets have in common at least. */
  overlap(size: number, other: number): number {
    return Math.ceil((this.similarity / (1 + this.similarity)) * (size + other) - GUARD);
  }

  /** Of so many of its words, taken in one order for all sets, a set shares one with each similar set that is no larger. */
  probed(size: number): number {
    return size - this.smallest(size) + 1;
  }

  /** The same with each similar set that is no smaller: so many words are enough to be found by. */
  indexed(size: number): number {
    return size - this.overlap(size, size) + 1;
  }
}

/** Words that both sets have, over words that either has. */
export function jaccard(overlap: number, size: number, other: number): number {
  return overlap / (size + other - overlap);
}
