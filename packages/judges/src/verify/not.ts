import { makeCombinator } from "./combinator.js";
import { type JudgedPart, type JudgePart, namedParts, partReason } from "./judge-parts.js";
import type { Verifier } from "./verifier.js";

/**
 * One minus the score of its part; null stays null.
 *
 * @example
 * verify.Not(verify.Regex("as an ai"));
 */
export function Not(part: JudgePart, options: { readonly name?: string | undefined } = {}): Verifier {
  return makeCombinator({
    type: "Not",
    parts: namedParts("Not", [part]),
    options,
    // A marker says that high is good, which is just what the part of a Not does not mean.
    isMarking: false,
    decide(judged) {
      const asked = judged[0] as JudgedPart;
      const { reward } = asked.judgment;
      return { score: reward === null ? null : 1 - reward, reason: `not (${partReason(asked)})` };
    },
  });
}
