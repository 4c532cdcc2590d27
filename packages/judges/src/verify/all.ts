import { makeCombinator } from "./combinator.js";
import { type JudgePart, namedParts, partReason } from "./judge-parts.js";
import type { Verifier } from "./verifier.js";

/**
 * The lowest score of its parts: passes when all pass. Parts are asked in the order given (put cheap ones first), and
 * the first that fails (0) or cannot judge (null) decides; the ones after it are not asked.
 *
 * Throws an OptionError for an empty list.
 *
 * @example
 * verify.All([verify.JSONValid(), verify.Includes({ field: "answer" })]);
 */
export function All(parts: readonly JudgePart[], options: { readonly name?: string | undefined } = {}): Verifier {
  const named = namedParts("All", parts);
  return makeCombinator({
    type: "All",
    parts: named,
    options,
    isDecided: (judged) => !judged.at(-1)?.judgment.reward,
    decide(judged) {
      const worst = judged.reduce((low, part) =>
        low.judgment.reward !== null && (part.judgment.reward ?? -1) < low.judgment.reward ? part : low,
      );
      const score = worst.judgment.reward;
      return { score, reason: score === 1 ? `all ${named.length} parts pass` : partReason(worst) };
    },
  });
}
