/** Texts that repeat themselves have very many runs in common: the longest of those found in so many steps is enough. */
const MOST_STEPS = 1_000_000;

/** Words of one text: a part of a list of word numbers. */
export interface WordRange {
  readonly words: Int32Array;
  readonly start: number;
  readonly end: number;
}

/** Places in two texts, relative to their lists, from which on words are alike. */
export interface SharedPlaces {
  readonly place: number;
  readonly others: readonly number[];
}

/**
 * The longest run of words that two texts have in common and that goes through one of the given places; the first of
 * equals. Words below 0 are like no other. Where it begins and ends in `text`.
 */
export function longestSharedRun(
  text: WordRange,
  other: WordRange,
  seeds: Iterable<SharedPlaces>,
): { readonly start: number; readonly end: number } {
  let longest = { start: 0, end: 0 };
  let steps = 0;
  // How far the run on each diagonal has been followed.
  const followed = new Map<number, number>();
  for (const { place, others } of seeds) {
    for (const at of others) {
      if (++steps > MOST_STEPS) return longest;
      const apart = at - place;
      if ((followed.get(apart) ?? -1) >= place) continue;
      const isShared = (index: number): boolean =>
        index >= text.start &&
        index < text.end &&
        index + apart >= other.start &&
        index + apart < other.end &&
        (text.words[index] as number) >= 0 &&
        text.words[index] === other.words[index + apart];
      let start = place;
      while (isShared(start - 1)) start--;
      let end = place;
      while (isShared(end)) end++;
      followed.set(apart, end - 1);
      steps += end - start;
      if (end - start > longest.end - longest.start) longest = { start, end };
    }
  }
  return longest;
}
