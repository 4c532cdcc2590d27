/** Characters that would move the cursor, break the line or turn its direction, and halves of characters. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu;
const WIDE =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60]/u;
const NO_WIDTH = /* @__PURE__ */ (() => /\p{M}/u)();
const CUT = "…";
/** More characters than fit into any column: the rest is not looked at. */
const LONGEST_READ = 1000;

/** No mark or wide character lies before this one. */
const FIRST_UNUSUAL = "\u0300";

const characterWidth = (character: string): number => {
  if (character < FIRST_UNUSUAL) return 1;
  return NO_WIDTH.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
};

/** A text on one line, without anything that a terminal would act on. */
export const plainLine = (text: string): string =>
  text.slice(0, LONGEST_READ).replace(UNPRINTABLE, " ").replace(/\s+/g, " ").trim();

/** Columns that a text takes in a terminal. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

/**
 * The beginning of a text, on one line, in at most so many columns; what was cut ends in "…".
 *
 * @example
 * cutToWidth("issue_refund", 6); // "issue…"
 */
export function cutToWidth(text: string, columns: number): string {
  const line = plainLine(text);
  if (text.length <= LONGEST_READ && textWidth(line) <= columns) return line;
  let kept = "";
  let width = 0;
  for (const character of line) {
    width += characterWidth(character);
    if (width > columns - 1) break;
    kept += character;
  }
  return `${kept.trimEnd()}${CUT}`;
}

/** A text in exactly so many columns: cut, or filled up with spaces after it. */
export function padToWidth(text: string, columns: number): string {
  const cut = cutToWidth(text, columns);
  return cut + " ".repeat(columns - textWidth(cut));
}
