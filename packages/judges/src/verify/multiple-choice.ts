import { makeVerifier, unusableGold, type Verifier, type VerifierOptions } from "./verifier.js";

/** Characters that print nothing and may stand between a label and its letter. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/gu;
const STATEMENT =
  /\b(?:answer|option|choice|choose|select|pick)\b(?: (?:is|was|should be|would be|must be))? ?[:=]? ?["'*_([`$]{0,4}(?:\\boxed\{)?(?:\\text\{)?([A-Za-z])(?![\p{L}\p{N}'’])/giu;
const BOXED = /\\f?box(?:ed)? ?\{ ?(?:\\text ?\{ ?)?\(?([A-Za-z])\)? ?\}/gu;
const LONE_LETTER = /(?<![\p{L}\p{N}'’])([A-Z])(?![\p{L}\p{N}'’])/gu;
/** `A cat`, `I think`: a letter before a lower-case word is an article or a pronoun unless one of these verbs follows. */
const STARTS_A_PHRASE = /^ (?!(?:is|are|was|because|since|as|and|or|but|seems|looks|fits)\b)\p{Ll}/u;
const RULED_OUT_AFTER =
  /^[)\]*_"'` ]{0,4}(?:is|are|was|can be|seems)? ?(?:wrong|incorrect|false|out\b|not\b|isn['’]t|ruled out|eliminated)/iu;
const RULED_OUT_BEFORE = /(?:\bnot|n['’]t(?: be)?|\bnever|\brules? out|\beliminates?|\bexcludes?) (?:the )?$/iu;

/** The letter a text settles on, in upper case, or null. The last statement that is not taken back wins. */
function chosenLetter(reply: string): string | null {
  const text = reply.replace(INVISIBLE, "").replace(/\s+/gu, " ");
  const statements = [...found(text, STATEMENT), ...found(text, BOXED)].filter(
    ({ letter, end }) => letter !== "a" || !STARTS_A_PHRASE.test(text.slice(end, end + 12)),
  );
  const lone = found(text, LONE_LETTER).filter(
    ({ letter, end }) => !"AI".includes(letter) || !STARTS_A_PHRASE.test(text.slice(end, end + 12)),
  );
  for (const kind of [statements, lone]) {
    const standing = kind
      .filter(({ start, end }) => {
        const before = text.slice(Math.max(0, start - 24), start);
        return !RULED_OUT_BEFORE.test(before) && !RULED_OUT_AFTER.test(text.slice(end, end + 24));
      })
      .sort((left, right) => left.end - right.end);
    const last = standing.at(-1);
    if (last !== undefined) return last.letter.toUpperCase();
  }
  return null;
}

interface Mention {
  readonly letter: string;
  readonly start: number;
  readonly end: number;
}

function found(text: string, pattern: RegExp): Mention[] {
  return [...text.matchAll(pattern)].map((match) => {
    const letter = match[1] as string;
    return { letter, start: match.index, end: match.index + match[0].lastIndexOf(letter) + 1 };
  });
}

/**
 * Passes when the reply settles on the reference's letter. The last of the statements (`the answer is C`, `Option (C)`,
 * `\boxed{C}`) decides; without one the last letter that stands alone. The article `A`, the pronoun `I` and options
 * that the reply rules out (`option D is wrong`) do not count; letters go from A to Z. English.
 *
 * A reference that is not one letter, or a list of them, cannot be judged.
 *
 * @example
 * verify.MultipleChoice()({ final_text: "Answer: A. No wait, the answer is B.", answer: "B" }); // reward 1
 */
export function MultipleChoice(options: VerifierOptions = {}): Verifier {
  return makeVerifier({
    type: "MultipleChoice",
    options,
    gold: "required",
    check({ candidate, gold }) {
      const values = Array.isArray(gold?.value) ? gold.value : [gold?.value];
      const letters = values.map((value) =>
        /^[\s("'[]*([A-Za-z])[\s)"'.\]:]*$/.exec(String(value))?.[1]?.toUpperCase(),
      );
      if (letters.length === 0 || letters.includes(undefined)) return unusableGold("is not a letter");
      const letter = chosenLetter(candidate);
      if (letter === null) return { score: 0, reason: "no letter is chosen" };
      const right = letters.includes(letter);
      return {
        score: right,
        reason: `chose ${letter}`,
        openReason: right ? undefined : `chose ${letter}, not ${letters.join(" or ")}`,
      };
    },
  });
}
