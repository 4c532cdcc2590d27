/** What a character is to a word count. */
export const GAP = 0;
const LETTER = 1;
const DIGIT = 2;
export const SYMBOL = 3;
/** A letter of a script that writes without spaces: a token of its own. */
export const IDEOGRAPH = 4;

const CODE_POINTS = 0x110000;
const UNKNOWN = 255;

const ASCII_CLASS = /* @__PURE__ */ Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (/[a-z_]/i.test(char)) return LETTER;
  if (/\d/.test(char)) return DIGIT;
  return code <= 32 || code === 127 ? GAP : SYMBOL;
});

/** Classes of all characters as they are met, since asking the Unicode tables is slow. A megabyte, made when one is met. */
let knownClass: Uint8Array | undefined;

const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Tibetan}]/u;

/** The class of a character. */
export function classOf(codePoint: number): number {
  if (codePoint < 128) return ASCII_CLASS[codePoint] as number;
  knownClass ??= new Uint8Array(CODE_POINTS).fill(UNKNOWN);
  let known = knownClass[codePoint] as number;
  if (known === UNKNOWN) {
    known = unicodeClass(String.fromCodePoint(codePoint));
    knownClass[codePoint] = known;
  }
  return known;
}

function unicodeClass(char: string): number {
  // Joiners and variation selectors count as marks in the tables, and say nothing by themselves.
  if (/[\s\p{Default_Ignorable_Code_Point}]/u.test(char)) return GAP;
  if (/[\p{L}\p{M}]/u.test(char)) return UNSPACED.test(char) ? IDEOGRAPH : LETTER;
  return /\p{N}/u.test(char) ? DIGIT : SYMBOL;
}
