import {
  combinedFrame,
  type JudgePart,
  judgeParts,
  namedParts,
  partMarkers,
  partReason,
  partScores,
} from "./judge-parts.js";
import { makeVerifier, type Verifier } from "./verifier.js";

/**
 * The highest score of the parts that could judge; null when none could. The first part that passes ends the search.
 *
 * Throws an OptionError for an empty list.
 *
 * @example
 * verify.Any([verify.ExactMatch(), verify.Numeric()]);
 */
export function Any(parts: readonly JudgePart[], options: { readonly name?: string | undefined } = {}): Verifier {
  const named = namedParts("Any", parts);
  return makeVerifier({
    type: "Any",
    options: { ...options },
    gold: "none",
    ...combinedFrame(named),
    async check({ row, context }) {
      const judged = await judgeParts(named, row, context, (done) => done.at(-1)?.judgment.reward === 1);
      const best = judged.reduce((high, part) =>
        (part.judgment.reward ?? -1) > (high.judgment.reward ?? -1) ? part : high,
      );
      return {
        score: best.judgment.reward,
        reason: best.judgment.reward === null ? "no part could judge" : partReason(best),
        meta: { parts: partScores(judged) },
        markers: partMarkers(judged),
      };
    },
  });
}
