import { agentTexts, isRecord, type Row, type RowLike } from "@whileai/core";
import { withRowError } from "../../rows/with-row-errors.js";
import { plainQuotes } from "../plain-quotes.js";
import { STYLE_FAMILIES, STYLE_PHRASES, type StyleFamily, type StylePhrases } from "./style-phrases.js";

/** The phrases of each family that a reply holds, in the order of the lists. */
export type StyleHits = Readonly<Record<StyleFamily, readonly string[]>>;

/** Finds the set phrases of a reply. */
export type StyleReader = (row: Readonly<Row>) => StyleHits;

/**
 * The set phrases in what the agent said, by family: boilerplate, hedging, apology, sycophancy, refusal. Case, the kind
 * of apostrophe and line breaks do not matter; a phrase inside longer words does not count.
 *
 * @param row - A rollout; anything odd in it is left out.
 *
 * @example
 * styleHits({ final_text: "I’m sorry, I can’t help with that." }).refusal; // ["i can't help with"]
 */
export function styleHits(row: RowLike): StyleHits {
  return withRowError("styleHits", row, readByDefault);
}

/** Makes the reader of some phrase lists. */
export function styleReader(phrases: StylePhrases): StyleReader {
  const compared = STYLE_FAMILIES.map((family) => phrases[family].map((phrase) => comparedText(phrase).trim()));
  return (row) => {
    const said = isRecord(row) ? comparedText(agentTexts(row).join("\n")) : "";
    const hits = {} as Record<StyleFamily, readonly string[]>;
    for (const [index, family] of STYLE_FAMILIES.entries()) {
      const own = compared[index] as readonly string[];
      hits[family] = phrases[family].filter((_, at) => holds(said, own[at] as string));
    }
    return hits;
  };
}

const readByDefault = /* @__PURE__ */ styleReader(STYLE_PHRASES);

function comparedText(text: string): string {
  return plainQuotes(text).toLowerCase().replace(/\s+/gu, " ");
}

function holds(text: string, phrase: string): boolean {
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1))
    if (!isInsideWord(text, at) && !isInsideWord(text, at + phrase.length)) return true;
  return false;
}

const WORD = /[\p{L}\p{N}]/u;
/** Scripts that put no spaces between words, so that no place of theirs is inside one. */
const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

function isInsideWord(text: string, at: number): boolean {
  const around = [text[at - 1], text[at]];
  return around.every((character) => character !== undefined && WORD.test(character) && !SPACELESS.test(character));
}
