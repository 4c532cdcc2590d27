import { type EvalIndex, sameWords } from "./eval-index.js";
import { finishHash, GRAM_FACTOR, leadingFactor, wordHash } from "./gram-hash.js";
import { UNKNOWN_WORD, type WordReader } from "./word-reader.js";

const FIRST_ROOM = 256;

/** The places of a training text at which grams of the index begin. The arrays are used again for the next text. */
export class GramWindows {
  readonly #index: EvalIndex;
  readonly #leading: number;
  count = 0;
  places = new Int32Array(FIRST_ROOM);
  grams = new Int32Array(FIRST_ROOM);
  /** How many of them are common. */
  nCommon = 0;
  /** A hash of all words of the text; null where the index does not know each of them, or there is none. */
  textHash: number | null = null;

  constructor(index: EvalIndex) {
    this.#index = index;
    this.#leading = leadingFactor(index.ngram);
  }

  /** Finds the windows of the text that was read. */
  find({ ids, count }: WordReader): void {
    const { ngram, slots, gramPlaces, commonGrams, words } = this.#index;
    const mask = slots.length - 1;
    const leading = this.#leading;
    let hash = 0;
    let textHash = 0;
    let known = 0;
    let isKnown = count > 0;
    this.count = 0;
    this.nCommon = 0;
    for (let index = 0; index < count; index++) {
      const word = ids[index] as number;
      if (word === UNKNOWN_WORD) {
        known = 0;
        hash = 0;
        isKnown = false;
        continue;
      }
      const mixed = wordHash(word);
      textHash = (Math.imul(textHash, GRAM_FACTOR) + mixed) | 0;
      if (known >= ngram) hash = (hash - Math.imul(wordHash(ids[index - ngram] as number), leading)) | 0;
      hash = (Math.imul(hash, GRAM_FACTOR) + mixed) | 0;
      if (++known < ngram) continue;
      let slot = finishHash(hash) & mask;
      const place = index - ngram + 1;
      for (let gram = (slots[slot] as number) - 1; gram >= 0; gram = (slots[slot] as number) - 1) {
        if (sameWords(words, gramPlaces[gram] as number, ids, place, ngram)) {
          this.#push(place, gram);
          this.nCommon += commonGrams[gram] as number;
          break;
        }
        slot = (slot + 1) & mask;
      }
    }
    this.textHash = isKnown ? textHash : null;
  }

  #push(place: number, gram: number): void {
    const { count } = this;
    if (count === this.places.length) {
      this.places = grown(this.places, count * 2);
      this.grams = grown(this.grams, count * 2);
    }
    this.places[count] = place;
    this.grams[count] = gram;
    this.count = count + 1;
  }
}

function grown(from: Int32Array, room: number): Int32Array<ArrayBuffer> {
  const to = new Int32Array(room);
  to.set(from);
  return to;
}
