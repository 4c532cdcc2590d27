import { OptionError, roundHalfEven } from "@whileai/core";
import { makeCombinator } from "./combinator.js";
import { type JudgePart, namedParts, partReason } from "./judge-parts.js";
import type { Verifier } from "./verifier.js";

/** Decimals of a weighted score; fixed by the wire format. */
const WEIGHTED_DIGITS = 4;

/**
 * The weighted mean of its parts' scores, with 4 decimals; null when any part could not judge.
 *
 * Throws an OptionError for an empty list and for weights that are not above 0.
 *
 * @example
 * verify.Weighted([[verify.ExactMatch(), 3], [verify.JSONValid(), 1]]);
 */
export function Weighted(
  parts: readonly (readonly [part: JudgePart, weight: number])[],
  options: { readonly name?: string | undefined } = {},
): Verifier {
  const pairs = Array.isArray(parts) ? parts : [];
  const single = pairs.findIndex((pair) => !Array.isArray(pair));
  if (single >= 0)
    throw new OptionError({
      option: `parts[${single}]`,
      received: pairs[single],
      message: `verify.Weighted: part ${single} must be a pair of a verifier and its weight.`,
      fix: "Write verify.Weighted([[verify.JSONValid(), 1], [verify.Includes(), 3]]).",
    });
  const named = namedParts("Weighted", Array.isArray(parts) ? pairs.map(([part]) => part) : parts);
  const weights = pairs.map((pair) => pair[1] as unknown);
  for (const [index, weight] of weights.entries()) {
    if (typeof weight === "number" && weight > 0 && weight < Number.POSITIVE_INFINITY) continue;
    throw new OptionError({
      option: `parts[${index}]`,
      received: weight,
      message: `verify.Weighted: the weight of part ${index} must be a number above 0, got ${String(weight)}.`,
      fix: "Leave out a part that should not count; use verify.Not to reward its opposite.",
    });
  }
  const total = (weights as number[]).reduce((sum, weight) => sum + weight, 0);
  if (total === Number.POSITIVE_INFINITY)
    throw new OptionError({
      option: "parts",
      received: weights,
      message: "verify.Weighted: the weights add up to more than a number can hold.",
      fix: "Only their proportions count; divide them all by the largest.",
    });
  return makeCombinator({
    type: "Weighted",
    parts: named,
    options,
    settings: [weights],
    decide(judged) {
      const unjudged = judged.find(({ judgment }) => judgment.reward === null);
      if (unjudged !== undefined) return { score: null, reason: partReason(unjudged) };
      const sum = judged.reduce(
        (value, { judgment }, at) => value + (judgment.reward ?? 0) * (weights[at] as number),
        0,
      );
      return {
        score: roundHalfEven(sum / total, WEIGHTED_DIGITS),
        reason: judged.map(({ name, judgment }) => `${name} ${judgment.reward}`).join(", "),
      };
    },
  });
}
