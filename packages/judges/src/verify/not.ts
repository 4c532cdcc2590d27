import { combinedFrame, type JudgePart, judgeParts, namedParts, partReason, partScores } from "./judge-parts.js";
import { makeVerifier, type Verifier } from "./verifier.js";

/**
 * One minus the score of its part; null stays null.
 *
 * @example
 * verify.Not(verify.Regex("as an ai"));
 */
export function Not(part: JudgePart, options: { readonly name?: string | undefined } = {}): Verifier {
  const named = namedParts("Not", [part]);
  return makeVerifier({
    type: "Not",
    options: { ...options },
    gold: "none",
    ...combinedFrame(named),
    async check({ row, context }) {
      const judged = await judgeParts(named, row, context);
      const { judgment } = judged[0] as (typeof judged)[number];
      return {
        score: judgment.reward === null ? null : 1 - judgment.reward,
        reason: `not (${partReason(judged[0] as (typeof judged)[number])})`,
        meta: { parts: partScores(judged) },
      };
    },
  });
}
