import { findSimilar } from "./find-similar.js";
import type { PromptKind, PromptSets } from "./prompt-sets.js";
import { jaccard, type SimilarityBound } from "./similarity-bound.js";
import { Unions } from "./unions.js";

/** Pairs that a report shows. */
const EXAMPLES = 20;

/** Two prompts by number, the earlier one first. */
export interface PromptPair {
  readonly prompts: readonly [number, number];
  readonly similarity: number;
}

/** What was found about the pairs of prompts. */
export interface PairCount {
  readonly nPairs: number;
  readonly examples: readonly PromptPair[];
  /** The clusters of two and more prompts: numbers of prompts, ascending. */
  readonly clusters: readonly (readonly number[])[];
}

/** Whether the prompts of one kind are similar to each other; all pairs of a kind are alike. */
export function isAlike({ size, words }: PromptKind, bound: SimilarityBound): boolean {
  return words.length >= bound.overlap(size, size);
}

/** Counts all similar pairs and joins them into clusters; null where that would look at more than `mostLooked` entries. */
export function countPairs(sets: PromptSets, bound: SimilarityBound, mostLooked: number): PairCount | null {
  const { kinds, nWords } = sets;
  const unions = new Unions(kinds.length);
  const hasPair = new Uint8Array(kinds.length);
  const examples: PromptPair[] = [];
  let nPairs = 0;
  const addExample = (one: number, other: number, similarity: number): void => {
    if (examples.length < EXAMPLES) examples.push({ prompts: one < other ? [one, other] : [other, one], similarity });
  };
  const effort = findSimilar({
    kinds,
    nWords,
    bound,
    mostLooked,
    onPair: (kind, earlier, overlap) => {
      const [a, b] = [kinds[kind] as PromptKind, kinds[earlier] as PromptKind];
      nPairs += a.members.length * b.members.length;
      unions.join(kind, earlier);
      hasPair[kind] = 1;
      hasPair[earlier] = 1;
      addExample(a.members[0] as number, b.members[0] as number, jaccard(overlap, a.size, b.size));
      return true;
    },
  });
  if (!effort.isComplete) return null;
  for (const [at, kind] of kinds.entries()) {
    const { members, size, words } = kind;
    if (members.length < 2 || !isAlike(kind, bound)) continue;
    nPairs += (members.length * (members.length - 1)) / 2;
    hasPair[at] = 1;
    addExample(members[0] as number, members[1] as number, jaccard(words.length, size, size));
  }
  const clusterOf = (kind: number): number | null => (hasPair[kind] === 1 ? unions.find(kind) : null);
  return { nPairs, examples, clusters: gatherClusters(kinds, clusterOf) };
}

/** Gathers the prompts of kinds that belong to one cluster; null is a kind without any. The largest first, ties by the earliest prompt. */
export function gatherClusters(kinds: readonly PromptKind[], clusterOf: (kind: number) => number | null): number[][] {
  const clusters = new Map<number, number[]>();
  for (const [at, { members }] of kinds.entries()) {
    const cluster = clusterOf(at);
    if (cluster === null) continue;
    const prompts = clusters.get(cluster);
    if (prompts === undefined) clusters.set(cluster, [...members]);
    else for (const prompt of members) prompts.push(prompt);
  }
  const gathered = [...clusters.values()];
  for (const prompts of gathered) prompts.sort((a, b) => a - b);
  return gathered.sort((a, b) => b.length - a.length || (a[0] as number) - (b[0] as number));
}
