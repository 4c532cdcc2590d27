import type { ColumnEntries } from "./column.js";
import { eachToken, foldReply, joinTokens } from "./tokens.js";

/** What a rare or common word must satisfy to become a column. */
export interface VocabularyLimits {
  /** Rows a term must appear in at least. */
  readonly minimumObservations: number;
  /** How many terms are kept at most, the most frequent first. */
  readonly topK: number;
}

/** What the name of a word's column begins with. */
export const CONTAINS = "contains:";

/**
 * Columns that say which replies contain a word or two neighbouring words. Terms that stand in every reply say nothing
 * and are left out.
 */
export function vocabularyColumns(texts: readonly string[], limits: VocabularyLimits): ColumnEntries[] {
  if (limits.topK === 0) return [];
  const { words, sequences } = internTokens(texts);
  const wordCount = countRows(sequences, words.length);
  const isUseful = (count: number) => count >= limits.minimumObservations && count < texts.length;
  const { pairs, neighbours } = pairTokens(sequences, wordCount, leastPairCount(wordCount, isUseful, limits));
  const pairCount = countRows(neighbours, pairs.length);

  const terms: { term: string; count: number; word: number; pair: number }[] = [];
  for (const [word, term] of words.entries()) {
    const count = wordCount[word] as number;
    if (isUseful(count)) terms.push({ term, count, word, pair: -1 });
  }
  for (const [pair, [left, right]] of pairs.entries()) {
    const count = pairCount[pair] as number;
    if (!isUseful(count)) continue;
    terms.push({ term: joinTokens(words[left] as string, words[right] as string), count, word: -1, pair });
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
  for (let row = 0; row < texts.length; row++) {
    for (const word of sequences[row] as Int32Array) mark(wordSlot[word] as number, row);
    for (const pair of neighbours[row] as Int32Array) mark(pairSlot[pair] as number, row);
  }
  return terms.map(({ term }, slot) => ({ name: CONTAINS + term, rows: rows[slot] as Int32Array, values: null }));
}

/** Columns for given terms, however rare they are. A term that no reply contains has an empty one. */
export function termColumns(texts: readonly string[], terms: ReadonlySet<string>): ColumnEntries[] {
  const rows = new Map([...terms].map((term) => [term, [] as number[]]));
  const mark = (term: string, row: number) => {
    const seen = rows.get(term);
    if (seen !== undefined && seen.at(-1) !== row) seen.push(row);
  };
  for (const [row, text] of texts.entries()) {
    let previous: string | undefined;
    eachToken(foldReply(text), (token) => {
      mark(token, row);
      if (previous !== undefined) mark(joinTokens(previous, token), row);
      previous = token;
    });
  }
  return [...rows].map(([term, seen]) => ({ name: CONTAINS + term, rows: Int32Array.from(seen), values: null }));
}

/** Replies as sequences of word ids. */
function internTokens(texts: readonly string[]): { words: string[]; sequences: Int32Array[] } {
  const idOf = new Map<string, number>();
  const words: string[] = [];
  const ids: number[] = [];
  const intern = (word: string) => {
    let id = idOf.get(word);
    if (id === undefined) {
      id = words.length;
      idOf.set(word, id);
      words.push(word);
    }
    ids.push(id);
  };
  const sequences = texts.map((text) => {
    ids.length = 0;
    eachToken(foldReply(text), intern);
    return Int32Array.from(ids);
  });
  return { words, sequences };
}

/** In how many sequences each id appears. */
function countRows(sequences: readonly Int32Array[], size: number): Int32Array {
  const count = new Int32Array(size);
  const lastRow = new Int32Array(size).fill(-1);
  for (let row = 0; row < sequences.length; row++) {
    const sequence = sequences[row] as Int32Array;
    for (let at = 0; at < sequence.length; at++) {
      const id = sequence[at] as number;
      if (lastRow[id] === row) continue;
      lastRow[id] = row;
      count[id] = (count[id] as number) + 1;
    }
  }
  return count;
}

/** Rows that a pair needs before it can be among the `topK` terms: words alone may already fill them. */
function leastPairCount(
  wordCount: Int32Array,
  isUseful: (count: number) => boolean,
  { minimumObservations, topK }: VocabularyLimits,
): number {
  const useful = wordCount.filter(isUseful).sort();
  return useful.length < topK ? minimumObservations : (useful[useful.length - topK] as number);
}

/** Ids for neighbouring words that are both frequent enough: a pair is in no more rows than either of its words. */
function pairTokens(sequences: readonly Int32Array[], wordCount: Int32Array, least: number) {
  const frequent: number[] = [];
  const placeOf = new Int32Array(wordCount.length).fill(-1);
  for (let word = 0; word < wordCount.length; word++)
    if ((wordCount[word] as number) >= least) placeOf[word] = frequent.push(word) - 1;

  const idOf = new Map<number, number>();
  const pairs: [number, number][] = [];
  const ids: number[] = [];
  const neighbours = sequences.map((sequence) => {
    ids.length = 0;
    let left = -1;
    for (let at = 0; at < sequence.length; at++) {
      const right = placeOf[sequence[at] as number] as number;
      if (left >= 0 && right >= 0) {
        const key = left * frequent.length + right;
        let id = idOf.get(key);
        if (id === undefined) {
          id = pairs.push([frequent[left] as number, frequent[right] as number]) - 1;
          idOf.set(key, id);
        }
        ids.push(id);
      }
      left = right;
    }
    return Int32Array.from(ids);
  });
  return { pairs, neighbours };
}
