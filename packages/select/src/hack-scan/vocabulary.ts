import type { ColumnEntries } from "./column.js";

/** What a rare or common word must satisfy to become a column. */
export interface VocabularyLimits {
  /** Rows a term must appear in at least. */
  readonly minimumObservations: number;
  /** How many terms are kept at most, the most frequent first. */
  readonly topK: number;
}

const PAIR_BASE = 2 ** 26;

/**
 * Columns that say which replies contain a word or two neighbouring words. Terms that stand in every reply say nothing
 * and are left out.
 */
export function vocabularyColumns(texts: readonly string[], limits: VocabularyLimits): ColumnEntries[] {
  const idOf = new Map<string, number>();
  const words: string[] = [];
  const tokens = texts.map((text) => {
    const ids: number[] = [];
    eachToken(text.toLowerCase(), (word) => {
      let id = idOf.get(word);
      if (id === undefined) {
        id = words.length;
        idOf.set(word, id);
        words.push(word);
      }
      ids.push(id);
    });
    return Int32Array.from(ids);
  });

  const wordCount = countRows(tokens, words.length);
  const { pairs, pairCount, sequences } = pairTokens(tokens, wordCount, limits.minimumObservations);

  const isUseful = (count: number) => count >= limits.minimumObservations && count < texts.length;
  const terms: { term: string; count: number; word: number; pair: number }[] = [];
  for (const [word, term] of words.entries()) {
    const count = wordCount[word] as number;
    if (isUseful(count)) terms.push({ term, count, word, pair: -1 });
  }
  for (const [pair, key] of pairs.entries()) {
    const count = pairCount[pair] as number;
    if (!isUseful(count)) continue;
    const term = `${words[Math.floor(key / PAIR_BASE)]} ${words[key % PAIR_BASE]}`;
    terms.push({ term, count, word: -1, pair });
  }
  terms.sort((left, right) => right.count - left.count || (left.term < right.term ? -1 : 1));
  terms.length = Math.min(terms.length, limits.topK);

  const wordSlot = new Int32Array(words.length).fill(-1);
  const pairSlot = new Int32Array(pairs.length).fill(-1);
  for (const [slot, { word, pair }] of terms.entries()) {
    if (word >= 0) wordSlot[word] = slot;
    else pairSlot[pair] = slot;
  }
  const rows = terms.map(({ count }) => new Int32Array(count));
  const filled = new Int32Array(terms.length);
  const lastRow = new Int32Array(terms.length).fill(-1);
  const mark = (slot: number, row: number) => {
    if (slot < 0 || lastRow[slot] === row) return;
    lastRow[slot] = row;
    (rows[slot] as Int32Array)[filled[slot] as number] = row;
    filled[slot] = (filled[slot] as number) + 1;
  };
  for (let row = 0; row < tokens.length; row++) {
    for (const word of tokens[row] as Int32Array) mark(wordSlot[word] as number, row);
    for (const pair of sequences[row] as Int32Array) if (pair >= 0) mark(pairSlot[pair] as number, row);
  }
  return terms.map(({ term }, slot) => ({ name: `contains:${term}`, rows: rows[slot] as Int32Array, values: null }));
}

/** In how many sequences each id appears. Negative ids are gaps. */
function countRows(sequences: readonly Int32Array[], size: number): Int32Array {
  const count = new Int32Array(size);
  const lastRow = new Int32Array(size).fill(-1);
  for (let row = 0; row < sequences.length; row++)
    for (const id of sequences[row] as Int32Array) {
      if (id < 0 || lastRow[id] === row) continue;
      lastRow[id] = row;
      count[id] = (count[id] as number) + 1;
    }
  return count;
}

/** Ids for neighbouring words. A pair can only be frequent when both of its words are, so the others are never stored. */
function pairTokens(tokens: readonly Int32Array[], wordCount: Int32Array, minimum: number) {
  const idOf = new Map<number, number>();
  const pairs: number[] = [];
  const sequences = tokens.map((words) => {
    const sequence = new Int32Array(Math.max(0, words.length - 1));
    for (let at = 0; at + 1 < words.length; at++) {
      const left = words[at] as number;
      const right = words[at + 1] as number;
      if ((wordCount[left] as number) < minimum || (wordCount[right] as number) < minimum) {
        sequence[at] = -1;
        continue;
      }
      const key = left * PAIR_BASE + right;
      let id = idOf.get(key);
      if (id === undefined) {
        id = pairs.length;
        idOf.set(key, id);
        pairs.push(key);
      }
      sequence[at] = id;
    }
    return sequence;
  });
  return { pairs, pairCount: countRows(sequences, pairs.length), sequences };
}

const GAP = 0;
const LETTER = 1;
const DIGIT = 2;
const SYMBOL = 3;
/** A letter of a script that writes without spaces: a token of its own. */
const IDEOGRAPH = 4;

const ASCII_CLASS = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (/[a-z_]/i.test(char)) return LETTER;
  if (/\d/.test(char)) return DIGIT;
  return code <= 32 || code === 127 ? GAP : SYMBOL;
});

/** Classes of characters beyond ASCII as they are met; asking the Unicode tables is slow. */
const knownClass = new Map<number, number>();

function classOf(codePoint: number): number {
  if (codePoint < 128) return ASCII_CLASS[codePoint] as number;
  let known = knownClass.get(codePoint);
  if (known === undefined) {
    known = unicodeClass(String.fromCodePoint(codePoint));
    knownClass.set(codePoint, known);
  }
  return known;
}

function unicodeClass(char: string): number {
  if (/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}/u.test(char)) return IDEOGRAPH;
  if (/[\p{L}\p{M}]/u.test(char)) return LETTER;
  if (/\p{N}/u.test(char)) return DIGIT;
  return /\s/u.test(char) ? GAP : SYMBOL;
}

/** Calls back with each token of a text: a word, a number, or a single symbol or ideograph. */
export function eachToken(text: string, visit: (token: string) => void): void {
  let start = 0;
  let kind = GAP;
  for (let at = 0; at < text.length; ) {
    const codePoint = text.codePointAt(at) as number;
    const next = classOf(codePoint);
    if (next !== kind || next >= SYMBOL) {
      if (kind !== GAP) visit(text.slice(start, at));
      start = at;
      kind = next;
    }
    at += codePoint > 0xffff ? 2 : 1;
  }
  if (kind !== GAP) visit(text.slice(start));
}
