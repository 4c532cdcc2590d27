import { finishHash, GRAM_FACTOR, leadingFactor, wordHash } from "./gram-hash.js";

/** A gram in more eval texts of one source than this is common, however many texts there are: it also bounds the work for a row. */
const COMMON_TEXTS = 100;
/** A gram in more than this share of a source's eval texts is common, once they are more than two. */
const COMMON_SHARE = 0.5;
const FEWEST_COMMON_TEXTS = 2;

/** The grams (runs of n words) of the eval texts, as typed arrays, which threads can share. */
export interface EvalIndex {
  readonly ngram: number;
  /** The words of all texts, one text after the other. */
  readonly words: Int32Array;
  /** Where each text begins in `words`; one entry more than there are texts. */
  readonly textStarts: Int32Array;
  /** The gram that begins at a place of `words`; -1 where the text has fewer words left. */
  readonly gramAt: Int32Array;
  /** Open addressing: the number of a gram plus 1, or 0. */
  readonly slots: Int32Array;
  /** Where each gram stands first in `words`. */
  readonly gramPlaces: Int32Array;
  /** In how many eval texts each gram is. */
  readonly gramTexts: Int32Array;
  /** Where the texts of each gram begin in `postings`; one entry more than there are grams. Common grams have none. */
  readonly postingStarts: Int32Array;
  readonly postings: Int32Array;
  /** 1 for each gram that is common. */
  readonly commonGrams: Uint8Array;
  /** 1 for each place of `words` that a common gram covers. */
  readonly commonPlaces: Uint8Array;
  /** Words of each text that no common gram covers. */
  readonly ownWords: Int32Array;
  /** How often the most frequent gram of each text is in it. */
  readonly mostRepeats: Int32Array;
  /** Hashes of whole texts: says which training texts may be verbatim copies. */
  readonly textHashes: Int32Array;
}

/** What an index is made from. */
export interface IndexedTexts {
  readonly words: Int32Array;
  readonly textStarts: Int32Array;
  /** The source of each text; texts of one source stand together. */
  readonly textSources: Int32Array;
  /** How many texts each source has. */
  readonly sourceTexts: readonly number[];
}

/** The limit above which a gram of a source with so many texts is common. */
export function commonLimit(texts: number): number {
  return Math.min(COMMON_TEXTS, Math.max(FEWEST_COMMON_TEXTS, texts * COMMON_SHARE));
}

/** Indexes the grams of eval texts. `limitOf` says in how many texts of a source a gram may be before it is common. */
export function buildEvalIndex(texts: IndexedTexts, ngram: number, limitOf = commonLimit): EvalIndex {
  const { words, textStarts } = texts;
  const nTexts = textStarts.length - 1;
  const table = numberGrams(words, textStarts, ngram);
  const nGrams = table.gramPlaces.length;
  const gramTexts = new Int32Array(nGrams);
  const commonGrams = new Uint8Array(nGrams);
  const lastText = new Int32Array(nGrams).fill(-1);
  const inSource = new Int32Array(nGrams);
  const repeats = new Int32Array(nGrams);
  const mostRepeats = new Int32Array(nTexts);
  for (let text = 0; text < nTexts; text++) {
    const limit = limitOf(texts.sourceTexts[texts.textSources[text] as number] as number);
    const end = textStarts[text + 1] as number;
    let most = 0;
    for (let place = textStarts[text] as number; place < end; place++) {
      const gram = table.gramAt[place] as number;
      if (gram < 0) break;
      const last = lastText[gram] as number;
      if (last !== text) {
        const isNewSource = last < 0 || texts.textSources[last] !== texts.textSources[text];
        inSource[gram] = isNewSource ? 1 : (inSource[gram] as number) + 1;
        if ((inSource[gram] as number) > limit) commonGrams[gram] = 1;
        lastText[gram] = text;
        gramTexts[gram] = (gramTexts[gram] as number) + 1;
        repeats[gram] = 0;
      }
      repeats[gram] = (repeats[gram] as number) + 1;
      most = Math.max(most, repeats[gram] as number);
    }
    mostRepeats[text] = most;
  }
  const commonPlaces = placesCovered(table.gramAt, commonGrams, ngram);
  const ownWords = new Int32Array(nTexts);
  for (let text = 0; text < nTexts; text++) {
    let own = 0;
    for (let place = textStarts[text] as number; place < (textStarts[text + 1] as number); place++)
      own += 1 - (commonPlaces[place] as number);
    ownWords[text] = own;
  }
  return {
    ngram,
    words,
    textStarts,
    ...table,
    gramTexts,
    ...listTexts(texts, table.gramAt, gramTexts, commonGrams),
    commonGrams,
    commonPlaces,
    ownWords,
    mostRepeats,
    textHashes: hashTexts(words, textStarts),
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
  { textStarts }: IndexedTexts,
  gramAt: Int32Array,
  gramTexts: Int32Array,
  commonGrams: Uint8Array,
): Pick<EvalIndex, "postingStarts" | "postings"> {
  const nGrams = gramTexts.length;
  const postingStarts = new Int32Array(nGrams + 1);
  for (let gram = 0; gram < nGrams; gram++)
    postingStarts[gram + 1] =
      (postingStarts[gram] as number) + (commonGrams[gram] === 1 ? 0 : (gramTexts[gram] as number));
  const postings = new Int32Array(postingStarts[nGrams] as number);
  const filled = postingStarts.slice(0, nGrams);
  for (let text = 0; text < textStarts.length - 1; text++) {
    for (let place = textStarts[text] as number; place < (textStarts[text + 1] as number); place++) {
      const gram = gramAt[place] as number;
      if (gram < 0) break;
      if (commonGrams[gram] === 1) continue;
      const next = filled[gram] as number;
      if (next > (postingStarts[gram] as number) && postings[next - 1] === text) continue;
      postings[next] = text;
      filled[gram] = next + 1;
    }
  }
  return { postingStarts, postings };
}

function hashTexts(words: Int32Array, textStarts: Int32Array): Int32Array {
  const hashes = new Int32Array(textStarts.length - 1);
  for (let text = 0; text < hashes.length; text++) {
    let hash = 0;
    for (let index = textStarts[text] as number; index < (textStarts[text + 1] as number); index++)
      hash = (Math.imul(hash, GRAM_FACTOR) + wordHash(words[index] as number)) | 0;
    hashes[text] = hash;
  }
  return hashes;
}
