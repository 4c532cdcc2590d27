const ASCII = /^[\0-\x7f]*$/;
const IGNORABLE = /\p{Default_Ignorable_Code_Point}+/gu;

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
  const folded = text.normalize("NFKC").replace(IGNORABLE, "").toUpperCase().toLowerCase().replaceAll("ς", "σ");
  return folded.normalize("NFKC");
}
