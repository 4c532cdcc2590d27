import { agentTexts, isRecord, type Row } from "@whileai/core";
import { plainQuotes } from "./plain-quotes.js";
import { STYLE_FAMILIES, STYLE_PHRASES, type StyleFamily, type StylePhrases } from "./style-phrases.js";

/** The phrases of each family that a reply holds, in the order of the lists. */
export type StyleHits = Readonly<Record<StyleFamily, readonly string[]>>;

/** Part of a word, so that a phrase which only ends or begins inside one is none. */
const WORD = /[\p{L}\p{N}]/u;

/**
 * The set phrases in what the agent said, by family: boilerplate, hedging, apology, sycophancy, refusal. Case, the kind
 * of apostrophe and line breaks do not matter; a phrase inside longer words does not count.
 *
 * @example
 * styleHits({ final_text: "I’m sorry, I can’t help with that." }).refusal; // ["i can't help with"]
 */
export function styleHits(row: Readonly<Row>, phrases: StylePhrases = STYLE_PHRASES): StyleHits {
  const said = isRecord(row) ? styleText(agentTexts(row).join("\n")) : "";
  const hits = {} as Record<StyleFamily, readonly string[]>;
  for (const family of STYLE_FAMILIES)
    hits[family] = phrases[family].filter((phrase) => holds(said, styleText(phrase)));
  return hits;
}

/** A text or a phrase as they are compared. */
export function styleText(text: string): string {
  return plainQuotes(text).toLowerCase().replace(/\s+/gu, " ");
}

function holds(text: string, phrase: string): boolean {
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    const end = at + phrase.length;
    if (!isInside(text, at) && !isInside(text, end)) return true;
  }
  return false;
}

/** Whether a place lies inside a word. Scripts without spaces have no such places. */
function isInside(text: string, at: number): boolean {
  const left = text[at - 1];
  const right = text[at];
  if (left === undefined || right === undefined || !WORD.test(left) || !WORD.test(right)) return false;
  return !isSpaceless(left) && !isSpaceless(right);
}

const isSpaceless = (character: string) =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u.test(
    character,
  );
