import type { PromptKind } from "./prompt-sets.js";
import type { SimilarityBound } from "./similarity-bound.js";

/** Marks a candidate that can no longer reach the bound. */
const RULED_OUT = -1;

/** What a search came to. */
export interface SearchEffort {
  /** Entries of the index that were looked at, and words that were compared. */
  readonly looked: number;
  /** False: the search ended at the most it may look at. */
  readonly isComplete: boolean;
}

/** Which kinds a search is held against. */
export interface SimilarSearch {
  readonly kinds: readonly PromptKind[];
  readonly nWords: number;
  readonly bound: SimilarityBound;
  /** Most entries of the index that are looked at, and words that are compared. */
  readonly mostLooked: number;
  /** Told of each similar pair: the later kind, the earlier one, and how many words both have. False: look no further for this kind. */
  readonly onPair: (kind: number, earlier: number, overlap: number) => boolean;
  /** Whether a kind is put into the index once it has been looked for. Default: each is. */
  readonly isIndexed?: ((kind: number) => boolean) | undefined;
}

/**
 * Finds every pair of kinds that are similar, exactly, without comparing all with all: kinds are looked for by their rarest
 * words only, and candidates whose sizes and places of the common word leave no room for enough common words are passed over
 * (the all-pairs method of Bayardo et al. 2007 with the positional filter of Xiao et al. 2008, PPJoin). Every candidate that
 * is left is verified word by word. Memory is one index entry for each word that is looked for.
 */
export function findSimilar(search: SimilarSearch): SearchEffort {
  const { kinds, nWords, bound, mostLooked, onPair, isIndexed } = search;
  const index = new WordIndex(kinds, nWords, bound);
  /** Common words seen so far of each candidate. */
  const seen = new Int32Array(kinds.length);
  const candidates: number[] = [];
  /** For each word, the kind that was last looked for with it. */
  const lookedWith = new Int32Array(nWords).fill(-1);
  let looked = 0;

  for (const [at, kind] of kinds.entries()) {
    const { size, words } = kind;
    const own = size - words.length;
    const smallest = bound.smallest(size);
    const probed = Math.min(bound.probed(size), size);
    for (let place = own; place < probed; place++) {
      const word = words[place - own] as number;
      const end = index.ends[word] as number;
      let entry = index.skipSmaller(word, smallest);
      looked += end - entry;
      for (; entry < end; entry++) {
        const other = index.entries[entry] as number;
        const before = seen[other] as number;
        if (before === RULED_OUT) continue;
        if (before === 0) candidates.push(other);
        const otherSize = (kinds[other] as PromptKind).size;
        const still = Math.min(size - place, otherSize - (index.places[entry] as number));
        seen[other] = before + still < bound.overlap(size, otherSize) ? RULED_OUT : before + 1;
      }
      if (looked > mostLooked) return { looked, isComplete: false };
    }
    if (candidates.length > 0) {
      for (const word of words) lookedWith[word] = at;
      let isWanted = true;
      for (const other of candidates) {
        if (isWanted && seen[other] !== RULED_OUT) {
          const { size: otherSize, words: otherWords } = kinds[other] as PromptKind;
          const overlap = countWith(otherWords, lookedWith, at);
          looked += otherWords.length;
          if (overlap >= bound.overlap(size, otherSize)) isWanted = onPair(at, other, overlap);
        }
        seen[other] = 0;
      }
      candidates.length = 0;
    }
    if (isIndexed === undefined || isIndexed(at)) index.add(at);
  }
  return { looked, isComplete: true };
}

/** How many words were marked by a kind. */
export function countWith(words: Int32Array, markedBy: Int32Array, kind: number): number {
  let count = 0;
  for (let at = 0; at < words.length; at++) if (markedBy[words[at] as number] === kind) count++;
  return count;
}

/** For each word, the kinds that can be found by it, in the order of their sizes. */
class WordIndex {
  readonly #kinds: readonly PromptKind[];
  readonly #bound: SimilarityBound;
  readonly #starts: Int32Array;
  readonly ends: Int32Array;
  readonly entries: Int32Array;
  /** The place of the word among the words of the kind. */
  readonly places: Int32Array;

  constructor(kinds: readonly PromptKind[], nWords: number, bound: SimilarityBound) {
    this.#kinds = kinds;
    this.#bound = bound;
    const counts = new Int32Array(nWords + 1);
    for (const kind of kinds)
      for (const word of this.#foundBy(kind)) counts[word + 1] = (counts[word + 1] as number) + 1;
    for (let word = 0; word < nWords; word++)
      counts[word + 1] = (counts[word + 1] as number) + (counts[word] as number);
    this.#starts = counts;
    this.ends = counts.slice(0, nWords);
    this.entries = new Int32Array(counts[nWords] as number);
    this.places = new Int32Array(this.entries.length);
  }

  add(kind: number): void {
    const { size, words } = this.#kinds[kind] as PromptKind;
    const foundBy = this.#foundBy(this.#kinds[kind] as PromptKind);
    for (const [at, word] of foundBy.entries()) {
      const entry = this.ends[word] as number;
      this.entries[entry] = kind;
      this.places[entry] = size - words.length + at;
      this.ends[word] = entry + 1;
    }
  }

  /** The first entry of a word that is large enough. Kinds come in the order of their sizes, so smaller ones are done with. */
  skipSmaller(word: number, smallest: number): number {
    let start = this.#starts[word] as number;
    const end = this.ends[word] as number;
    while (start < end && (this.#kinds[this.entries[start] as number] as PromptKind).size < smallest) start++;
    this.#starts[word] = start;
    return start;
  }

  #foundBy({ size, words }: PromptKind): Int32Array {
    return words.subarray(0, Math.max(0, this.#bound.indexed(size) - (size - words.length)));
  }
}
