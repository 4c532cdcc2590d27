import type { Stance } from "@whileai/core";

/** Stances that words tell, the first that fits wins. The others show in what is meant, not in how it is said. */
const SAID: readonly (readonly [Stance, RegExp])[] = [
  [
    "adversarial",
    /\b(?:ignore|disregard|forget|bypass|override|skip|circumvent)\b.{0,40}\b(?:rules?|polic(?:y|ies)|instructions?|prompts?|guidelines?|restrictions?|checks?|limits?|approval|verification)\b|\b(?:jailbreak|system prompt|developer mode|pretend (?:to be|you)|act as (?:if|though)|you are now|make an exception|without (?:checking|verifying|verification|approval|asking)|off the record|between us)\b/,
  ],
  [
    "retry",
    /\b(?:again|(?:second|third|fourth|2nd|3rd|4th) time|last time|once more|retry|(?:already|just) (?:tried|asked|called|wrote|contacted|told)|tried (?:this|that|it|before|already)|(?:did not|didn'?t|does not|doesn'?t|still (?:not|no|isn'?t|doesn'?t|hasn'?t)) work(?:ing)?|still (?:waiting|broken|failing))\b/,
  ],
  [
    "hurried",
    /\b(?:right (?:now|away)|asap|a\.s\.a\.p|urgent(?:ly)?|immediately|hurry|hurrying|rush|quick(?:ly)?|fast|at once|as soon as possible|emergency|no time|in a minute|this (?:minute|second|instant))\b/,
  ],
];

/** Characters of an ask that are read for its stance. */
const LONGEST_READ = 10_000;

/** How an English ask is put, by its words: adversarial before retry before hurried, else ordinary. */
export function askStance(ask: string): Stance {
  const text = ask.slice(0, LONGEST_READ).toLowerCase().replace(/’/g, "'");
  return SAID.find(([, pattern]) => pattern.test(text))?.[0] ?? "ordinary";
}
