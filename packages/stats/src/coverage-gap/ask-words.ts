/** Shorter words say too little to tell what a text is about. */
const SHORTEST_CONTENT_WORD = 3;
/** From this length on, an s at the end is taken for a plural's. */
const SHORTEST_PLURAL = 5;
/** Share of a text's letters that must be Latin for its words to be read. Convention: a foreign name may stand in it. */
const READABLE_SHARE = 0.8;

const STOP_WORDS: ReadonlySet<string> = /* @__PURE__ */ (() =>
  new Set(
    `about after all also and any are been before being both but can cant could did didnt does doesnt done dont each else
  for from get gets getting give given gives got had has have hello her here hey him his how into its itself just let
  lets like made make makes may maybe me might mine must need needs never nor not now off okay one ones onto other our
  ours out own please put really right say says shall she should sir some still such sure take tell than thank thanks
  that thats the their them then there these they thing things this those too try use used uses using very want wants
  was way were what whats when where which while who whom whose why will with wont would yes yet you your yours`.split(
      /\s+/,
    ),
  ))();

/** Short words that are too common for the list above, and no words of languages close by. */
const SHORT_ENGLISH: ReadonlySet<string> = /* @__PURE__ */ (() => new Set("by i if is it my of to we".split(" ")))();
/** A text of fewer words may be English without any common word in it. */
const FEWEST_WORDS = 4;

/** Latin words and numbers apart from those of other scripts, which may follow without a space. */
const WORD = /[\p{Script=Latin}\p{N}]+|[^\P{L}\p{Script=Latin}]+/gu;

/** The words of a text or a name, small: `getOrder`, `get_order` and "get order" have the same. */
export function wordsOf(text: string): string[] {
  return (
    text
      .replace(/['’]/g, "")
      .replace(/([a-z\d])([A-Z])/g, "$1 $2")
      .toLowerCase()
      .match(WORD) ?? []
  );
}

/** A word without a plural's s. */
export const singular = (word: string): string =>
  word.length >= SHORTEST_PLURAL && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;

/** One form for a word and its plural: "query" and "queries" share it. */
export const stem = (word: string): string => singular(word).replace(/(?:ie|y)$/, "i");

/** Whether a word says what a text is about. */
export const isContentWord = (word: string): boolean => word.length >= SHORTEST_CONTENT_WORD && !STOP_WORDS.has(word);

/** Whether some words hold none of the common English ones, though there are enough of them to hold some. */
export const isForeign = (words: readonly string[]): boolean =>
  words.length >= FEWEST_WORDS && !words.some((word) => STOP_WORDS.has(word) || SHORT_ENGLISH.has(word));

/** The stems of the words that say what a text is about. */
export const contentStems = (words: readonly string[]): Set<string> => new Set(words.filter(isContentWord).map(stem));

/**
 * Whether a text is in Latin script, as tool names and the word lists here are. Without letters it is.
 *
 * @example
 * isReadable("Где мой заказ 4473?"); // false
 */
export function isReadable(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return latin >= READABLE_SHARE * letters;
}
