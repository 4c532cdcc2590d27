import { plainQuotes } from "../markers/plain-quotes.js";
import { classOf, GAP, IDEOGRAPH, SYMBOL } from "./character-class.js";

const BEYOND_ASCII = /[^\0-\x7f]/;

/** A reply as its words are compared: lower case, characters composed, apostrophes and quotation marks plain. */
export function foldReply(text: string): string {
  return BEYOND_ASCII.test(text) ? plainQuotes(text.normalize("NFC")).toLowerCase() : text.toLowerCase();
}

/** Calls back with each token of a text: a word, a number, or a single symbol or ideograph. */
export function eachToken(text: string, visit: (token: string) => void): void {
  let start = 0;
  let kind = GAP;
  for (let at = 0; at < text.length; ) {
    const codePoint = text.codePointAt(at) as number;
    const next = classOf(codePoint);
    if (next !== kind || next >= SYMBOL) {
      if (kind !== GAP) visit(text.slice(start, at));
      start = at;
      kind = next;
    }
    at += codePoint > 0xffff ? 2 : 1;
  }
  if (kind !== GAP) visit(text.slice(start));
}

/** Two neighbouring tokens as one term: with a space between them, except where the script writes none. */
export function joinTokens(left: string, right: string): string {
  const isUnspaced = [left, right].every((token) => classOf(token.codePointAt(0) ?? 0) === IDEOGRAPH);
  return isUnspaced ? left + right : `${left} ${right}`;
}
