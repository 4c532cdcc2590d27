/** Apostrophes and quotation marks that keyboards and models write in place of the plain ones. */
const APOSTROPHES = /[\u2018\u2019\u02bc\uff07\u00b4]/gu;
const BEYOND_ASCII = /[\u0080-\uffff]/;
const QUOTES = /[\u201c\u201d\uff02]/gu;

/**
 * A text with plain apostrophes and quotation marks, so that one phrase list reads both spellings.
 *
 * @example
 * plainQuotes("I’m sorry"); // "I'm sorry"
 */
export function plainQuotes(text: string): string {
  return BEYOND_ASCII.test(text) ? text.replace(APOSTROPHES, "'").replace(QUOTES, '"') : text;
}
