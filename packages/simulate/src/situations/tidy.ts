/** Two words that a pronoun goes between: "pull up it" is said "pull it up". */
const SPLIT_VERB =
  /\b(pull|call|sign|look|put|track|set|sort|drop|hand|take|kick|paste) (up|off|over|down|in|out) (it|them)\b/g;
const GIVEN = /\b(send|show|give) me (it|them)\b/g;
const FOUND = /\b(find|get) me (it|them)\b/g;
/** What each of them holds: one look is cheaper than three. */
const PLACED = /\b(?:up|off|over|down|in|out|me) (?:it|them)\b/;

/** A seam of any kind. Most texts have none, and one look is cheaper than six. */
const SEAM = /for me for me|[^\S\n]{2}|[^\S\n ]| [,.!?;]|,[.!?]|[.!?]\.|[!?],/;

/** A text put together from parts, with the seams removed: spaces, doubled stops, pronouns where nobody says them. */
export const tidy = (text: string): string => {
  const placed = PLACED.test(text)
    ? text.replace(SPLIT_VERB, "$1 $3 $2").replace(GIVEN, "$1 $2 to me").replace(FOUND, "$1 $2 for me")
    : text;
  if (!SEAM.test(placed)) return placed.trim();
  return placed
    .replace(/[^\S\n]{2,}|[^\S\n ]/g, " ")
    .replace(/\bfor me for me\b/g, "for me")
    .replace(/ +([,.!?;])/g, "$1")
    .replace(/,([.!?])/g, "$1")
    .replace(/([!?]),(\s+\p{Ll})?/gu, (_, mark: string, next = "") => `${mark}${next.toUpperCase()}`)
    .replace(/(?<!\.)([.!?])\.(?!\.)/g, "$1")
    .trim();
};
