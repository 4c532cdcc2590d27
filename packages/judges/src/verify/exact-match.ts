import { optionRule } from "@whileai/core";
import { trimEnd } from "./trim-end.js";
import { goldTexts, makeVerifier, quoted, unusableGold, type Verifier, type VerifierOptions } from "./verifier.js";

/** Options of {@link ExactMatch}. */
export interface ExactMatchOptions extends VerifierOptions {
  /** Compare in lower case; true unless given. */
  readonly lower?: boolean | undefined;
  /** Ignore punctuation at the edges of words; true unless given. Signs and the symbols `+ # % & @ / = < >` always count. */
  readonly stripPunct?: boolean | undefined;
  /** Compare the whole reply only, not its last line; false unless given. */
  readonly whole?: boolean | undefined;
}

const LEADING = /^[!"$'()*,.:;?[\]^_`{}“”‘’«»¿¡…]+/u;
const TRAILING = "!\"$'()*,.:;?[]^_`{}“”‘’«»。，、；：！？…";
const BULLET = /^[-–—•*]+$/u;

/** Punctuation at a word's edges removed; a point or sign before a digit stays. */
function bareWord(word: string): string {
  if (BULLET.test(word)) return "";
  const open = word.replace(LEADING, (edge, _offset, whole: string) =>
    edge.endsWith(".") && /^\d/.test(whole.slice(edge.length)) ? "." : "",
  );
  return trimEnd(open, TRAILING);
}

function normalised(text: string, lower: boolean, strip: boolean): string {
  const composed = text.normalize("NFC");
  const words = (lower ? composed.toLowerCase() : composed).trim().split(/\s+/u);
  const bare = (strip ? words.map(bareWord) : words).filter((word) => word !== "").join(" ");
  return bare === "" ? words.join(" ") : bare;
}

/**
 * Passes when the reply's last line (or the whole reply) is the reference, or one of a list of references.
 * Text is compared in NFC, without case, with white space collapsed and punctuation at word edges ignored, so `Paris.`
 * is `paris` while `3.14` is not `314`, `-5` not `5` and `C++` not `C`. An empty reference cannot be judged.
 *
 * @example
 * verify.ExactMatch()({ final_text: "The answer:\nParis.", answer: "paris" }); // reward 1
 */
export function ExactMatch(options: ExactMatchOptions = {}): Verifier {
  const { lower = true, stripPunct = true, whole = false } = options;
  return makeVerifier({
    type: "ExactMatch",
    options,
    rules: { lower: optionRule.flag, stripPunct: optionRule.flag, whole: optionRule.flag },
    gold: "required",
    check({ candidate, gold }) {
      const golds = goldTexts(gold?.value);
      if (golds === undefined) return unusableGold("is empty");
      const trimmed = candidate.trim();
      if (trimmed === "") return { score: 0, reason: "no answer" };
      const lastLine = trimmed.slice(trimmed.lastIndexOf("\n") + 1);
      const readings = (whole ? [trimmed] : [lastLine, trimmed]).map((text) => normalised(text, lower, stripPunct));
      const matches = golds.some((text) => readings.includes(normalised(text, lower, stripPunct)));
      const said = quoted(whole ? trimmed : lastLine);
      return {
        score: matches,
        reason: matches ? `matches: ${said}` : `${said} is not the reference`,
        openReason: matches ? undefined : `${said} is not ${golds.map(quoted).join(" or ")}`,
      };
    },
  });
}
