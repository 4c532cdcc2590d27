import { checkOptions, isRecord, OptionError, optionRule } from "@whileai/core";

/**
 * What meeting a criterion means: `hard` must be met or the run is worth nothing, `principle` earns its weight when met,
 * `pitfall` costs its weight when the run falls into it.
 */
export type CriterionKind = "hard" | "principle" | "pitfall";

/** One thing that a run is graded on. */
export interface Criterion {
  readonly title: string;
  readonly description: string;
  /** Above 0. */
  readonly weight: number;
  readonly kind: CriterionKind;
}

/**
 * A criterion as it may be written: ours with all but the title optional, a title alone, or the shapes of published
 * rubric sets, whose kind stands in a prefix ("Essential Criteria: …"), a tag ("[Hard Rule]") or the sign of the weight.
 */
export type CriterionInput =
  | string
  | {
      readonly title?: string | undefined;
      /** Stands for the title in some sets. */
      readonly criterion?: string | undefined;
      readonly description?: string | undefined;
      readonly weight?: number | string | null | undefined;
      /** Stands for the weight in some sets. */
      readonly points?: number | string | null | undefined;
      readonly kind?: CriterionKind | undefined;
      readonly [field: string]: unknown;
    };

/** Longest slug, fixed by the wire format. */
const SLUG_CHARS = 40;
/** The slug of a title without a letter or digit of ASCII. */
const EMPTY_SLUG = "criterion";
const DEFAULT_WEIGHT = 1;

const KINDS: readonly CriterionKind[] = ["hard", "principle", "pitfall"];
const PREFIX = /^\s*(essential|hard rule|important|optional|principle|pitfall)(?:\s+criteri(?:a|on))?\s*:/i;
const TAG = /\[\s*(essential|hard rule|important|optional|principle|pitfall)(?:\s+criteri(?:a|on))?\s*\]/i;
const KIND_WORDS = new Map<string, CriterionKind>([
  ["essential", "hard"],
  ["hard rule", "hard"],
  ["important", "principle"],
  ["optional", "principle"],
  ["principle", "principle"],
  ["pitfall", "pitfall"],
]);

/** The name of a criterion in markers: `Five items!` is `five_items`. */
export function criterionSlug(title: string): string {
  const slug = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, SLUG_CHARS);
  return slug === "" ? EMPTY_SLUG : slug;
}

/**
 * Reads one criterion. Weight 0 and weights that are no number read as 1, a negative weight as its size.
 *
 * Throws an OptionError for what is no object, has no title, or names an unknown kind.
 */
export function readCriterion(input: CriterionInput, index: number): Criterion {
  const place = `criteria[${index}]`;
  const given: unknown = typeof input === "string" ? { title: input } : input;
  if (!isRecord(given))
    throw new OptionError({
      option: place,
      received: given,
      message: `Rubric: \`${place}\` must be an object with a title, got ${given === null ? "null" : typeof given}.`,
      fix: 'Write { title: "Looks the order up first", weight: 1, kind: "principle" }.',
    });
  // Sets that come as tables hold null in the columns that they do not use.
  const title = given.title ?? given.criterion;
  const weight = given.weight ?? given.points;
  const { description, kind } = given;
  checkOptions(
    "Rubric",
    { title: title ?? "", description: description ?? "", kind: kind ?? undefined },
    { title: optionRule.notBlank, description: optionRule.text, kind: optionRule.oneOf(KINDS) },
    `${place}.`,
  );
  const texts = [title as string, (description ?? "") as string] as const;
  const number = weightOf(weight);
  return Object.freeze({
    title: texts[0],
    description: texts[1],
    weight: Math.abs(number),
    kind: (kind ?? kindWord(texts) ?? (number < 0 ? "pitfall" : "principle")) as CriterionKind,
  });
}

function weightOf(given: unknown): number {
  const isText = typeof given === "string" && given.trim() !== "";
  const number = typeof given === "number" || isText ? Number(given) : Number.NaN;
  return Number.isFinite(number) && number !== 0 ? number : DEFAULT_WEIGHT;
}

function kindWord(texts: readonly string[]): CriterionKind | undefined {
  for (const pattern of [PREFIX, TAG])
    for (const text of texts) {
      const word = pattern.exec(text)?.[1];
      if (word !== undefined) return KIND_WORDS.get(word.toLowerCase());
    }
  return undefined;
}
