import { OptionError } from "@whileai/core";
import { makeCombinator } from "./combinator.js";
import { type JudgedPart, type JudgePart, namedParts } from "./judge-parts.js";
import type { Verifier } from "./verifier.js";

/**
 * Passes when at least `count` parts pass (score exactly 1). Null when the parts that could not judge would decide. Parts are
 * asked in the order given, until so many pass, or so few are left that not enough can.
 *
 * Throws an OptionError for an empty list and for a count that is not from 1 to the number of parts.
 *
 * @example
 * verify.AtLeast(2, [verify.ExactMatch(), verify.Numeric(), verify.Includes()]);
 */
export function AtLeast(
  count: number,
  parts: readonly JudgePart[],
  options: { readonly name?: string | undefined } = {},
): Verifier {
  const named = namedParts("AtLeast", parts);
  if (!Number.isInteger(count) || count < 1 || count > named.length)
    throw new OptionError({
      option: "count",
      received: count,
      message: `verify.AtLeast: the count must be a whole number from 1 to ${named.length}, got ${count}.`,
      fix: "It says how many of the parts must pass.",
    });
  const passing = (judged: readonly JudgedPart[]): number =>
    judged.filter(({ judgment }) => judgment.reward === 1).length;
  const failing = (judged: readonly JudgedPart[]): number =>
    judged.filter(({ judgment }) => judgment.reward !== null && judgment.reward !== 1).length;
  return makeCombinator({
    type: "AtLeast",
    parts: named,
    options,
    settings: [count],
    isDecided: (judged) => passing(judged) >= count || failing(judged) > named.length - count,
    decide(judged) {
      const passes = passing(judged);
      const open = judged.filter(({ judgment }) => judgment.reward === null).length;
      return {
        score: passes >= count ? 1 : passes + open >= count ? null : 0,
        reason: `${passes} of ${named.length} parts pass, ${count} needed${open > 0 ? `, ${open} could not judge` : ""}`,
      };
    },
  });
}
