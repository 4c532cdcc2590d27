const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿⁱ";
const SUPERSCRIPT_MEANING = "0123456789+-()ni";
const SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉";

const VULGAR_FRACTIONS: ReadonlyMap<string, string> = new Map(
  "½ 1 2,⅓ 1 3,⅔ 2 3,¼ 1 4,¾ 3 4,⅕ 1 5,⅖ 2 5,⅗ 3 5,⅘ 4 5,⅙ 1 6,⅚ 5 6,⅐ 1 7,⅛ 1 8,⅜ 3 8,⅝ 5 8,⅞ 7 8,⅑ 1 9,⅒ 1 10"
    .split(",")
    .map((entry) => {
      const [sign, top, bottom] = entry.split(" ");
      return [sign as string, `\\frac{${top}}{${bottom}}`];
    }),
);

/** Characters and how LaTeX spells them; a space ends the command. */
const SPELLINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "\u2212": "-",
    "\u2010": "-",
    "\u2011": "-",
    "\u2012": "-",
    "\u2013": "-",
    "\u2014": "-",
    "\u2044": "/",
    "\u2215": "/",
    "\u2216": "\\setminus ",
    "\u2217": "*",
    "\u22c5": "*",
    "\u00b7": "*",
    "\u2219": "*",
    "\u00d7": "\\times ",
    "\u00f7": "/",
    "\u221a": "\\sqrt ",
    "\u221b": "\\sqrt[3]",
    "\u221c": "\\sqrt[4]",
    "\u221e": "\\infty ",
    "\u03c0": "\\pi ",
    "\u2264": "\\le ",
    "\u2265": "\\ge ",
    "\u2a7d": "\\le ",
    "\u2a7e": "\\ge ",
    "\u2260": "\\ne ",
    "\u2248": "\\approx ",
    "\u222a": "\\cup ",
    "\u2229": "\\cap ",
    "\u2205": "\\emptyset ",
    "\u2208": "\\in ",
    "\u211d": "\\mathbb{R}",
    "\u2124": "\\mathbb{Z}",
    "\u2115": "\\mathbb{N}",
    "\u211a": "\\mathbb{Q}",
    "\u2102": "\\mathbb{C}",
    "\u00b1": "\\pm ",
    "\u2213": "\\mp ",
    "\u00b0": "\\degree ",
    "\u2032": "'",
    "\u2019": "'",
    "\u27e8": "\\langle ",
    "\u27e9": "\\rangle ",
    "\u230a": "\\lfloor ",
    "\u230b": "\\rfloor ",
    "\u2308": "\\lceil ",
    "\u2309": "\\rceil ",
    "\u2223": "|",
    "\u2026": "\\ldots ",
    "\u2192": "\\to ",
    "\u2227": " and ",
    "\u2228": " or ",
  }),
);

const INVISIBLE = /[\u200b-\u200f\u2060-\u2064\ufeff\u00ad]/gu;

/** Every special character that is spelled out; anything else is left to NFKC. */
const SPECIAL = new RegExp(
  `[${[...SPELLINGS.keys(), ...VULGAR_FRACTIONS.keys()].join("").replace("\\", "\\\\")}]`,
  "gu",
);

function raised(run: string): string {
  const meaning = [...run].map((sign) => SUPERSCRIPT_MEANING[[...SUPERSCRIPTS].indexOf(sign)]).join("");
  return `^{${meaning}}`;
}

/**
 * Spells Unicode mathematics as LaTeX and ASCII: minus signs, roots, fractions, raised and lowered digits, full-width
 * letters, sets. What is not known stays.
 *
 * @example
 * plainSpelling("x² − ½"); // "x^{2} - \\frac{1}{2}"
 */
export function plainSpelling(text: string): string {
  if (/^[\x20-\x7e]*$/u.test(text)) return text;
  return text
    .replace(INVISIBLE, "")
    .replace(new RegExp(`[${SUPERSCRIPTS}]+`, "gu"), raised)
    .replace(
      new RegExp(`[${SUBSCRIPTS}]+`, "gu"),
      (run) => `_{${[...run].map((sign) => SUBSCRIPTS.indexOf(sign)).join("")}}`,
    )
    .replace(SPECIAL, (sign) => SPELLINGS.get(sign) ?? VULGAR_FRACTIONS.get(sign) ?? sign)
    .normalize("NFKC")
    .replace(SPECIAL, (sign) => SPELLINGS.get(sign) ?? VULGAR_FRACTIONS.get(sign) ?? sign)
    .replace(/[\t\n\r\u00a0]+/gu, " ");
}
