import type { ColumnAlias } from "./column.js";
import { shownName } from "./printed-name.js";
import { CONTAINS } from "./vocabulary.js";

/** Words shorter than this seldom say what a reply is about. Convention. */
const CONTENT_LETTERS = 4;
/** Features that measure the form of a reply: what a phrase that was planted in it changes too. */
const FORM = /^(n:|frac:|reply_length$)/;
/** Aliases that are named; the others are counted. */
const NAMED = 2;
/** Words of that length that say as little as shorter ones. */
const EMPTY_WORDS = new Set(
  "that this with from have your will been here they them what when also were then".split(" "),
);

/**
 * A feature's name for people. Of columns that say the same, the name is the first, be it punctuation; where an alias holds
 * more of what is said, it stands beside the name.
 *
 * @example
 * readableName("contains:. as", ["contains:as a", "contains:certified expert", "contains:guarantee"]);
 * // "contains:. as (also certified expert, guarantee, … 1 more)"
 */
export function readableName(name: string, aliases: readonly string[]): string {
  const own = contentOf(name).join("").length;
  const ranked = aliases
    .map((alias) => ({ alias, words: contentOf(alias) }))
    .filter(({ words }) => words.join("").length > own)
    .toSorted((left, right) => right.words.join("").length - left.words.join("").length);
  const said = new Set<string>();
  const named: string[] = [];
  for (const { alias, words } of ranked) {
    if (named.length === NAMED) break;
    if (words.some((word) => said.has(word))) continue;
    for (const word of words) said.add(word);
    named.push(shownName(alias.startsWith(CONTAINS) ? alias.slice(CONTAINS.length) : alias));
  }
  if (named.length === 0) return shownName(name);
  const others = aliases.length - named.length;
  return `${shownName(name)} (also ${named.join(", ")}${others > 0 ? `, … ${others} more` : ""})`;
}

/** Names of what moves the same way. */
export function sameWay(aliases: readonly ColumnAlias[]): string[] {
  return aliases.filter(({ sign }) => sign === 1).map(({ name }) => name);
}

/** The words of a term that say something; none of what only measures a reply's form, and of other features the whole name. */
function contentOf(name: string): string[] {
  if (!name.startsWith(CONTAINS)) return FORM.test(name) ? [] : [name];
  const words = name.slice(CONTAINS.length).match(/[\p{L}_]+/gu) ?? [];
  return words.filter((word) => word.length >= CONTENT_LETTERS && !EMPTY_WORDS.has(word));
}
