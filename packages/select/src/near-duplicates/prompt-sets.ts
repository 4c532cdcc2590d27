import { foldText, isRecord, type Row } from "@whileai/core";
import { fieldText } from "../decontaminate/field-text.js";
import { foldCase } from "../decontaminate/fold-case.js";
import { WordReader } from "../decontaminate/word-reader.js";
import { WordTable } from "../decontaminate/word-table.js";

/** A prompt, however many rows have it. Case and spacing make no other prompt. */
export interface Prompt {
  /** Position of the first row that has it, from 0. */
  readonly index: number;
  readonly text: string;
  nRows: number;
}

/**
 * Prompts that are alike to every other prompt: they have the same words among those that more than one prompt has, and
 * equally many words that no other prompt has. Prompts of one template whose slots hold numbers fall into one kind.
 */
export interface PromptKind {
  /** Different words of each prompt. */
  readonly size: number;
  /** The words that other prompts have too, as ranks from rare to frequent, ascending. */
  readonly words: Int32Array;
  /** Numbers of the prompts, ascending. */
  readonly members: readonly number[];
}

/** The prompts of rows, as sets of words. */
export interface PromptSets {
  readonly nEntries: number;
  readonly nSkipped: number;
  /** Rows without a word in their prompt. */
  readonly nWithoutWords: number;
  readonly prompts: readonly Prompt[];
  /** By size, ascending. */
  readonly kinds: readonly PromptKind[];
  /** How many different words more than one prompt has. */
  readonly nWords: number;
}

/** Reads the prompts of rows. */
export function readPromptSets(rows: Iterable<unknown>): PromptSets {
  const table = new WordTable();
  const reader = new WordReader(table, true);
  const prompts: Prompt[] = [];
  const sets: Int32Array[] = [];
  /** From a text as it is written, and from its folded form, to its prompt; null for texts without words. */
  const known = new Map<string, Prompt | null>();
  let [index, nSkipped, nWithoutWords] = [-1, 0, 0];

  const promptOf = (text: string): Prompt | null => {
    const written = known.get(text);
    if (written !== undefined) return written;
    const folded = foldText(foldCase(text));
    let prompt = known.get(folded);
    if (prompt === undefined) {
      const count = reader.read(text);
      prompt = count === 0 ? null : { index, text, nRows: 0 };
      if (prompt !== null) {
        prompts.push(prompt);
        sets.push(distinct(reader.ids.subarray(0, count)));
      }
      known.set(folded, prompt);
    }
    known.set(text, prompt);
    return prompt;
  };

  for (const row of rows) {
    index++;
    if (!isRecord(row)) {
      nSkipped++;
      continue;
    }
    const prompt = promptOf(fieldText(row as Row, "prompt"));
    if (prompt === null) nWithoutWords++;
    else prompt.nRows++;
  }
  return { nEntries: index + 1, nSkipped, nWithoutWords, prompts, ...kindsOf(sets, table.data.size) };
}

function distinct(ids: Int32Array): Int32Array {
  const sorted = Int32Array.from(ids).sort();
  let size = 0;
  for (const id of sorted) if (size === 0 || id !== sorted[size - 1]) sorted[size++] = id;
  return sorted.slice(0, size);
}

interface GrowingKind extends PromptKind {
  readonly members: number[];
}

function kindsOf(sets: readonly Int32Array[], nIds: number): Pick<PromptSets, "kinds" | "nWords"> {
  const { rankOf, nWords } = ranksByFrequency(sets, nIds);
  const kinds: GrowingKind[] = [];
  /** From a hash to the kinds that have it: long prompts as keys would fill the memory. */
  const byHash = new Map<number, GrowingKind[]>();
  for (const [prompt, set] of sets.entries()) {
    const words = set.map((id) => rankOf[id] as number).filter((rank) => rank >= 0);
    words.sort();
    const hash = hashOf(words, set.length);
    const alike = byHash.get(hash) ?? [];
    const kind = alike.find((other) => other.size === set.length && isSame(other.words, words));
    if (kind !== undefined) {
      kind.members.push(prompt);
      continue;
    }
    const made = { size: set.length, words, members: [prompt] };
    kinds.push(made);
    alike.push(made);
    byHash.set(hash, alike);
  }
  return { kinds: kinds.sort((a, b) => a.size - b.size), nWords };
}

function hashOf(words: Int32Array, size: number): number {
  let hash = size;
  for (const word of words) hash = Math.imul(hash ^ word ^ (hash >>> 15), 0x01000193);
  return hash;
}

function isSame(words: Int32Array, others: Int32Array): boolean {
  return words.length === others.length && words.every((word, at) => word === others[at]);
}

/** The rank of each word, the rarest first; -1 for words that one prompt has alone. */
function ranksByFrequency(sets: readonly Int32Array[], nIds: number): { rankOf: Int32Array; nWords: number } {
  const frequency = new Int32Array(nIds);
  for (const set of sets) for (const id of set) frequency[id] = (frequency[id] as number) + 1;
  const shared = Int32Array.from(frequency.keys()).filter((id) => (frequency[id] as number) > 1);
  shared.sort((a, b) => (frequency[a] as number) - (frequency[b] as number) || a - b);
  const rankOf = new Int32Array(nIds).fill(-1);
  for (const [rank, id] of shared.entries()) rankOf[id] = rank;
  return { rankOf, nWords: shared.length };
}
