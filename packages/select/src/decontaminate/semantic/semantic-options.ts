import { checkOptions, type Embedder, type OptionRules, optionRule, requireOptions } from "@whileai/core";
import {
  DECONTAMINATOR_RULES,
  type DecontaminateOptions,
  type DecontaminateSettings,
  readDecontaminatorOptions,
} from "../decontaminate-options.js";

/** Cosine from which two texts mean the same (convention; what it means differs from embedder to embedder). */
const DEFAULT_SIMILARITY = 0.85;
/** Texts in one call of an embedder that does not say what it likes, and calls at a time (conventions). */
const DEFAULT_BATCH = 64;
const DEFAULT_CONCURRENCY = 4;

/** The options of `decontaminateSemantic`. */
export interface DecontaminateSemanticOptions extends DecontaminateOptions {
  /** Turns texts into vectors: any async function that gives one for each text. */
  readonly embedder: Embedder;
  /** Cosine from which a row is flagged, 0 to 1. Default: 0.85. */
  readonly similarity?: number | undefined;
  /** Texts in one call of the embedder. Default: what the embedder likes, else 64. */
  readonly batchSize?: number | undefined;
  /** Calls of the embedder at a time. Default: what the embedder likes, else 4. */
  readonly concurrency?: number | undefined;
  /** Ends the pass with an AbortError. */
  readonly signal?: AbortSignal | undefined;
}

/** How texts are embedded. */
export interface EmbedSettings {
  readonly embedder: Embedder;
  readonly batchSize: number;
  readonly concurrency: number;
  readonly signal: AbortSignal | undefined;
}

/** Options with their defaults. */
export interface SemanticSettings extends EmbedSettings {
  readonly similarity: number;
  readonly textRules: DecontaminateSettings;
}

const RULES: OptionRules = {
  against: optionRule.any,
  ...DECONTAMINATOR_RULES,
  embedder: optionRule.callable,
  similarity: optionRule.number(0, 1),
  batchSize: optionRule.integer(1),
  concurrency: optionRule.integer(1),
  signal: optionRule.signal,
};

/** What an embedder may say that it likes; a batch of no texts would never end. */
const EMBEDDER_RULES: OptionRules = { batchSize: optionRule.integer(1), concurrency: optionRule.integer(1) };

/** Checks the options of `decontaminateSemantic`. */
export function readSemanticOptions(call: string, options: DecontaminateSemanticOptions): SemanticSettings {
  checkOptions(call, options ?? {}, RULES);
  requireOptions(call, options ?? {}, {
    against: () => "eval rows or texts, or sources of them",
    embedder: () => "an async function that gives a vector for each text, such as OpenAIEmbedder or LocalEmbedder make",
  });
  const { against: _, embedder, similarity, signal, ...rest } = options;
  const liked = { batchSize: embedder.batchSize, concurrency: embedder.concurrency };
  checkOptions(call, liked, EMBEDDER_RULES, "embedder.");
  const { batchSize = liked.batchSize, concurrency = liked.concurrency, ...textRules } = rest;
  return {
    embedder,
    similarity: similarity ?? DEFAULT_SIMILARITY,
    batchSize: batchSize ?? DEFAULT_BATCH,
    concurrency: concurrency ?? DEFAULT_CONCURRENCY,
    signal,
    textRules: readDecontaminatorOptions(call, textRules),
  };
}
