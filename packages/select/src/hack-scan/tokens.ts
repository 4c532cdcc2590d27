import { plainQuotes } from "../markers/plain-quotes.js";

const GAP = 0;
const LETTER = 1;
const DIGIT = 2;
const SYMBOL = 3;
/** A letter of a script that writes without spaces: a token of its own. */
const IDEOGRAPH = 4;

const ASCII_CLASS = /* @__PURE__ */ Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (/[a-z_]/i.test(char)) return LETTER;
  if (/\d/.test(char)) return DIGIT;
  return code <= 32 || code === 127 ? GAP : SYMBOL;
});

/** Classes of characters beyond ASCII as they are met; asking the Unicode tables is slow. */
const knownClass = /* @__PURE__ */ new Map<number, number>();

const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Tibetan}]/u;

function classOf(codePoint: number): number {
  if (codePoint < 128) return ASCII_CLASS[codePoint] as number;
  let known = knownClass.get(codePoint);
  if (known === undefined) {
    known = unicodeClass(String.fromCodePoint(codePoint));
    knownClass.set(codePoint, known);
  }
  return known;
}

function unicodeClass(char: string): number {
  // Joiners and variation selectors count as marks in the tables, and say nothing by themselves.
  if (/[\s\p{Default_Ignorable_Code_Point}]/u.test(char)) return GAP;
  if (/[\p{L}\p{M}]/u.test(char)) return UNSPACED.test(char) ? IDEOGRAPH : LETTER;
  return /\p{N}/u.test(char) ? DIGIT : SYMBOL;
}

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
