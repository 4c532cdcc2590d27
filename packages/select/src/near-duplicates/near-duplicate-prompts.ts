import { checkOptions, cutText, derive, optionRule, type RowLike, requireRows } from "@whileai/core";
import { WordReader } from "../decontaminate/word-reader.js";
import { WordTable } from "../decontaminate/word-table.js";
import { estimatePairs } from "./estimate-pairs.js";
import {
  type NearDuplicateCluster,
  type NearDuplicatePair,
  type NearDuplicatePrompt,
  type NearDuplicatesReport,
  nearDuplicatesReport,
} from "./near-duplicates-report.js";
import { countPairs, type PromptPair } from "./prompt-pairs.js";
import { type Prompt, type PromptSets, readPromptSets } from "./prompt-sets.js";
import { SimilarityBound } from "./similarity-bound.js";

/** Jaccard similarity from which prompts are near duplicates (convention: between the 0.7 and 0.8 of published dedup runs). */
const DEFAULT_PROMPT_SIMILARITY = 0.8;
/** Below it nearly every pair would have to be compared. */
const LEAST_SIMILARITY = 0.3;
/** Index entries and words that are looked at before pairs are estimated instead (convention: seconds of CPU at most). */
const MOST_LOOKED = 60_000_000;
const CLUSTERS_SHOWN = 20;
const EXAMPLES_SHOWN = 3;
const WORDS_SHOWN = 10;
const QUOTED = 120;

/** The options of {@link nearDuplicatePrompts}. */
export interface NearDuplicatesOptions {
  /** Words that both prompts have, over words that either has, from which they are near duplicates: 0.3 to 1. Default: 0.8. */
  readonly similarity?: number | undefined;
  /** Draws the prompts that the number of pairs is estimated from, where too many may be similar to look at each. Default: 0. */
  readonly seed?: number | string | undefined;
}

/**
 * Finds prompts that have nearly the same words, and drops none: prompts of one template differ by their slot values, which
 * make them different tasks. Words are Unicode words, order and repeats do not count. Rows with one prompt (case and spacing
 * aside) count as one.
 *
 * All pairs are found, each verified word by word. Where those that may be similar are too many to look at (tens of thousands
 * of prompts of one template whose slot values come again and again, or of a few thousand words in any order), their number is
 * estimated from prompts that are drawn at random, and the report says so.
 *
 * @throws OptionError for an unknown option or a bad value.
 *
 * @example
 * const report = nearDuplicatePrompts([
 *   { prompt: "Refund order 4550 for me please it arrived broken" },
 *   { prompt: "Refund order 9921 for me please it arrived broken" },
 * ]);
 * report.nPairs; // 1
 * report.pairs[0]?.onlyIn; // [["4550"], ["9921"]]
 */
export function nearDuplicatePrompts(
  rows: Iterable<RowLike>,
  options: NearDuplicatesOptions = {},
): NearDuplicatesReport {
  checkOptions("nearDuplicatePrompts", options, {
    similarity: optionRule.number(LEAST_SIMILARITY, 1),
    seed: optionRule.seed,
  });
  return nearDuplicatesOf(requireRows("nearDuplicatePrompts", rows), options, MOST_LOOKED);
}

/** The same with a bound on the entries that are looked at. */
export function nearDuplicatesOf(
  rows: Iterable<unknown>,
  { similarity = DEFAULT_PROMPT_SIMILARITY, seed = 0 }: NearDuplicatesOptions,
  mostLooked: number,
): NearDuplicatesReport {
  const sets = readPromptSets(rows);
  const bound = new SimilarityBound(similarity);
  const exact = countPairs(sets, bound, mostLooked);
  const estimated =
    exact === null ? estimatePairs(sets, bound, derive(seed, "near-duplicates"), mostLooked) : undefined;
  const { nPairs, clusters, examples } = exact ?? (estimated as NonNullable<typeof estimated>);
  const nNearDuplicates = clusters.reduce((sum, cluster) => sum + cluster.length, 0);
  const nPrompts = sets.prompts.length;
  return nearDuplicatesReport({
    similarity,
    n: sets.nEntries,
    nSkipped: sets.nSkipped,
    nWithoutWords: sets.nWithoutWords,
    nPrompts,
    nPairs,
    estimate:
      estimated === undefined
        ? null
        : {
            standardError: estimated.standardError,
            nDrawn: estimated.nDrawn,
            partedShare: estimated.partedShare,
            nUnclustered: estimated.nUnclustered,
          },
    nNearDuplicates,
    nearDuplicateRate: nPrompts === 0 ? null : nNearDuplicates / nPrompts,
    nClusters: clusters.length,
    largestCluster: clusters[0]?.length ?? 0,
    clusters: clusters.slice(0, CLUSTERS_SHOWN).map((cluster) => shownCluster(sets, cluster)),
    pairs: examples.map((pair) => shownPair(sets, pair)),
  });
}

function shownPrompt({ prompts }: PromptSets, prompt: number): NearDuplicatePrompt {
  const { index, text } = prompts[prompt] as Prompt;
  return { index, text: cutText(text, QUOTED) };
}

function shownCluster(sets: PromptSets, cluster: readonly number[]): NearDuplicateCluster {
  return {
    nPrompts: cluster.length,
    nRows: cluster.reduce((sum, prompt) => sum + (sets.prompts[prompt] as Prompt).nRows, 0),
    examples: cluster.slice(0, EXAMPLES_SHOWN).map((prompt) => shownPrompt(sets, prompt)),
  };
}

function shownPair(sets: PromptSets, { prompts: [one, other], similarity }: PromptPair): NearDuplicatePair {
  const [a, b] = [one, other].map((prompt) => wordsOf((sets.prompts[prompt] as Prompt).text)) as [Words, Words];
  const without = (words: Words, others: Words): string[] =>
    [...words].filter((word) => !others.has(word)).slice(0, WORDS_SHOWN);
  return {
    prompts: [shownPrompt(sets, one), shownPrompt(sets, other)],
    similarity,
    onlyIn: [without(a, b), without(b, a)],
  };
}

type Words = ReadonlySet<string>;

function wordsOf(text: string): Words {
  const reader = new WordReader(new WordTable(), true);
  const count = reader.read(text);
  return new Set(Array.from({ length: count }, (_, at) => reader.wordsText(at, at + 1)));
}
