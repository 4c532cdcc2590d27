import { checkOptions, OptionError, optionRule, requireOptions } from "@whileai/core";
import type { EvalSources } from "./eval-set.js";

/** Words in a run that must be alike. Convention: between the 5 to 13 words of published checks. */
const DEFAULT_NGRAM = 8;
/** Share of a text's words that must be covered. The bound above which the Llama 2 report calls a sample dirty. */
const DEFAULT_OVERLAP = 0.8;
/** Longer runs find nothing that shorter ones do not. */
const MOST_NGRAM = 1000;

/** Which side's share of covered words flags a row. */
export type CoverageOf = "train" | "eval" | "either";

const COVERAGE: readonly CoverageOf[] = ["either", "train", "eval"];

/** The options of a decontaminator. */
export interface DecontaminatorOptions {
  /** Words in a run that must be alike. Default: 8. Ideographs, kana and letters of scripts without spaces count as words. */
  readonly ngram?: number | undefined;
  /** Share of covered words from which a row is flagged, 0 to 1. Default: 0.8. */
  readonly overlap?: number | undefined;
  /** The text whose share counts: the training row's, the eval row's, or either. Default: "either". */
  readonly coverageOf?: CoverageOf | undefined;
  /** Fields of the training rows that are compared. Default: ["prompt"]. */
  readonly fields?: readonly string[] | undefined;
}

/** The options of `decontaminate`. */
export interface DecontaminateOptions extends DecontaminatorOptions {
  /** Eval rows or texts, a list of sources of them, or sources by name. */
  readonly against: EvalSources;
}

/** Options with their defaults. */
export interface DecontaminateSettings {
  readonly ngram: number;
  readonly overlap: number;
  readonly coverageOf: CoverageOf;
  readonly fields: readonly string[];
}

/** Rules of {@link DecontaminatorOptions} for `checkOptions`. */
export const DECONTAMINATOR_RULES = {
  ngram: optionRule.integer(1, MOST_NGRAM),
  overlap: optionRule.number(0, 1),
  coverageOf: optionRule.oneOf(COVERAGE),
  fields: optionRule.listOf(optionRule.notBlank, 1),
};

const SEMANTIC_OPTIONS = ["embedder", "similarity"];

/** Checks the options of a decontaminator. */
export function readDecontaminatorOptions(call: string, options: DecontaminatorOptions): DecontaminateSettings {
  refuseSemantic(call, options);
  checkOptions(call, options, DECONTAMINATOR_RULES);
  return {
    ngram: options.ngram ?? DEFAULT_NGRAM,
    overlap: options.overlap ?? DEFAULT_OVERLAP,
    coverageOf: options.coverageOf ?? "either",
    fields: [...new Set(options.fields ?? ["prompt"])],
  };
}

/** Checks the options of `decontaminate`; `against` is looked at where it is read. */
export function readDecontaminateOptions(call: string, options: DecontaminateOptions): DecontaminateSettings {
  refuseSemantic(call, options);
  checkOptions(call, options, { against: optionRule.any, ...DECONTAMINATOR_RULES });
  requireOptions(call, options ?? {}, { against: () => "eval rows or texts, or sources of them" });
  const { against: _, ...rest } = options;
  return readDecontaminatorOptions(call, rest);
}

/** Paraphrases are compared by a model, which has to be awaited. */
function refuseSemantic(call: string, options: unknown): void {
  if (typeof options !== "object" || options === null) return;
  const option = SEMANTIC_OPTIONS.find((name) => (options as Record<string, unknown>)[name] !== undefined);
  if (option === undefined) return;
  throw new OptionError({
    option,
    received: (options as Record<string, unknown>)[option],
    message: `${call}: \`${option}\` belongs to the semantic pass, which is awaited.`,
    fix: "Call `await decontaminateSemantic(rows, options)`: it applies the text rules too.",
  });
}
