/** A plain text is split much faster by a plain pattern. */
const BEYOND_ASCII = /\P{ASCII}/u;
const HUMP = /[a-z\d][A-Z]/;

/** The words of an identifier, lower case: "newDate", "new_date" and "new-date" give ["new", "date"]. */
export const wordsOf = (name: string): string[] => {
  const apart = HUMP.test(name) ? name.replace(/([a-z\d])([A-Z])/g, "$1 $2") : name;
  if (BEYOND_ASCII.test(apart)) {
    return apart
      .split(/[^\p{L}\d]+/u)
      .filter((word) => word !== "")
      .map((word) => word.toLowerCase());
  }
  return apart.toLowerCase().match(/[a-z\d]+/g) ?? [];
};

/** "a" or "an" as the word is usually said. */
export const article = (noun: string): string =>
  /^[AEFHILMNORSX](?:[A-Z]|\b)/.test(noun) || /^(?:[aeio]|u(?!ni|se|ser|sa|ti|rl|k\b)|ho(?:ur|nest))/i.test(noun)
    ? "an"
    : "a";

/** A word without its ending, for comparing words whatever their form. */
export const stem = (word: string): string =>
  word.length > 4 ? word.replace(/(?:ing|ies|ed|es|s|ment|ion|e)$/, "").slice(0, 6) : word.replace(/s$/, "");
