import { commonLimit, countGrams, type GramCounts, type IndexedTexts } from "./common-grams.js";
import { finishHash, GRAM_FACTOR, leadingFactor, wordHash } from "./gram-hash.js";
import { hashWords } from "./whole-texts.js";

/** The gram occurs more than once in a text, so that several stand before it. */
export const SEVERAL_BEFORE = -2;
const NONE_BEFORE = -1;

/** The grams (runs of n words) of the eval texts, as typed arrays, which threads can share. */
export interface EvalIndex extends GramCounts, Pick<IndexedTexts, "words" | "textStarts"> {
  readonly ngram: number;
  /** The gram that begins at a place of `words`; -1 where the text has fewer words left. */
  readonly gramAt: Int32Array;
  /** Open addressing: the number of a gram plus 1, or 0. */
  readonly slots: Int32Array;
  /** Where each gram stands first in `words`. */
  readonly gramPlaces: Int32Array;
  /** Where the texts of each gram begin in `postings`; one entry more than there are grams. Common grams have none. */
  readonly postingStarts: Int32Array;
  readonly postings: Int32Array;
  /** The gram that stands one word before in that text; negative where there is none, or {@link SEVERAL_BEFORE}. */
  readonly gramsBefore: Int32Array;
  /** 1 for each place of `words` that a common gram covers. */
  readonly commonPlaces: Uint8Array;
  /** Words of each text that no common gram covers. */
  readonly ownWords: Int32Array;
  /** Hashes of all words of each text. */
  readonly textHashes: Int32Array;
}

/** Indexes the grams of eval texts. `limitOf` says in how many rows of a source a gram may be before it is common. */
export function buildEvalIndex(texts: IndexedTexts, ngram: number, limitOf = commonLimit): EvalIndex {
  const { words, textStarts } = texts;
  const table = numberGrams(words, textStarts, ngram);
  const counts = countGrams(texts, table.gramAt, table.gramPlaces.length, limitOf);
  const commonPlaces = placesCovered(table.gramAt, counts.commonGrams, ngram);
  const ownWords = new Int32Array(textStarts.length - 1);
  const textHashes = new Int32Array(ownWords.length);
  for (let text = 0; text < ownWords.length; text++) {
    const [start, end] = [textStarts[text] as number, textStarts[text + 1] as number];
    let own = 0;
    for (let place = start; place < end; place++) own += 1 - (commonPlaces[place] as number);
    ownWords[text] = own;
    textHashes[text] = hashWords(words, start, end);
  }
  return {
    ngram,
    words,
    textStarts,
    ...table,
    ...counts,
    ...listTexts(textStarts, table.gramAt, counts),
    commonPlaces,
    ownWords,
    textHashes,
  };
}

/** Whether two runs of words are the same words. */
export function sameWords(left: Int32Array, from: number, right: Int32Array, at: number, count: number): boolean {
  for (let offset = 0; offset < count; offset++) if (left[from + offset] !== right[at + offset]) return false;
  return true;
}

function numberGrams(
  words: Int32Array,
  textStarts: Int32Array,
  ngram: number,
): Pick<EvalIndex, "gramAt" | "slots" | "gramPlaces"> {
  const nTexts = textStarts.length - 1;
  let most = 0;
  for (let text = 0; text < nTexts; text++)
    most += Math.max(0, (textStarts[text + 1] as number) - (textStarts[text] as number) - ngram + 1);
  let room = 16;
  while (room < most * 2) room *= 2;
  const slots = new Int32Array(room);
  const mask = room - 1;
  const places = new Int32Array(most);
  const gramAt = new Int32Array(words.length).fill(-1);
  const leading = leadingFactor(ngram);
  let nGrams = 0;
  for (let text = 0; text < nTexts; text++) {
    const start = textStarts[text] as number;
    const end = textStarts[text + 1] as number;
    let hash = 0;
    for (let index = start; index < end; index++) {
      if (index - start >= ngram) hash = (hash - Math.imul(wordHash(words[index - ngram] as number), leading)) | 0;
      hash = (Math.imul(hash, GRAM_FACTOR) + wordHash(words[index] as number)) | 0;
      const place = index - ngram + 1;
      if (place < start) continue;
      let slot = finishHash(hash) & mask;
      let gram = (slots[slot] as number) - 1;
      while (gram >= 0 && !sameWords(words, places[gram] as number, words, place, ngram)) {
        slot = (slot + 1) & mask;
        gram = (slots[slot] as number) - 1;
      }
      if (gram < 0) {
        gram = nGrams++;
        places[gram] = place;
        slots[slot] = gram + 1;
      }
      gramAt[place] = gram;
    }
  }
  return { gramAt, slots, gramPlaces: places.slice(0, nGrams) };
}

function placesCovered(gramAt: Int32Array, commonGrams: Uint8Array, ngram: number): Uint8Array {
  const covered = new Uint8Array(gramAt.length);
  let until = 0;
  for (let place = 0; place < gramAt.length; place++) {
    const gram = gramAt[place] as number;
    if (gram >= 0 && commonGrams[gram] === 1) until = place + ngram;
    if (place < until) covered[place] = 1;
  }
  return covered;
}

function listTexts(
  textStarts: Int32Array,
  gramAt: Int32Array,
  { gramTexts, commonGrams }: GramCounts,
): Pick<EvalIndex, "postingStarts" | "postings" | "gramsBefore"> {
  const nGrams = gramTexts.length;
  const postingStarts = new Int32Array(nGrams + 1);
  for (let gram = 0; gram < nGrams; gram++)
    postingStarts[gram + 1] =
      (postingStarts[gram] as number) + (commonGrams[gram] === 1 ? 0 : (gramTexts[gram] as number));
  const postings = new Int32Array(postingStarts[nGrams] as number);
  const gramsBefore = new Int32Array(postings.length);
  const filled = postingStarts.slice(0, nGrams);
  for (let text = 0; text < textStarts.length - 1; text++) {
    const start = textStarts[text] as number;
    for (let place = start; place < (textStarts[text + 1] as number); place++) {
      const gram = gramAt[place] as number;
      if (gram < 0) break;
      if (commonGrams[gram] === 1) continue;
      const next = filled[gram] as number;
      if (next > (postingStarts[gram] as number) && postings[next - 1] === text) {
        gramsBefore[next - 1] = SEVERAL_BEFORE;
        continue;
      }
      postings[next] = text;
      gramsBefore[next] = place === start ? NONE_BEFORE : (gramAt[place - 1] as number);
      filled[gram] = next + 1;
    }
  }
  return { postingStarts, postings, gramsBefore };
}
