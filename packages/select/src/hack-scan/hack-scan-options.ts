import { checkOptions, OptionError, type OptionRules, optionRule, type Row } from "@whileai/core";

/** Terms that the vocabulary keeps at most. Convention. */
const DEFAULT_TOP_K = 200;
/** Rows a feature must be seen in before it is compared with anything. Convention. */
export const DEFAULT_MINIMUM_OBSERVATIONS = 20;
/** Strongest presence features that conjunctions are made of. Convention. */
const DEFAULT_SEEDS = 12;
/** Share of pure-noise data sets in which some feature may pass the floor. Convention. */
const DEFAULT_ALPHA = 0.05;
/** Shuffles behind the floor; with the 95th of 99 the test is exact at 5% (order statistic of a permutation test). */
const DEFAULT_PERMUTATIONS = 99;
/** Features that the report lists. Convention. */
const DEFAULT_TOP_FEATURES = 20;

/** Reads a caller's own feature from a row: the name of a numeric field, or a function. */
export type FeatureReader = string | ((row: Row) => number | boolean | null | undefined);

/** Options of `hackScan`. */
export interface HackScanOptions {
  /** What the reward is meant to pay for: parts of feature names, case aside (`tool:lookup_order`). */
  endorsed?: readonly string[] | undefined;
  /** Own columns by name. */
  features?: Readonly<Record<string, FeatureReader>> | undefined;
  /** Whether words, word pairs and conjunctions are scanned too. Default true. */
  auto?: boolean | undefined;
  /** Words and word pairs kept at most. Default 200. */
  topK?: number | undefined;
  /** Shuffles behind the floor. Default 99. */
  permutations?: number | undefined;
  /** Rows that must carry a feature. Default 20. */
  minimumObservations?: number | undefined;
  /** Strongest presence features that conjunctions are made of; 0 turns conjunctions off. Default 12. */
  seeds?: number | undefined;
  /** Seed of the shuffles. Default 0. */
  seed?: number | string | undefined;
  /** Features that the report lists. Default 20. */
  topFeatures?: number | undefined;
  /** Chance of a false alarm on pure noise. Default 0.05. */
  alpha?: number | undefined;
  /** `collinear` (default) merges columns that agree up to scale and sign, `identical` only equal ones. */
  merge?: "collinear" | "identical" | undefined;
  /**
   * `refit` (default) picks conjunctions anew in every shuffle and asks a bootstrap whether an unendorsed lead is real;
   * `fixed` shuffles under the conjunctions that the real rewards picked and takes the top feature as it stands. Its
   * floor is too low when conjunctions are on.
   */
  floor?: "refit" | "fixed" | undefined;
}

/** Options with every default filled in. */
export interface ScanSettings {
  readonly endorsed: readonly string[];
  readonly features: ReadonlyMap<string, FeatureReader>;
  readonly auto: boolean;
  readonly topK: number;
  readonly permutations: number;
  readonly minimumObservations: number;
  readonly seeds: number;
  readonly seed: number | string;
  readonly topFeatures: number;
  readonly alpha: number;
  readonly merge: "collinear" | "identical";
  readonly floor: "refit" | "fixed";
}

const readers = (value: unknown) => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "an object of columns by name";
  const bad = Object.entries(value).find(([, read]) => typeof read !== "string" && typeof read !== "function");
  return bad === undefined ? undefined : `an object whose \`${bad[0]}\` is a field name or a function`;
};

/** The rule for `endorsed`, shared with every call that scans. */
export const endorsedRule = optionRule.listOf(optionRule.notBlank);

const rules: OptionRules = {
  endorsed: endorsedRule,
  features: readers,
  auto: optionRule.flag,
  topK: optionRule.integer(0),
  permutations: optionRule.integer(1),
  minimumObservations: optionRule.integer(1),
  seeds: optionRule.integer(0),
  seed: optionRule.seed,
  topFeatures: optionRule.integer(1),
  alpha: optionRule.number(0, 1),
  merge: optionRule.oneOf(["collinear", "identical"]),
  floor: optionRule.oneOf(["refit", "fixed"]),
};

/** Checks the options and fills in the defaults. */
export function scanSettings(call: string, options: HackScanOptions | undefined): ScanSettings {
  checkOptions(call, options, rules);
  const settings: ScanSettings = {
    endorsed: options?.endorsed ?? [],
    features: new Map(Object.entries(options?.features ?? {})),
    auto: options?.auto ?? true,
    topK: options?.topK ?? DEFAULT_TOP_K,
    permutations: options?.permutations ?? DEFAULT_PERMUTATIONS,
    minimumObservations: options?.minimumObservations ?? DEFAULT_MINIMUM_OBSERVATIONS,
    seeds: options?.seeds ?? DEFAULT_SEEDS,
    seed: options?.seed ?? 0,
    topFeatures: options?.topFeatures ?? DEFAULT_TOP_FEATURES,
    alpha: options?.alpha ?? DEFAULT_ALPHA,
    merge: options?.merge ?? "collinear",
    floor: options?.floor ?? "refit",
  };
  const needed = Math.ceil(1 / settings.alpha - 1e-9) - 1;
  if (settings.floor === "refit" && !(settings.permutations >= needed))
    throw new OptionError({
      option: "permutations",
      received: settings.permutations,
      message: `${call}: ${settings.permutations} shuffles cannot bound false alarms at ${settings.alpha}.`,
      fix: Number.isFinite(needed) ? `Use at least ${needed} permutations.` : "Use an alpha above 0.",
    });
  return settings;
}
