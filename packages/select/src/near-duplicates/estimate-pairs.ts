import type { RandomStream } from "@whileai/core";
import { countWith, findSimilar } from "./find-similar.js";
import { gatherClusters, isAlike, type PairCount, type PromptPair } from "./prompt-pairs.js";
import type { PromptKind, PromptSets } from "./prompt-sets.js";
import { jaccard, type SimilarityBound } from "./similarity-bound.js";

/** Words that are read to compare the drawn prompts with all others (convention: a fraction of a second). */
const MOST_READ = 60_000_000;
/** Prompts that are drawn at least, however many words that takes, and at most (convention). */
const LEAST_DRAWN = 30;
const MOST_DRAWN = 400;
const EXAMPLES = 20;

/** Pairs as a sample of prompts lets expect them, and clusters around representatives. */
export interface PairEstimate extends PairCount {
  /** Standard error of `nPairs`; null when no drawn prompt has a pair: how far off 0 is, the draw cannot tell. */
  readonly standardError: number | null;
  /** Prompts that were compared with all others. */
  readonly nDrawn: number;
  /** Share of the pairs of drawn prompts whose two prompts are not in one cluster; null when they have no pair. */
  readonly partedShare: number | null;
  /** Prompts that were not put into clusters, because that would have taken too long. */
  readonly nUnclustered: number;
}

/**
 * For prompts with too many pairs that may be similar to look at them all: prompts drawn at random are compared with all
 * others, exactly, and the number of pairs follows from their mean; it is no lower than what the clusters show. A cluster is a
 * representative with the prompts that are similar to it.
 */
export function estimatePairs(
  sets: PromptSets,
  bound: SimilarityBound,
  random: RandomStream,
  mostLooked: number,
): PairEstimate {
  const { kinds, prompts } = sets;
  const { clusterOf, nUnclustered } = clustersAroundFirst(sets, bound, mostLooked);
  const kindOf = new Int32Array(prompts.length);
  for (const [at, { members }] of kinds.entries()) for (const prompt of members) kindOf[prompt] = at;
  const markedBy = new Int32Array(sets.nWords).fill(-1);
  const drawn = drawPrompts(sets, random);
  const degrees: number[] = [];
  const examples: PromptPair[] = [];
  let [nFound, nParted] = [0, 0];
  for (const [draw, prompt] of drawn.entries()) {
    const own = kindOf[prompt] as number;
    const { size, words } = kinds[own] as PromptKind;
    for (const word of words) markedBy[word] = draw;
    let degree = 0;
    for (const [at, kind] of kinds.entries()) {
      const overlap = at === own ? words.length : countWith(kind.words, markedBy, draw);
      if (overlap < bound.overlap(size, kind.size)) continue;
      const count = kind.members.length - (at === own ? 1 : 0);
      degree += count;
      if (clusterOf(at) === null || clusterOf(at) !== clusterOf(own)) nParted += count;
      const other = kind.members.find((member) => member !== prompt);
      if (other !== undefined && examples.length < EXAMPLES && degree === count)
        examples.push({
          prompts: prompt < other ? [prompt, other] : [other, prompt],
          similarity: jaccard(overlap, size, kind.size),
        });
    }
    degrees.push(degree);
    nFound += degree;
  }
  const clusters = gatherClusters(kinds, clusterOf).filter((cluster) => cluster.length > 1);
  // Each prompt of a cluster but its first is in a pair that was seen, whatever the draw says.
  const nSeen = clusters.reduce((sum, cluster) => sum + cluster.length - 1, 0);
  const n = prompts.length;
  const mean = nFound / degrees.length;
  const variance = degrees.reduce((sum, degree) => sum + (degree - mean) ** 2, 0) / Math.max(1, degrees.length - 1);
  const unseen = 1 - degrees.length / n;
  return {
    nPairs: Math.max(nSeen, Math.round((n * mean) / 2)),
    standardError: nFound === 0 && unseen > 0 ? null : (n / 2) * Math.sqrt((variance / degrees.length) * unseen),
    nDrawn: degrees.length,
    partedShare: nFound === 0 ? null : nParted / nFound,
    nUnclustered,
    examples,
    clusters,
  };
}

function drawPrompts({ prompts, kinds }: PromptSets, random: RandomStream): number[] {
  const words = kinds.reduce((sum, kind) => sum + kind.words.length, 0);
  const affordable = Math.floor(MOST_READ / Math.max(1, words));
  const count = Math.min(prompts.length, MOST_DRAWN, Math.max(LEAST_DRAWN, affordable));
  const numbers = Array.from(prompts.keys());
  for (let at = 0; at < count; at++) {
    const other = at + random.integer(numbers.length - at);
    [numbers[at], numbers[other]] = [numbers[other] as number, numbers[at] as number];
  }
  return numbers.slice(0, count);
}

/** Each kind joins the first representative that it is similar to, or becomes one. */
function clustersAroundFirst(
  { kinds, nWords }: PromptSets,
  bound: SimilarityBound,
  mostLooked: number,
): { clusterOf: (kind: number) => number | null; nUnclustered: number } {
  const joined = new Int32Array(kinds.length).fill(-1);
  let last = -1;
  findSimilar({
    kinds,
    nWords,
    bound,
    mostLooked,
    onPair: (kind, earlier) => {
      joined[kind] = earlier;
      return false;
    },
    isIndexed: (kind) => {
      last = kind;
      if (joined[kind] !== -1) return false;
      joined[kind] = kind;
      return true;
    },
  });
  // Prompts of a kind that are not similar to each other are one cluster only around another kind.
  const isAround = new Uint8Array(kinds.length);
  for (const [kind, around] of joined.entries()) if (around >= 0 && around !== kind) isAround[around] = 1;
  const rest = kinds.slice(last + 1);
  return {
    clusterOf: (kind) => {
      const around = joined[kind] as number;
      if (around < 0) return null;
      const isAlone = around === kind && isAround[kind] === 0 && !isAlike(kinds[kind] as PromptKind, bound);
      return isAlone ? null : around;
    },
    nUnclustered: rest.reduce((sum, { members }) => sum + members.length, 0),
  };
}
