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
  return makeVerifier({
    type: "All",
    options: { ...options },
    gold: "none",
    ...combinedFrame(named),
    async check({ row, context }) {
      const judged = await judgeParts(named, row, context, (done) => !done.at(-1)?.judgment.reward);
      const worst = judged.reduce((low, part) =>
        low.judgment.reward !== null && (part.judgment.reward ?? -1) < low.judgment.reward ? part : low,
      );
      return {
        score: worst.judgment.reward,
        reason: worst.judgment.reward === 1 ? `all ${named.length} parts pass` : partReason(worst),
        meta: { parts: partScores(judged) },
        markers: partMarkers(judged),
      };
    },
  });
}
