import { OptionError, optionRule } from "@whileai/core";
import { linearPattern } from "../pattern/linear-pattern.js";
import { goldTexts, makeVerifier, quoted, unusableGold, type Verifier, type VerifierOptions } from "./verifier.js";

/** Options of {@link Regex}. */
export interface RegexOptions extends VerifierOptions {
  /** The group that must equal the reference, by number or name. Without it the pattern alone decides. */
  readonly group?: number | string | undefined;
  /** JavaScript flags out of `imsu`; "i" unless given or `lower` is false. */
  readonly flags?: string | undefined;
  /** Ignore case in the pattern and in the comparison; true unless given. */
  readonly lower?: boolean | undefined;
}

/**
 * Passes when a pattern is found in the reply; with `group`, when what the group captured is the reference. With a group
 * and no reference on the row the pattern alone decides.
 *
 * JavaScript syntax (Python's `(?P<name>` is read too). Matching takes time in proportion to the text, so no pattern
 * can hang; the price is that lookaround, backreferences and inline flags are refused when the verifier is made.
 * Throws an OptionError for those, for a pattern that does not compile and for a group that is not in it.
 *
 * @example
 * verify.Regex("answer: (\\d+)", { group: 1 })({ final_text: "Answer: 42", answer: "42" }); // reward 1
 */
export function Regex(pattern: string | RegExp, options: RegexOptions = {}): Verifier {
  if (typeof pattern !== "string" && !(pattern instanceof RegExp))
    throw new OptionError({
      option: "pattern",
      received: pattern,
      message: `verify.Regex: the pattern must be a text or a regular expression, got ${pattern === null ? "null" : typeof pattern}.`,
      fix: 'Write verify.Regex("answer: (\\\\d+)").',
    });
  const { group, lower = true } = options;
  const given = typeof pattern === "string" ? (options.flags ?? "") : (options.flags ?? pattern.flags);
  const flags = [...new Set([...given.replace(/[gyd]/g, ""), ...(lower ? "i" : "")])].join("");
  const source = typeof pattern === "string" ? pattern : pattern.source;
  const compiled = linearPattern(source, flags);
  const isKnown =
    typeof group === "number"
      ? group <= compiled.groupCount
      : group === undefined || compiled.groupNames.includes(group);
  if (!isKnown)
    throw new OptionError({
      option: "group",
      received: group,
      message: `verify.Regex: the pattern has no group ${JSON.stringify(group)}.`,
      fix: `It has ${compiled.groupCount} numbered groups${compiled.groupNames.length > 0 ? `, named ${compiled.groupNames.join(", ")}` : ""}.`,
    });
  const fold = (text: string): string => {
    const trimmed = text.trim().normalize("NFC");
    return lower ? trimmed.toLowerCase() : trimmed;
  };
  return makeVerifier({
    type: "Regex",
    options,
    rules: {
      group: optionRule.either(optionRule.integer(0), optionRule.text),
      flags: optionRule.text,
      lower: optionRule.flag,
    },
    settings: [source, flags],
    gold: group === undefined ? "none" : "optional",
    check({ candidate, gold }) {
      if (group === undefined || gold === undefined) {
        const isThere = compiled.test(candidate);
        return { score: isThere, reason: `the pattern is ${isThere ? "" : "not "}in the reply` };
      }
      const found = compiled.exec(candidate);
      if (found === null) return { score: 0, reason: "the pattern is not in the reply" };
      const golds = goldTexts(gold.value);
      if (golds === undefined) return unusableGold("is empty");
      const captured = (typeof group === "number" ? found.groups[group] : found.named.get(group)) ?? "";
      const equal = golds.some((text) => fold(text) === fold(captured));
      return {
        score: equal,
        reason: `captured ${quoted(captured)}${equal ? "" : ", not the reference"}`,
        openReason: equal ? undefined : `captured ${quoted(captured)}, not ${golds.map(quoted).join(" or ")}`,
      };
    },
  });
}
