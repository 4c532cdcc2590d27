/** What a character is to the words of a text. */
export const SEPARATOR = 0;
/** A letter or number: it goes on with the word before it. */
const WORD = 1;
/** A letter of a script that is written without spaces: a word of its own, together with its marks. */
export const ALONE = 2;
/** A combining mark: it belongs to what is before it. */
export const MARK = 3;

const UNKNOWN = 4;
const CODE_POINTS = 0x110000;

const LETTER_OR_NUMBER = /[\p{L}\p{N}]/u;
const COMBINING = /\p{M}/u;
/** Scripts that put no spaces between words. Hangul does, and Tibetan marks its syllables. */
const SPACELESS =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tai_Le}\p{sc=New_Tai_Lue}\p{sc=Tai_Tham}\p{sc=Tai_Viet}\p{sc=Javanese}\p{sc=Balinese}]/u;
/** Digits of those scripts stand together as one number all the same. */
const DIGIT = /\p{Nd}/u;

let known: Uint8Array | undefined;

/** The class of a code point; a half of a character is a separator. Classes are worked out when they are first asked for. */
export function codePointClass(codePoint: number): number {
  known ??= new Uint8Array(CODE_POINTS).fill(UNKNOWN);
  const found = known[codePoint] as number;
  if (found !== UNKNOWN) return found;
  const made = classOf(String.fromCodePoint(codePoint));
  known[codePoint] = made;
  return made;
}

function classOf(character: string): number {
  if (COMBINING.test(character)) return MARK;
  if (!LETTER_OR_NUMBER.test(character)) return SEPARATOR;
  return SPACELESS.test(character) && !DIGIT.test(character) ? ALONE : WORD;
}
