import { makeCombinator } from "./combinator.js";
import { type JudgePart, namedParts, partReason } from "./judge-parts.js";
import type { Verifier } from "./verifier.js";

/**
 * The highest score of the parts that could judge; null when none could. The first part that passes ends the search.
 *
 * Throws an OptionError for an empty list.
 *
 * @example
 * verify.Any([verify.ExactMatch(), verify.Numeric()]);
 */
export function Any(parts: readonly JudgePart[], options: { readonly name?: string | undefined } = {}): Verifier {
  return makeCombinator({
    type: "Any",
    parts: namedParts("Any", parts),
    options,
    isDecided: (judged) => judged.at(-1)?.judgment.reward === 1,
    decide(judged) {
      const best = judged.reduce((high, part) =>
        (part.judgment.reward ?? -1) > (high.judgment.reward ?? -1) ? part : high,
      );
      const score = best.judgment.reward;
      return { score, reason: score === null ? "no part could judge" : partReason(best) };
    },
  });
}
