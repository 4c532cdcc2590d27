const ASCII = /^[\0-\x7f]*$/;
const IGNORABLE = /\p{Default_Ignorable_Code_Point}+/gu;
/** Composing sorts a run of marks in a time that grows with its square: long runs are sorted in parts (Unicode Annex 15, stream-safe text). */
const MANY_MARKS = /\p{M}{30}(?=\p{M})/gu;
const SAFE_LENGTH = 1000;
/** It stops the sorting, shows nothing and is taken out again. */
const JOINER = "\u034f";

/**
 * A text in which spellings of the same characters are alike: compatibility forms composed (NFKC), case folded, and
 * characters that show nothing (soft hyphens, joiners, zero-width spaces) taken out.
 *
 * @example
 * foldCase("Ｓtraße"); // "strasse"
 */
export function foldCase(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  // Upper case first: it spells out ß and the ligatures. A sigma at the end of a word is a sigma.
  const folded = compatible(text).replace(IGNORABLE, "").toUpperCase().toLowerCase().replaceAll("ς", "σ");
  return compatible(folded).replaceAll(JOINER, "");
}

function compatible(text: string): string {
  const safe = text.length > SAFE_LENGTH ? text.replace(MANY_MARKS, `$&${JOINER}`) : text;
  return safe.normalize("NFKC");
}
