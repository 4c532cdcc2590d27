import { optionRule } from "@whileai/core";
import { goldTexts, makeVerifier, unusableGold, type Verifier, type VerifierOptions } from "./verifier.js";

/** Options of {@link Includes}. */
export interface IncludesOptions extends VerifierOptions {
  /** With a list of references: all of them must occur, or any one; "all" unless given. */
  readonly mode?: "all" | "any" | undefined;
  /** Compare in lower case; true unless given. */
  readonly lower?: boolean | undefined;
  /** Count whole words only, so that `ORD-4550` is not found in `ORD-45501`; false unless given. */
  readonly word?: boolean | undefined;
  /** Leave out occurrences right after a negation (`not approved`; English); false unless given. */
  readonly skipNegated?: boolean | undefined;
}

const WORD_CHARACTER = /[\p{L}\p{N}_]/u;
/** A negation and at most two words between it and the end of the text. */
const NEGATION = /(?:\b(?:not|no|never|without|cannot|nor|hardly)|n['’]t)(?:\s+[\p{L}\p{N}'’-]+){0,2}\s*$/iu;
/** How far back a negation is looked for. */
const NEGATION_REACH = 60;

/**
 * Passes when the reply contains the reference as a substring; with a list, every one of it (`mode: "all"`) or any.
 * Nothing more than a substring: `approved` is in `not approved` and in `unapproved` unless `word` and `skipNegated`
 * are set. An empty reference cannot be judged.
 *
 * @example
 * verify.Includes({ word: true })({ final_text: "See ORD-45501", answer: "ORD-4550" }); // reward 0
 */
export function Includes(options: IncludesOptions = {}): Verifier {
  const { mode = "all", lower = true, word = false, skipNegated = false } = options;
  const fold = (text: string): string => {
    const composed = text.normalize("NFC");
    return lower ? composed.toLowerCase() : composed;
  };
  const occurs = (text: string, needle: string): boolean => {
    for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1)) {
      const before = [...text.slice(Math.max(0, at - 2), at)].at(-1);
      const after = [...text.slice(at + needle.length, at + needle.length + 2)][0];
      const isWhole = [before, after].every((edge) => edge === undefined || !WORD_CHARACTER.test(edge));
      const isNegated = skipNegated && NEGATION.test(text.slice(Math.max(0, at - NEGATION_REACH), at));
      if ((isWhole || !word) && !isNegated) return true;
    }
    return false;
  };
  return makeVerifier({
    type: "Includes",
    options,
    rules: {
      mode: optionRule.oneOf(["all", "any"]),
      lower: optionRule.flag,
      word: optionRule.flag,
      skipNegated: optionRule.flag,
    },
    gold: "required",
    check({ candidate, gold }) {
      const needles = goldTexts(gold?.value);
      const given = Array.isArray(gold?.value) ? gold.value.length : 1;
      if (needles === undefined || needles.length < given)
        return unusableGold("is empty, and nothing is in everything");
      const text = fold(candidate);
      const missing = needles.filter((needle) => !occurs(text, fold(needle)));
      const found = needles.length - missing.length;
      return {
        score: mode === "all" ? missing.length === 0 : found > 0,
        reason: `${found} of ${needles.length} found`,
        openReason:
          missing.length === 0
            ? undefined
            : `${found} of ${needles.length} found; missing ${missing.map((needle) => JSON.stringify(needle)).join(", ")}`,
      };
    },
  });
}
